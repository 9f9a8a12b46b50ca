import * as office from '@portal/contract/schools/office';
import { CHARGE_HEARD_MS } from '@portal/kit/grpc/charge-time';
import { dollars } from '@portal/kit/money';
import { steadyNow } from '@portal/kit/steady-clock';
import { isOfferedInBulk } from '@portal/proto/exams/offered-in-bulk';
import type { SchoolSession } from '@portal/proto/registration/v1/sessions';
import type { RecordSchoolPaymentResponse, SchoolRecord } from '@portal/proto/schools/v1/office';
import type { AppContext } from '../app-context.ts';
import { plainRow } from '../catalogue/exam-catalogue.ts';
import { route } from '../http/route.ts';
import { toCents } from '../payments/views.ts';
import { schoolSessionView } from '../sessions/views.ts';
import { accountFile } from './account-file.ts';
import { paymentView, schoolStudentView, schoolView } from './office-views.ts';
import { reportRowView, studentBySessionView } from './views.ts';

/** How to show schools: with the prices of the portal, held in this process. */
async function viewer({ catalogue }: AppContext) {
  const { prices } = await catalogue.packages.get();
  return (record: SchoolRecord | undefined) => {
    if (!record) throw new Error('an answer without its school');
    return schoolView(record, prices);
  };
}

const bySubject = new Intl.Collator('en', { sensitivity: 'base' });

/** Exams that a bulk registration takes, by subject. */
const bulkExams = async ({ catalogue }: AppContext) =>
  [...(await catalogue.exams.get()).byId.values()]
    .filter(isOfferedInBulk)
    .sort((a, b) => bySubject.compare(a.subject, b.subject) || a.id - b.id)
    .map(plainRow);

const saved = (sessions: readonly SchoolSession[], sessionId: number) => {
  const schoolSessions = sessions.map(schoolSessionView);
  const own = schoolSessions.find(({ id }) => id === sessionId);
  if (!own) throw new Error('a session that was saved and is not there');
  return { ...own, schoolSessions };
};

const lists = [
  route(office.getSchools, async ({ by }, context) => {
    const [{ schools }, view] = await Promise.all([
      context.schools.office.listManagedSchools({}, by),
      viewer(context),
    ]);
    return schools.map(view);
  }),

  route(office.getActiveSchools, async ({ by }, { schools }) => {
    const { schools: active } = await schools.office.listActiveSchools({}, by);
    return active;
  }),

  route(office.getSchoolCohorts, async ({ input, by }, { schools }) => {
    const { cohortChoices, latestCohort, distinctCohorts } = await schools.office.getSchoolCohorts(
      { schoolId: input.schoolId },
      by,
    );
    return {
      school_cohorts: cohortChoices.join(','),
      latest_cohort: latestCohort ?? null,
      distinct_cohorts: distinctCohorts.join(','),
    };
  }),

  route(office.getSchoolDetails, async ({ input, by }, context) => {
    const [details, exams, view] = await Promise.all([
      context.schools.office.getSchoolDetails({ schoolId: input.schoolId }, by),
      bulkExams(context),
      viewer(context),
    ]);
    return {
      currentSchoolDetails: view(details.school),
      schoolStudents: details.students.map(schoolStudentView),
      schoolSessions: details.sessions.map(schoolSessionView),
      schoolSessionStudents: details.sessionStudents.map(studentBySessionView),
      exams,
    };
  }),

  route(office.getAllSchoolStudents, async ({ input, by }, { schools }) => {
    const { students } = await schools.office.listStudentsOfSchool(
      { schoolId: input.schoolId },
      by,
    );
    return students.map(schoolStudentView);
  }),

  route(office.getSchoolInfo, async ({ input, by }, context) => {
    const { format, ...request } = input;
    const [account, view] = await Promise.all([
      context.schools.office.getSchoolAccount(request, by),
      viewer(context),
    ]);
    if (format === 'xlsx') return accountFile(account, steadyNow());
    return {
      schoolDetails: view(account.school),
      accountReport: account.accountReport.map(reportRowView),
      schoolBalance: account.balanceCents === undefined ? null : dollars(account.balanceCents),
      schoolAdminUserEmail: account.adminEmail ?? null,
      schoolPayments: account.payments.map(paymentView),
    };
  }),
];

/** Returns the balance of a school after a payment. */
const accountAfter = (account: RecordSchoolPaymentResponse) => ({
  schoolPaymentBalance: dollars(account.balanceCents),
  accountReport: account.accountReport.map(reportRowView),
  schoolPayments: account.payments.map(paymentView),
});

const changes = [
  route(office.createSchoolSession, async ({ input, by }, { registration }) => {
    const { testSessionId = 0, ...wanted } = input;
    const { sessionId, sessions } = await registration.sessions.saveSchoolSession(
      { ...wanted, sessionId: testSessionId },
      by,
    );
    return saved(sessions, sessionId);
  }),

  route(office.deleteSchoolSession, async ({ input, by }, { registration }) => {
    const { sessions } = await registration.sessions.deleteSchoolSession(
      { sessionId: input.testSessionId },
      by,
    );
    return { schoolSessions: sessions.map(schoolSessionView) };
  }),

  route(office.recordSchoolPayment, async ({ input, by }, { schools }) => {
    const { amount, date, schoolId, comment } = input;
    const entered = await schools.office.recordSchoolPayment(
      { schoolId, date, comment, amountCents: toCents(amount) },
      by,
    );
    return accountAfter(entered);
  }),

  route(office.submitSchoolPayment, async ({ input, by }, { schools }) => {
    const { amount, schoolId, acceptPaymentDescriptor, acceptPaymentValue, ...known } = input;
    const paid = await schools.office.paySchoolByCard(
      {
        schoolId,
        amountCents: toCents(amount),
        card: { descriptor: acceptPaymentDescriptor, value: acceptPaymentValue },
        last4: known.ccLast4,
        cardType: known.cardType,
      },
      { ...by, deadlineMs: CHARGE_HEARD_MS },
    );
    return accountAfter(paid);
  }),
];

export const schoolOfficeRoutes = [...lists, ...changes];
