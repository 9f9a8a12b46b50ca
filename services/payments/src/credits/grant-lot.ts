import type { Tx } from '@portal/kit/command';
import type { PackageCopy } from '../copies/package-copy.ts';
import { type Lot, type LotRules, singleCredits } from './lot.ts';
import { insertLot } from './store.ts';

/** A lot that is to come, as a payment keeps it until its money is there. */
export interface LotOrder {
  source: 'credits' | 'package' | 'assigned' | 'granted';
  credits: number;
  paidCents: number;
  rules: LotRules;
  schoolId: number | null;
}

/** Credits bought one by one: generic, with the usual fees. */
export const singleCreditsLot = (credits: number, paidCents: number, schoolId: number | null): LotOrder => ({
  source: 'credits',
  credits,
  paidCents,
  rules: singleCredits,
  schoolId,
});

/** The rules of a package as they are now; later changes of the package do not touch the lot. */
export const packageLot = (
  p: PackageCopy,
  { source, paidCents, schoolId }: Pick<LotOrder, 'source' | 'paidCents' | 'schoolId'>,
): LotOrder => ({
  source,
  credits: p.numberOfCredits,
  paidCents,
  schoolId,
  rules: {
    packageId: p.id,
    packageName: p.displayName,
    isSpecialProgram: p.isSpecialProgram,
    seminaryStudyTtiProgramId: p.seminaryStudyTtiProgramId,
    seminaryYear: p.seminaryYear,
    examsAllowed: p.examsAllowed,
    vendorsAllowed: p.vendorsAllowed,
    proctorFeeCents: p.proctorFeeCents,
    noAdditionalFees: p.noAdditionalFees,
    isFreeSeminaryRetake: false,
  },
});

/** Makes the lot in this transaction, with its ledger entry and audit row. */
export async function grantLot(tx: Tx, studentId: number, order: LotOrder, paymentId: number | null = null): Promise<Lot> {
  const { rules, source, credits, paidCents, schoolId } = order;
  // what staff give a school's student for nothing is spent first by the school's bulk runs
  const freeSchoolId = source === 'assigned' && paidCents === 0 ? schoolId : null;
  const given = { source, credits, paidCents, paymentId, schoolId, freeSchoolId, registrationId: null };
  const id = await insertLot(tx, { ...rules, ...given, studentId, purchasedAt: tx.now, by: tx.actor.name }, tx.now);
  tx.audit({
    op: 'insert',
    table: 'package',
    id,
    studentId,
    change: { source, credits, paidCents, package: rules.packageId, payment: paymentId },
  });
  return { ...rules, id, balance: credits, purchasedAt: tx.now, freeSchoolId };
}
