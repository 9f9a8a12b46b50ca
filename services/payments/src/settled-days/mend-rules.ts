import type { Action, DifferenceRow } from './difference-store.ts';

type Facts = Pick<DifferenceRow, 'kind' | 'state' | 'known' | 'moves' | 'mendId'>;

/**
 * What can be done about a difference. R-579: a payment that is not at its end is finished, and
 * never adjusted, since it will be booked; money that nobody here knows of goes back or is adjusted;
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

/** What the books have to change by, in cents: what is there less what is here. */
export const differenceCents = ({
  thereCents,
  hereCents,
}: Pick<DifferenceRow, 'thereCents' | 'hereCents'>): number => (thereCents ?? 0) - (hereCents ?? 0);
