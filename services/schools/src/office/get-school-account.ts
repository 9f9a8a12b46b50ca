import { can } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import type { ReportRow } from '../balance/account-report.ts';
import { readAccount, readPayments, type SchoolPayment } from '../balance/read-balance.ts';
import { students } from '../clients.ts';
import { schoolInView } from '../schools/school-in-view.ts';
import { recordsOf, type SchoolRecord } from './school-record.ts';

export interface AccountDays {
  /** YYYY-MM-DD, included; null: without a bound. */
  startDate: string | null;
  endDate: string | null;
}
export interface SchoolAccount {
  school: SchoolRecord;
  accountReport: ReportRow[];
  /** Null: the school is not charged. */
  balanceCents: number | null;
  adminEmail: string | null;
  payments: SchoolPayment[];
}

/**
 * Returns the account of a school (C-A34): a range of days limits the rows; the balance beside each
 * row remains that of the whole ledger. Lists its payments for callers who may record them. Refuses
 * with school_not_found, or invalid when the range ends before it begins.
 */
export async function getSchoolAccount(
  call: Call,
  named: number | null,
  { startDate, endDate }: AccountDays,
): Promise<SchoolAccount> {
  const school = await schoolInView(call, 'school.manage', named);
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw invalid({ path: 'endDate', message: 'The end date is before the start date.' });
  const { db, actor, requestId } = call;
  const seesPayments = school.chargeSchool && can(actor, 'school_payment.record');
  const [records, account, { email }, payments] = await Promise.all([
    recordsOf(call, [school]),
    school.chargeSchool ? readAccount(db, school.id) : { balanceCents: null, report: [] },
    students.getSchoolAdmin({ schoolId: school.id }, { actor, requestId }),
    seesPayments ? readPayments(db, school.id) : [],
  ]);
  return {
    school: records[0] as SchoolRecord,
    accountReport: account.report.filter(
      ({ date }) => (startDate ?? date) <= date && date <= (endDate ?? date),
    ),
    balanceCents: account.balanceCents,
    adminEmail: email ?? null,
    payments,
  };
}
