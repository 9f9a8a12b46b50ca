import type { Action, DifferenceRow } from '../records/difference-store.ts';

type Facts = Pick<DifferenceRow, 'kind' | 'state' | 'known' | 'moves' | 'mendId'>;

/**
 * Returns the possible actions for a difference. R-579: an unfinished payment is finished, and
 * never adjusted, since it will be booked; money that is unknown here is refunded or adjusted;
 * everything else is adjusted. Mended and gone are final, and so is a signed day.
 */
export function mendsOf({ kind, state, known, moves, mendId }: Facts, isSigned: boolean): Action[] {
  if (isSigned || mendId !== null || state === 'mended' || state === 'gone') return [];
  const explain: Action[] = state === 'open' ? ['explain'] : [];
  if (kind !== 'only_there') return [...explain, 'adjust'];
  if (known === 'unfinished') return [...explain, 'finish_payment'];
  return known === 'nothing' && moves === 'charge'
    ? [...explain, 'refund_there', 'adjust']
    : [...explain, 'adjust'];
}

/** Returns the change that the books need, in cents: the processor's amount less ours. */
export const differenceCents = ({
  thereCents,
  hereCents,
}: Pick<DifferenceRow, 'thereCents' | 'hereCents'>): number => (thereCents ?? 0) - (hereCents ?? 0);
