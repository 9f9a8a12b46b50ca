import type { CardState } from './card-state.ts';

/**
 * Puts every unsettled transaction made at `until` or before into one batch: charges become settled
 * (and can be refunded), refunds too. Returns how many; 0 makes no batch. An authorization that was
 * not captured stays open.
 */
export function settleUntil(state: CardState, until: number, now: number): number {
  const due: string[] = [];
  for (const transaction of state.unsettled.values()) {
    if (transaction.at > until) break; // in order of time
    if (!transaction.status.startsWith('authorizedPending')) due.push(transaction.id);
  }
  if (due.length > 0)
    state.record({ t: 'batch', v: { id: state.nextId('batch'), at: now, transactionIds: due } });
  return due.length;
}

const NEW_YORK = 'America/New_York';
/** Time at which a merchant's day is settled, New York. */
const EVENING = '22:00';

/** Returns when a charge was settled: on its evening, or now if the evening is still to come. */
export function settledOn(at: number, now: number): number {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(NEW_YORK).toPlainDate();
  const evening = day.toZonedDateTime({ timeZone: NEW_YORK, plainTime: EVENING });
  return Math.min(evening.epochMilliseconds, now);
}

/** Settles due transactions. Runs before each call, so that no timer is needed. */
export function settleDue(state: CardState, settleSeconds: number, now: number): void {
  const oldest = state.unsettled.values().next().value;
  if (oldest && oldest.at + settleSeconds * 1000 <= now)
    settleUntil(state, now - settleSeconds * 1000, now);
}
