import { plusSeconds } from '@portal/kit/clock';
import type { SettledStatus } from '../../partners/transaction-status.ts';

/** A transaction as the processor settled it, in cents. */
export interface ProcessorTransaction {
  transactionId: string;
  invoiceNumber: string;
  status: SettledStatus;
  amountCents: number;
}

/**
 * Something of the books that a transaction may be: a payment, a refund, or the refund that mended
 * a difference (`id` is that of the difference).
 */
export interface LedgerEntry {
  type: 'payment' | 'refund' | 'mend';
  id: number;
  paymentId: number | null;
  studentId: number | null;
  transactionId: string | null;
  invoiceNumber: string;
  amountCents: number;
  /** moved: the money is booked. unfinished: the outcome is unknown. not_moved: no money moved. */
  state: 'moved' | 'voided' | 'unfinished' | 'not_moved';
  /** When it was captured or made; null while it is not. */
  at: Date | null;
  /** The transaction that it was matched with before. */
  settledAs: string | null;
  /** Its own day is the one that is compared, or was signed: it has to be somewhere. */
  isAwaited: boolean;
}

export type DifferenceKind =
  | 'only_there'
  | 'only_here'
  | 'other_amount'
  | 'other_state'
  | 'returned';
export type Moves = 'charge' | 'refund' | 'return';
/** The entry of its invoice number in the books. */
export type BookedState = 'nothing' | 'unfinished' | 'finished';

/**
 * A difference between the two. Cents; an outflow of the account is negative, a missing amount
 * null.
 */
export interface Difference {
  subject: string;
  kind: DifferenceKind;
  known: BookedState;
  moves: Moves;
  transactionId: string | null;
  invoiceNumber: string | null;
  thereCents: number | null;
  hereCents: number | null;
  own: LedgerEntry | null;
}

export interface Matched {
  own: LedgerEntry;
  transactionId: string;
}
export interface MatchedDay {
  matched: Matched[];
  differences: Difference[];
}

/** How long after its capture a payment that is not settled is no difference yet. R-578. */
const SETTLES_WITHIN_SECONDS = 72 * 3600;

const movesOf: Readonly<Partial<Record<SettledStatus, Moves>>> = {
  settled: 'charge',
  refunded: 'refund',
  returned: 'return',
};
const directionOf = (own: LedgerEntry): Moves => (own.type === 'payment' ? 'charge' : 'refund');
const signed = (moves: Moves, cents: number): number => (moves === 'charge' ? cents : -cents);
const signedOwn = (own: LedgerEntry): number => signed(directionOf(own), own.amountCents);

/** By which a difference is known again by the next comparison. */
const subjectThere = ({ transactionId }: ProcessorTransaction): string => `there:${transactionId}`;
const subjectHere = ({ type, id }: LedgerEntry): string => `${type}:${id}`;

/**
 * Lays the transactions of a day beside the books, each at most once: by transaction id, else by
 * invoice number where kind and amount are the same. `elsewhere` are those of the days after it,
 * where what was captured on it may be settled. R-578.
 */
export function matchDay(
  there: readonly ProcessorTransaction[],
  own: readonly LedgerEntry[],
  elsewhere: readonly ProcessorTransaction[],
  now: Date,
): MatchedDay {
  const found: MatchedDay = { matched: [], differences: [] };
  const taken = new Set<LedgerEntry>();
  const pairs = new Map<ProcessorTransaction, LedgerEntry>();
  const decided = there.filter(({ status }) => status !== 'undecided');
  const byTransaction = new Map(own.map((one) => [one.transactionId, one]));
  for (const one of decided) {
    const same = byTransaction.get(one.transactionId);
    if (same === undefined) continue;
    pairs.set(one, same);
    taken.add(same);
  }
  const byInvoice = Map.groupBy(own, ({ invoiceNumber }) => invoiceNumber);
  const free = (candidate: LedgerEntry, one: ProcessorTransaction) =>
    !taken.has(candidate) &&
    (candidate.settledAs === null || candidate.settledAs === one.transactionId) &&
    directionOf(candidate) === movesOf[one.status];
  for (const one of decided) {
    if (pairs.has(one) || one.invoiceNumber === '') continue;
    const same = byInvoice.get(one.invoiceNumber)?.find((candidate) => free(candidate, one));
    if (same === undefined) continue;
    pairs.set(one, same);
    taken.add(same);
  }
  for (const one of decided) {
    const pair = pairs.get(one);
    const known = one.invoiceNumber === '' ? undefined : byInvoice.get(one.invoiceNumber)?.[0];
    const difference = pair ? pairDiffers(one, pair) : unpaired(one, known ?? null);
    if (difference) found.differences.push(difference);
    else if (pair && pair.state === 'moved' && movesOf[one.status] !== undefined)
      found.matched.push({ own: pair, transactionId: one.transactionId });
  }
  const settles = new Set(
    elsewhere
      .filter(({ status }) => movesOf[status] !== undefined)
      .flatMap(({ transactionId, invoiceNumber, status }) => [
        transactionId,
        `${movesOf[status]}:${invoiceNumber}`,
      ]),
  );
  for (const one of own) {
    const isSettled =
      taken.has(one) ||
      one.settledAs !== null ||
      (one.transactionId !== null && settles.has(one.transactionId)) ||
      settles.has(`${directionOf(one)}:${one.invoiceNumber}`);
    const isLate = one.at !== null && plusSeconds(one.at, SETTLES_WITHIN_SECONDS) <= now;
    if (one.isAwaited && one.state === 'moved' && isLate && !isSettled)
      found.differences.push({
        ...aboutOwn(one),
        subject: subjectHere(one),
        kind: 'only_here',
        moves: directionOf(one),
        transactionId: one.transactionId,
        thereCents: null,
        hereCents: signedOwn(one),
      });
  }
  return found;
}

const knownAs = (own: LedgerEntry): BookedState =>
  own.state === 'unfinished' ? 'unfinished' : 'finished';
const aboutOwn = (own: LedgerEntry) => ({
  own,
  known: knownAs(own),
  invoiceNumber: own.invoiceNumber,
});

/** In what a transaction and the row that it is in the books differ; null: in nothing. */
function pairDiffers(one: ProcessorTransaction, own: LedgerEntry): Difference | null {
  const moves = movesOf[one.status];
  const about = {
    ...aboutOwn(own),
    subject: subjectThere(one),
    transactionId: one.transactionId,
  };
  if (moves === 'return')
    return own.state === 'moved'
      ? { ...about, kind: 'returned', moves, thereCents: 0, hereCents: signedOwn(own) }
      : null;
  if (moves === undefined)
    return own.state === 'moved'
      ? {
          ...about,
          kind: 'other_state',
          moves: directionOf(own),
          thereCents: 0,
          hereCents: signedOwn(own),
        }
      : null;
  const thereCents = signed(moves, one.amountCents);
  const isMoved = own.state === 'moved';
  // a mend in progress has called the processor and has no answer yet
  if (own.state === 'unfinished' && own.type === 'mend') return null;
  if (own.state === 'unfinished')
    return { ...about, kind: 'only_there', moves, thereCents, hereCents: null };
  if (!isMoved || moves !== directionOf(own))
    return {
      ...about,
      kind: 'other_state',
      moves,
      thereCents,
      hereCents: isMoved ? signedOwn(own) : 0,
    };
  return thereCents === signedOwn(own)
    ? null
    : { ...about, kind: 'other_amount', moves, thereCents, hereCents: signedOwn(own) };
}

/** Returns the kind of a transaction without a row in the books; null: it moved nothing. */
function unpaired(one: ProcessorTransaction, known: LedgerEntry | null): Difference | null {
  const moves = movesOf[one.status];
  if (moves === undefined) return null;
  return {
    subject: subjectThere(one),
    kind: moves === 'return' ? 'returned' : 'only_there',
    known: known ? 'finished' : 'nothing',
    moves,
    transactionId: one.transactionId,
    invoiceNumber: one.invoiceNumber || null,
    thereCents: signed(moves, one.amountCents),
    hereCents: null,
    own: known,
  };
}

/** Sums of a side, in cents; refunds are positive in `refundsCents`. */
export interface Totals {
  chargesCents: number;
  refundsCents: number;
}

/** Sums the amounts that the processor moved. */
export function totalsThere(there: readonly ProcessorTransaction[]): Totals {
  const sum = (...statuses: SettledStatus[]) =>
    there
      .filter(({ status }) => statuses.includes(status))
      .reduce((total, { amountCents }) => total + amountCents, 0);
  return { chargesCents: sum('settled'), refundsCents: sum('refunded', 'returned') };
}

/**
 * Returns the sums of the books for the same transactions, and for those missing at the processor.
 */
export function totalsHere({ matched, differences }: MatchedDay): Totals {
  const here = [
    ...matched.map(({ own }) => signedOwn(own)),
    ...differences.map(({ hereCents }) => hereCents ?? 0),
  ];
  const sum = (list: number[]) => list.reduce((total, cents) => total + cents, 0);
  return {
    chargesCents: sum(here.filter((cents) => cents > 0)),
    refundsCents: -sum(here.filter((cents) => cents < 0)) || 0,
  };
}
