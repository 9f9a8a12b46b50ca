import { type Lot, oldestFirst, vendorGroup } from './lot.ts';

export interface ExamCost {
  id: number;
  vendorId: number;
  credits: number;
  /** The current price of a sitting's proctor, unless a package sets another, in cents. R-188. */
  usualProctorFeeCents: number;
}

/** How a registration is paid: credits by lot, and the fees that follow from those lots. */
export interface Spending {
  credits: number;
  /** Highest proctor fee of the lots, in cents; the usual one when nothing is spent. */
  proctorFeeCents: number;
  /** The usual one at that moment, in cents. */
  usualProctorFeeCents: number;
  /** Every lot waives the additional fee. */
  noAdditionalFees: boolean;
  freeSeminaryRetake: boolean;
  packages: { ids: number[] };
}

/** The package types of lots, each once; single credits have none. */
export const packagesOf = (lots: readonly Pick<Lot, 'packageId'>[]): Spending['packages'] => ({
  ids: [...new Set(lots.flatMap(({ packageId }) => packageId ?? []))],
});
export interface SpendPlan extends Spending {
  lines: { lotId: number; credits: number }[];
}

/**
 * When a lot's turn comes for this exam: bound to the exam, to its vendors, generic; null when it
 * cannot pay for it.
 */
function turn(lot: Lot, exam: ExamCost): number | null {
  if (lot.isFreeSeminaryRetake) return null;
  if (lot.examsAllowed.length > 0) return lot.examsAllowed.includes(exam.id) ? 0 : null;
  if (lot.vendorsAllowed === null) return 2;
  return lot.vendorsAllowed === vendorGroup(exam.vendorId) ? 1 : null;
}

/** Credits that could pay for this exam, free retake credits left out. */
export function spendable(exam: ExamCost, lots: readonly Lot[]): number {
  return lots.reduce((sum, lot) => sum + (turn(lot, exam) === null ? 0 : lot.balance), 0);
}

/**
 * Which lots pay for an exam, all or nothing: null when together they do not reach its cost. Free
 * retake credits pay the whole cost or nothing and only when `mayRetakeFree`; otherwise
 * exam-bound, vendor-bound, generic, the oldest first in each.
 */
export function spendPlan(
  exam: ExamCost,
  lots: readonly Lot[],
  mayRetakeFree: boolean,
): SpendPlan | null {
  const held = lots.filter((lot) => lot.balance > 0).sort(oldestFirst);
  if (mayRetakeFree && exam.credits > 0) {
    const free = take(
      exam,
      held.filter((lot) => lot.isFreeSeminaryRetake),
    );
    if (free) return { ...free, freeSeminaryRetake: true };
  }
  return take(exam, spendOrder(exam, held));
}

/**
 * The lots that can pay for an exam, in the order in which they do; free retake credits left out
 * (R-070).
 */
export function spendOrder(exam: ExamCost, lots: readonly Lot[]): Lot[] {
  const held = lots.filter((lot) => lot.balance > 0).sort(oldestFirst);
  return [0, 1, 2].flatMap((rank) => held.filter((lot) => turn(lot, exam) === rank));
}

/**
 * Credits of these lots in their order, up to the cost; together less where they do not reach it.
 */
export function draw(cost: number, lots: readonly Lot[]): { lot: Lot; credits: number }[] {
  const drawn: { lot: Lot; credits: number }[] = [];
  let left = cost;
  for (const lot of lots) {
    if (left === 0) break;
    const credits = Math.min(left, lot.balance);
    drawn.push({ lot, credits });
    left -= credits;
  }
  return drawn;
}

function take(exam: ExamCost, lots: readonly Lot[]): SpendPlan | null {
  const used = draw(exam.credits, lots);
  if (used.reduce((sum, { credits }) => sum + credits, 0) < exam.credits) return null;
  const usual = exam.usualProctorFeeCents;
  return {
    lines: used.map(({ lot, credits }) => ({ lotId: lot.id, credits })),
    credits: exam.credits,
    proctorFeeCents:
      used.length === 0 ? usual : Math.max(...used.map(({ lot }) => lot.proctorFeeCents ?? usual)),
    usualProctorFeeCents: usual,
    noAdditionalFees: used.length > 0 && used.every(({ lot }) => lot.noAdditionalFees),
    freeSeminaryRetake: false,
    packages: packagesOf(used.map(({ lot }) => lot)),
  };
}

/** The lots as they are after a plan was carried out. */
export function afterSpending(lots: readonly Lot[], plan: SpendPlan): Lot[] {
  const spent = new Map(plan.lines.map((line) => [line.lotId, line.credits]));
  return lots.map((lot) => ({ ...lot, balance: lot.balance - (spent.get(lot.id) ?? 0) }));
}
