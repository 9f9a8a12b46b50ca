import type { Tx } from '@portal/kit/commands/command';
import { type Lot, type LotRules, singleCredits } from '../../lots/lot.ts';
import type { PackageProjection } from '../../projections/package-projection.ts';
import { insertLot } from '../ledger/store.ts';

/** A lot that is to come, as a payment keeps it until its money is there. */
export interface LotOrder {
  source: 'credits' | 'package' | 'assigned' | 'granted';
  credits: number;
  paidCents: number;
  rules: LotRules;
  schoolId: number | null;
  /**
   * Free retake credits that come with a package; absent: none, also in orders of earlier versions.
   */
  freeRetakeCredits?: number;
}

/** Credits bought one by one: generic, with the usual fees. */
export const singleCreditsLot = (
  credits: number,
  paidCents: number,
  schoolId: number | null,
): LotOrder => ({
  source: 'credits',
  credits,
  paidCents,
  rules: singleCredits,
  schoolId,
});

/** The rules of a package as they are now; later changes of the package do not touch the lot. */
export const packageLot = (
  p: PackageProjection,
  { source, paidCents, schoolId }: Pick<LotOrder, 'source' | 'paidCents' | 'schoolId'>,
): LotOrder => ({
  source,
  credits: p.numberOfCredits,
  paidCents,
  schoolId,
  freeRetakeCredits: p.freeRetakeCredits,
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

/**
 * Makes the lot in this transaction, with its ledger entry and audit row, and beside it the lot of
 * the free retake credits that come with it.
 */
export async function grantLot(
  tx: Tx,
  studentId: number,
  order: LotOrder,
  paymentId: number | null = null,
): Promise<Lot> {
  const { rules, source, credits, paidCents, schoolId } = order;
  // credits that staff give a school's student for free are spent first by the school's bulk runs
  //
  const freeSchoolId = source === 'assigned' && paidCents === 0 ? schoolId : null;
  const given = {
    source,
    credits,
    paidCents,
    paymentId,
    schoolId,
    freeSchoolId,
    registrationId: null,
  };
  const id = await insertLot(
    tx,
    { ...rules, ...given, studentId, purchasedAt: tx.now, by: tx.actor.name },
    tx.now,
  );
  tx.audit({
    op: 'insert',
    table: 'package',
    id,
    studentId,
    change: { source, credits, paidCents, package: rules.packageId, payment: paymentId },
  });
  await grantFreeRetakes(tx, studentId, order, id);
  return { ...rules, id, balance: credits, purchasedAt: tx.now, freeSchoolId };
}

/** Credits for retakes only, with the fee rules of the package that they come with. */
async function grantFreeRetakes(
  tx: Tx,
  studentId: number,
  order: LotOrder,
  comesWithLotId: number,
): Promise<void> {
  const { rules, schoolId, freeRetakeCredits: credits = 0 } = order;
  if (credits === 0) return;
  const given = {
    source: 'granted',
    credits,
    paidCents: 0,
    paymentId: null,
    schoolId,
    freeSchoolId: null,
    registrationId: null,
  } as const;
  const retakes = { ...rules, isFreeSeminaryRetake: true, ...given, comesWithLotId };
  const id = await insertLot(
    tx,
    { ...retakes, studentId, purchasedAt: tx.now, by: tx.actor.name },
    tx.now,
  );
  const change = {
    source: 'granted',
    credits,
    freeRetakes: true,
    package: rules.packageId,
    comesWith: comesWithLotId,
  };
  tx.audit({ op: 'insert', table: 'package', id, studentId, change });
}
