import { setTimeout as pause } from 'node:timers/promises';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { getOwnPayments, type OwnPayment } from '@portal/contract/payments/own-payments';
import { getPaymentMethods } from '@portal/contract/purchases/payments';
import { getSchoolInfo } from '@portal/contract/schools/office';
import { findSeminaryStudentById } from '@portal/contract/seminary/students';
import { getSession } from '@portal/contract/sessions/sessions';
import { login } from '@portal/contract/students/auth';
import { findStudent, getStudent } from '@portal/contract/students/lookup';
import { getCreditsInfo } from '@portal/contract/students/student';
import { signedInStaff } from '../../e2e/people/staff.ts';
import type { SignedIn } from '../../e2e/people/students.ts';
import { atTti } from '../../e2e/people/tti-students.ts';
import { transactions } from '../../portal/processor.ts';
import type { Person } from '../../portal-user/person.ts';
import type { Outside, StudentOutside } from '../checker/outside.ts';
import type { ClientPool } from '../clients/client-pool.ts';
import type { History } from '../clients/history.ts';
import { cents } from '../clients/students/about.ts';
import type { ChaosPortal } from './chaos-portal.ts';

/** Reads the final state of the portal, the processor and the partners. */
export async function lookOutside(
  { portal }: ChaosPortal,
  {
    clients,
    history,
    broken,
  }: { clients: ClientPool; history: History; broken: readonly string[] },
): Promise<Outside> {
  const { beginning } = clients;
  // earlier sessions may have been lost with Redis
  const auditor = await signedInStaff('ROLE_SUPER_ADMIN');
  const busy = new Set(history.operations.map(({ studentId }) => studentId));
  const students = new Map<number, StudentOutside>();
  for (const student of clients.students.filter(({ id }) => busy.has(id)))
    students.set(student.id, await studentOf(student, auditor));
  const [processor, seatsLeft, schools, partners, mails] = await Promise.all([
    transactions(),
    mapOf(beginning.seats.keys(), async (sessionId) => {
      const student = clients.students[0] as SignedIn;
      return (await student.person.do(getSession, { sessionId: String(sessionId) as never }))
        .remainingSeats;
    }),
    mapOf(beginning.schools.keys(), async (schoolId) =>
      cents((await auditor.do(getSchoolInfo, { schoolId })).schoolBalance ?? 0),
    ),
    partnerFacts(portal.sandboxUrl, auditor, history),
    fetch(`${portal.mailUrl}/api/email`).then((answer) => answer.json()) as Promise<
      { subject: string; to: { address: string }[] }[]
    >,
  ]);
  return {
    processor: processor.map(({ customer, type, status, amount }) => ({
      customer,
      kind: type,
      status,
      cents: cents(amount),
    })),
    students,
    seatsLeft: new Map([...seatsLeft].map(([id, left]) => [id, left ?? 0])),
    schools,
    partners,
    mails: mails.map(({ subject, to }) => ({ subject, to: to[0]?.address ?? '' })),
    broken,
    notReady: await notReady(portal),
  };
}

async function mapOf<T>(
  ids: Iterable<number>,
  ask: (id: number) => Promise<T>,
): Promise<Map<number, T>> {
  return new Map(await Promise.all([...ids].map(async (id) => [id, await ask(id)] as const)));
}

async function studentOf(
  { id, person, email, password }: SignedIn,
  auditor: Person,
): Promise<StudentOutside> {
  await person.do(login, { email, password });
  const [{ exams }, { totalCredits }, cards, payments, { student }] = await Promise.all([
    person.do(getAllExamsAccordingStudent, {}),
    person.do(getCreditsInfo, {}),
    person.do(getPaymentMethods, {}),
    allPayments(person),
    auditor.do(getStudent, { studentId: id }),
  ]);
  return {
    credits: totalCredits,
    cards: cards.map(({ cc4digits }) => cc4digits),
    exams: exams.flatMap(({ id: examId, registration_id, testSessionId, status }) =>
      registration_id === null
        ? []
        : [{ examId, registrationId: registration_id, sessionId: testSessionId, status }],
    ),
    openRegistrations: student.registrations
      .filter(({ active }) => active)
      .map(({ id: one }) => one),
    payments: payments.map(({ kind, amount }) => ({ kind, cents: cents(amount) })),
  };
}

async function allPayments(person: Person): Promise<OwnPayment[]> {
  const all: OwnPayment[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await person.do(getOwnPayments, {
      limit: 50,
      ...(before === undefined ? {} : { before }),
    });
    all.push(...page.payments);
    if (page.next === null) return all;
    before = page.next;
  }
}

/**
 * Returns each fact that a client was answered, as often as a partner or the portal's list has it.
 */
async function partnerFacts(
  sandboxUrl: string,
  auditor: Person,
  history: History,
): Promise<string[]> {
  const facts = history.operations.flatMap(({ effect }) => effect.partner ?? []);
  const bookings = (await (await fetch(`${sandboxUrl}/proctor/bookings`)).json()) as {
    proctorUuid: string;
    reference: string;
    status: string;
  }[];
  const found: string[] = [];
  for (const fact of new Set(facts)) {
    const [kind, id = '', more = ''] = fact.split(' ');
    const count = async (): Promise<number> => {
      if (kind === 'proctor')
        return bookings.filter(
          (one) => one.reference.startsWith(`${id}-`) && one.status !== 'cancelled',
        ).length;
      if (kind === 'coopersmith') return submissionsOf(sandboxUrl, Number(id), Number(more));
      if (kind === 'enrolled') return (await auditor.do(findStudent, { lastName: id })).length;
      if (kind === 'tti')
        return (await atTti(id)).payments.filter(({ amount }) => cents(amount) === Number(more))
          .length;
      const { seminaryStudent } = await auditor.do(findSeminaryStudentById, {
        student_id: Number(id),
      });
      return seminaryStudent.redeemed_exams === 1 ? 1 : 0;
    };
    found.push(...Array.from({ length: await count() }, () => fact));
  }
  return found;
}

/** Counts how often Coopersmith has a file of an assignment. */
async function submissionsOf(
  sandboxUrl: string,
  registrationId: number,
  studentAssignmentId: number,
): Promise<number> {
  const enrolments = (await (
    await fetch(`${sandboxUrl}/__coopersmith/enrolments`)
  ).json()) as readonly {
    reference: string;
    assignments: { studentAssignmentId: number; uploaded: boolean }[];
  }[];
  return enrolments
    .filter(({ reference }) => reference === `registration-${registrationId}`)
    .flatMap(({ assignments }) => assignments)
    .filter((one) => one.studentAssignmentId === studentAssignmentId && one.uploaded).length;
}

const READY_LOOKS = 5;
async function notReady(portal: ChaosPortal['portal']): Promise<string[]> {
  const parts = portal.names.filter((name) => portal.pid(name) === undefined);
  // several checks: a process that is slow for a second counts as not ready in one
  for (let looks = 0; looks < READY_LOOKS; looks++) {
    if ((await fetch(`${portal.url}/readyz`)).ok) return parts;
    await pause(1_000);
  }
  return [...parts, 'bff'];
}
