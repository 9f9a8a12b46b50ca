import { dayInNewYork, instantInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import type { PriceKind } from './price.ts';
import { pricesAt } from './price-store.ts';

export interface AskPricesOn {
  /** YYYY-MM-DD, New York; null: now. */
  on: string | null;
  examIds: number[];
  packageIds: number[];
}

/** A price that holds at a moment, in cents. */
export interface HeldPrice {
  kind: PriceKind;
  refId: number | null;
  amountCents: number;
}

/**
 * Returns the prices of a day: the portal's own, those of these exams and of these packages, as far
 * as a price was ever set. Refuses with invalid a day that is past. C-O30, R-558.
 */
export function pricesOn(
  { db, now }: Pick<Call, 'db' | 'now'>,
  { on, examIds, packageIds }: AskPricesOn,
): Promise<HeldPrice[]> {
  return pricesAt(db, momentOf(on, now), { examIds, packageIds });
}

/** Prices begin at midnight, so the first moment of a day says what holds on it. */
export function momentOf(on: string | null, now: Date): Date {
  const today = dayInNewYork(now);
  if (on === null || on === today) return now;
  if (on < today) throw invalid({ path: 'on', message: 'Please choose today or a later day.' });
  return instantInNewYork(on, '00:00');
}
