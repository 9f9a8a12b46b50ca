import { can } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { SchoolOfficeServiceDefinition } from '@portal/proto/schools/v1/office';
import { payByCard } from '../balance/pay-by-card.ts';
import { readAccount, readPayments } from '../balance/read-balance.ts';
import { recordPayment } from '../balance/record-payment.ts';
import { getSchoolAccount } from './get-school-account.ts';
import { getSchoolCohorts } from './get-school-cohorts.ts';
import { getSchoolDetails } from './get-school-details.ts';
import { listActiveSchools, listManagedSchools } from './list-managed-schools.ts';
import type { SchoolRecord } from './school-record.ts';
import { listStudentsOfSchool } from './school-students.ts';

const toRecord = ({ school, distinctCohorts, balanceCents }: SchoolRecord) => ({
  school: present(school),
  distinctCohorts,
  balanceCents: balanceCents ?? undefined,
});

/** Returns the account after a payment; lists the payments for callers who may record them. */
async function accountNow(call: Call, schoolId: number) {
  const [{ balanceCents, report }, payments] = await Promise.all([
    readAccount(call.db, schoolId),
    can(call.actor, 'school_payment.record') ? readPayments(call.db, schoolId) : [],
  ]);
  return { balanceCents, accountReport: report.map(present), payments: payments.map(present) };
}

export const schoolOfficeRpcs = rpcs(SchoolOfficeServiceDefinition, {
  listManagedSchools: {
    handle: async (_request, call) => ({ schools: (await listManagedSchools(call)).map(toRecord) }),
  },
  listActiveSchools: {
    handle: async (_request, call) => ({ schools: await listActiveSchools(call) }),
  },
  getSchoolCohorts: {
    handle: async ({ schoolId }, call) => present(await getSchoolCohorts(call, schoolId ?? null)),
  },
  getSchoolDetails: {
    async handle({ schoolId }, call) {
      const { school, sessionStudents, ...lists } = await getSchoolDetails(call, schoolId ?? null);
      return {
        ...lists,
        school: toRecord(school),
        sessionStudents: sessionStudents.map(present),
      };
    },
  },
  listStudentsOfSchool: {
    handle: async ({ schoolId }, call) => ({
      students: await listStudentsOfSchool(call, schoolId ?? null),
    }),
  },
  getSchoolAccount: {
    async handle({ schoolId, startDate, endDate }, call) {
      const account = await getSchoolAccount(call, schoolId ?? null, {
        startDate: startDate ?? null,
        endDate: endDate ?? null,
      });
      return {
        school: toRecord(account.school),
        accountReport: account.accountReport.map(present),
        balanceCents: account.balanceCents ?? undefined,
        adminEmail: account.adminEmail ?? undefined,
        payments: account.payments.map(present),
      };
    },
  },
  recordSchoolPayment: {
    async handle({ comment, ...payment }, call) {
      await recordPayment(call, { ...payment, comment: comment?.trim() || null });
      return accountNow(call, payment.schoolId);
    },
  },
  paySchoolByCard: {
    async handle({ schoolId, amountCents, card, last4, cardType }, call) {
      const paid = await payByCard(call, {
        schoolId: schoolId ?? null,
        amountCents,
        card: card ?? { descriptor: '', value: '' },
        last4: last4 ?? null,
        cardType: cardType ?? null,
      });
      return accountNow(call, paid);
    },
  },
});
