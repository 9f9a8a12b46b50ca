import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import type { LotSource } from '../../lots/lot.ts';
import { ProjectionMissing } from '../../projections/buyer.ts';
import type { PackageRefundFacts } from '../../projections/package-projection.ts';

/** A package to refund; money in cents. */
export interface PackageToRefund extends PackageRefundFacts {
  source: LotSource;
  bought: number;
  balance: number;
  paidCents: number;
  active: boolean;
  /** Of a refund that is under way or was made. */
  refundId: number | null;
  refundedAt: Date | null;
}

/**
 * Returns a row with its refund facts. Throws ProjectionMissing when the last release stored the
 * projection.
 */
export function withRefundFacts<T extends { isStudyAbroad: boolean | null }>(
  row: T,
): T & { isStudyAbroad: boolean } {
  const { isStudyAbroad } = row;
  if (isStudyAbroad === null) throw new ProjectionMissing({ priceList: true });
  return { ...row, isStudyAbroad };
}

/** The button of the page beside a purchase; null: none. */
export type RefundButton = 'refund' | 'remove' | 'choice' | null;

/** Whether credits came by a purchase or an assignment, which are rows of type P. */
export const isPurchase = (source: LotSource): boolean =>
  source === 'credits' || source === 'package' || source === 'assigned';

/**
 * Returns why this person cannot refund a package, null when they can: only a purchase that holds
 * credits, is neither refunded nor being refunded, and is not tied to a package of a vendor
 * a package of study abroad by tech support alone.
 */
export function refusalOf(
  actor: Actor,
  lot: PackageToRefund,
): 'package_not_refundable' | 'tech_support_only' | null {
  const isOpen =
    isPurchase(lot.source) &&
    lot.active &&
    lot.balance > 0 &&
    lot.refundId === null &&
    lot.refundedAt === null &&
    lot.vendorPackageVendorId === null;
  if (!isOpen) return 'package_not_refundable';
  return lot.isStudyAbroad && !can(actor, 'study_package.refund') ? 'tech_support_only' : null;
}

/** The button for this person. */
export function refundButton(actor: Actor, lot: PackageToRefund): RefundButton {
  if (!can(actor, 'package.refund') || refusalOf(actor, lot) !== null) return null;
  if (lot.paidCents === 0) return 'remove';
  return can(actor, 'proctor_fee.waive') ? 'choice' : 'refund';
}

/**
 * Returns the refund in cents: the price of the remaining credits, rounded half up, less, for every
 * sitting that the package paid, the discount on the proctor fee that was usual when it was
 * registered; at least 0 and at most the rest of the charge.
 */
export function refundAmount(
  { paidCents, balance, bought }: Pick<PackageToRefund, 'paidCents' | 'balance' | 'bought'>,
  sittings: readonly { proctorFeeCents: number; usualProctorFeeCents: number }[],
  leftCents: number,
): number {
  const unused = Math.floor((2 * paidCents * balance + bought) / (2 * bought));
  const short = sittings.reduce(
    (sum, { proctorFeeCents, usualProctorFeeCents }) =>
      sum + Math.max(0, usualProctorFeeCents - proctorFeeCents),
    0,
  );
  return Math.min(Math.max(0, unused - short), leftCents);
}

const WITH_SITTING = new Set([
  'scheduled',
  'online_access',
  'online_started',
  'disconnected',
  'taken',
  'graded',
]);

/** Whether a registration in this state has a sitting, booked or begun or over. */
export const hasSitting = (status: string): boolean => WITH_SITTING.has(status);
