import { describe, expect, test } from '@jest/globals';
import { plusSeconds } from '@portal/kit/clock';
import type { SettledStatus } from '../../partners/transaction-status.ts';
import {
  type Difference,
  type LedgerEntry,
  matchDay,
  type ProcessorTransaction,
  totalsHere,
  totalsThere,
} from './match-day.ts';

const now = new Date('2026-03-10T09:30:00Z');
const hoursAgo = (hours: number) => plusSeconds(now, -hours * 3600);

const there = (more: Partial<ProcessorTransaction> = {}): ProcessorTransaction => ({
  transactionId: 'T1',
  invoiceNumber: 'A',
  status: 'settled',
  amountCents: 5200,
  ...more,
});
const payment = (more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  type: 'payment',
  id: 1,
  paymentId: 1,
  studentId: 7,
  transactionId: 'T1',
  invoiceNumber: 'A',
  amountCents: 5200,
  state: 'moved',
  at: hoursAgo(30),
  settledAs: null,
  isAwaited: true,
  ...more,
});
const refund = (more: Partial<LedgerEntry> = {}): LedgerEntry =>
  payment({ type: 'refund', id: 3, transactionId: 'R1', invoiceNumber: 'B', ...more });
const mend = (more: Partial<LedgerEntry> = {}): LedgerEntry =>
  payment({
    type: 'mend',
    id: 9,
    transactionId: 'M1',
    invoiceNumber: 'C',
    isAwaited: false,
    ...more,
  });
const unfinished = { state: 'unfinished', transactionId: null, at: null } as const;

const short = ({ kind, known, thereCents, hereCents, subject }: Difference) =>
  `${kind} ${known} ${thereCents}/${hereCents} ${subject}`;

interface Case {
  what: string;
  there?: ProcessorTransaction[];
  own?: LedgerEntry[];
  elsewhere?: ProcessorTransaction[];
  matched?: string[];
  found?: string[];
}

const cases: Case[] = [
  { what: 'nothing on either side' },
  // the same on both sides
  { what: 'a charge by its transaction', there: [there()], own: [payment()], matched: ['T1'] },
  {
    what: 'a charge by its transaction, whatever its invoice number',
    there: [there({ invoiceNumber: '' })],
    own: [payment()],
    matched: ['T1'],
  },
  {
    what: 'a charge by its invoice number',
    there: [there({ transactionId: 'T9' })],
    own: [payment()],
    matched: ['T9'],
  },
  {
    what: 'a charge that was matched as this transaction before',
    there: [there({ transactionId: 'T9' })],
    own: [payment({ settledAs: 'T9' })],
    matched: ['T9'],
  },
  {
    what: 'a refund by its transaction',
    there: [there({ transactionId: 'R1', status: 'refunded' })],
    own: [refund()],
    matched: ['R1'],
  },
  {
    what: 'a refund by its invoice number',
    there: [there({ transactionId: 'R9', invoiceNumber: 'B', status: 'refunded' })],
    own: [refund()],
    matched: ['R9'],
  },
  {
    what: 'a refund that mended a difference',
    there: [there({ transactionId: 'M1', invoiceNumber: 'C', status: 'refunded' })],
    own: [mend()],
    matched: ['M1'],
  },
  {
    what: 'the refund of a mend that is not told yet',
    there: [there({ transactionId: 'M1', invoiceNumber: 'C', status: 'refunded' })],
    own: [mend(unfinished)],
  },
  {
    what: 'a charge and its refund',
    there: [there(), there({ transactionId: 'R1', invoiceNumber: 'B', status: 'refunded' })],
    own: [payment(), refund()],
    matched: ['T1', 'R1'],
  },
  // only there
  {
    what: 'a charge that nobody here knows',
    there: [there()],
    found: ['only_there nothing 5200/null there:T1'],
  },
  {
    what: 'a charge without an invoice number',
    there: [there({ invoiceNumber: '' })],
    own: [payment({ transactionId: 'T2', invoiceNumber: '', at: hoursAgo(1) })],
    found: ['only_there nothing 5200/null there:T1'],
  },
  {
    what: 'a refund that nobody here knows',
    there: [there({ status: 'refunded' })],
    found: ['only_there nothing -5200/null there:T1'],
  },
  {
    what: 'a payment that is not at its end',
    there: [there()],
    own: [payment(unfinished)],
    found: ['only_there unfinished 5200/null there:T1'],
  },
  {
    what: 'a payment that is not at its end, whatever its amount',
    there: [there({ amountCents: 1 })],
    own: [payment(unfinished)],
    found: ['only_there unfinished 1/null there:T1'],
  },
  {
    what: 'a refund that is not at its end',
    there: [there({ transactionId: 'R9', invoiceNumber: 'B', status: 'refunded' })],
    own: [refund(unfinished)],
    found: ['only_there unfinished -5200/null there:R9'],
  },
  {
    what: 'a second charge under one invoice number',
    there: [there(), there({ transactionId: 'T2' })],
    own: [payment()],
    matched: ['T1'],
    found: ['only_there finished 5200/null there:T2'],
  },
  {
    what: 'a second charge of a payment that is settled on another day',
    there: [there({ transactionId: 'T2' })],
    own: [payment({ settledAs: 'T1' })],
    found: ['only_there finished 5200/null there:T2'],
  },
  {
    what: 'a refund by hand under the invoice number of the payment',
    there: [there({ transactionId: 'X', status: 'refunded' })],
    own: [payment({ settledAs: 'T1' })],
    found: ['only_there finished -5200/null there:X'],
  },
  // another amount
  {
    what: 'a charge of another amount by its transaction',
    there: [there({ amountCents: 5300 })],
    own: [payment()],
    found: ['other_amount finished 5300/5200 there:T1'],
  },
  {
    what: 'a charge of another amount by its invoice number',
    there: [there({ transactionId: 'T9', amountCents: 5300 })],
    own: [payment()],
    found: ['other_amount finished 5300/5200 there:T9'],
  },
  {
    what: 'a refund of another amount',
    there: [there({ transactionId: 'R1', status: 'refunded', amountCents: 100 })],
    own: [refund()],
    found: ['other_amount finished -100/-5200 there:R1'],
  },
  // another state
  {
    what: 'a payment that is voided there',
    there: [there({ status: 'not_moved' })],
    own: [payment()],
    found: ['other_state finished 0/5200 there:T1'],
  },
  {
    what: 'a refund that was not made there',
    there: [there({ transactionId: 'R1', status: 'not_moved' })],
    own: [refund()],
    found: ['other_state finished 0/-5200 there:R1'],
  },
  {
    what: 'a payment that is voided here alone',
    there: [there()],
    own: [payment({ state: 'voided' })],
    found: ['other_state finished 5200/0 there:T1'],
  },
  {
    what: 'a payment that was declined here',
    there: [there()],
    own: [payment({ state: 'not_moved', transactionId: null, at: null })],
    found: ['other_state finished 5200/0 there:T1'],
  },
  {
    what: 'a refund that was refused here',
    there: [there({ transactionId: 'R9', invoiceNumber: 'B', status: 'refunded' })],
    own: [refund({ state: 'not_moved', transactionId: null, at: null })],
    found: ['other_state finished -5200/0 there:R9'],
  },
  {
    what: 'a payment that is a refund there',
    there: [there({ status: 'refunded' })],
    own: [payment()],
    found: ['other_state finished -5200/5200 there:T1'],
  },
  {
    what: 'a payment that is voided on both sides',
    there: [there({ status: 'not_moved' })],
    own: [payment({ state: 'voided' })],
  },
  {
    what: 'a try that was declined there',
    there: [there({ status: 'not_moved' })],
    own: [payment(unfinished)],
  },
  {
    what: 'a try that was declined before the one that was not',
    there: [there({ transactionId: 'T0', status: 'not_moved' }), there()],
    own: [payment()],
    matched: ['T1'],
  },
  // returned
  {
    what: 'a charge that the bank took back, by its own transaction',
    there: [there({ status: 'returned' })],
    own: [payment()],
    found: ['returned finished 0/5200 there:T1'],
  },
  {
    what: 'a charge that the bank took back later, under its invoice number',
    there: [there({ transactionId: 'X', status: 'returned' })],
    own: [payment({ settledAs: 'T1' })],
    found: ['returned finished -5200/null there:X'],
  },
  {
    what: 'a charge and its return on one day',
    there: [there(), there({ transactionId: 'X', status: 'returned' })],
    own: [payment()],
    matched: ['T1'],
    found: ['returned finished -5200/null there:X'],
  },
  {
    what: 'a return of what nobody here knows',
    there: [there({ status: 'returned' })],
    found: ['returned nothing -5200/null there:T1'],
  },
  {
    what: 'a return of what was never booked here',
    there: [there({ status: 'returned' })],
    own: [payment({ state: 'not_moved' })],
  },
  // only here
  {
    what: 'a payment that is nowhere there after 72 hours',
    own: [payment({ at: hoursAgo(72) })],
    found: ['only_here finished null/5200 payment:1'],
  },
  {
    what: 'a payment that is nowhere there a minute before that',
    own: [payment({ at: plusSeconds(now, -72 * 3600 + 60) })],
  },
  {
    what: 'a refund that is nowhere there after 72 hours',
    own: [refund({ at: hoursAgo(90) })],
    found: ['only_here finished null/-5200 refund:3'],
  },
  { what: 'a voided payment, however old', own: [payment({ state: 'voided', at: hoursAgo(500) })] },
  {
    what: 'an unfinished payment, however old',
    own: [payment({ ...unfinished, at: hoursAgo(500) })],
  },
  {
    what: 'an old payment that another day waits for',
    own: [payment({ at: hoursAgo(90), isAwaited: false })],
  },
  {
    what: 'an old payment that was matched before',
    own: [payment({ at: hoursAgo(90), settledAs: 'T1' })],
  },
  {
    what: 'an old payment that is settled the day after',
    own: [payment({ at: hoursAgo(90) })],
    elsewhere: [there()],
  },
  {
    what: 'an old payment that is settled the day after under another transaction',
    own: [payment({ at: hoursAgo(90) })],
    elsewhere: [there({ transactionId: 'T9' })],
  },
  {
    what: 'an old payment that was only declined the day after',
    own: [payment({ at: hoursAgo(90) })],
    elsewhere: [there({ status: 'not_moved' })],
    found: ['only_here finished null/5200 payment:1'],
  },
  {
    what: 'an old payment of which the day after has a refund alone',
    own: [payment({ at: hoursAgo(90) })],
    elsewhere: [there({ transactionId: 'X', status: 'refunded' })],
    found: ['only_here finished null/5200 payment:1'],
  },
  // undecided
  { what: 'a transaction that is still looked at', there: [there({ status: 'undecided' })] },
  {
    what: 'a payment whose transaction is still looked at after 72 hours',
    there: [there({ status: 'undecided' })],
    own: [payment({ at: hoursAgo(90) })],
    found: ['only_here finished null/5200 payment:1'],
  },
];

describe('a day at the processor beside the books', () => {
  test.each(cases)(
    'with $what',
    ({ there: theirs = [], own = [], elsewhere = [], ...expected }) => {
      const result = matchDay(theirs, own, elsewhere, now);
      expect(result.matched.map(({ transactionId }) => transactionId)).toEqual(
        expected.matched ?? [],
      );
      expect(result.differences.map(short)).toEqual(expected.found ?? []);
    },
  );

  test('nothing is matched or listed twice, in whatever order it comes', () => {
    const theirs = cases.flatMap(({ there: list = [] }, at) =>
      list.map((one) => ({
        ...one,
        transactionId: `${at}-${one.transactionId}`,
        invoiceNumber: one.invoiceNumber && `${at}-${one.invoiceNumber}`,
      })),
    );
    const own = cases.flatMap(({ own: list = [] }, at) =>
      list.map((one) => ({
        ...one,
        id: at * 100 + one.id,
        transactionId: one.transactionId && `${at}-${one.transactionId}`,
        invoiceNumber: one.invoiceNumber && `${at}-${one.invoiceNumber}`,
        settledAs: one.settledAs && `${at}-${one.settledAs}`,
      })),
    );
    const forwards = matchDay(theirs, own, [], now);
    const backwards = matchDay(theirs.toReversed(), own.toReversed(), [], now);
    const subjects = ({ matched, differences }: typeof forwards) =>
      [
        ...matched.map(({ transactionId }) => `there:${transactionId}`),
        ...differences.map(({ subject }) => subject),
      ].sort();
    expect(new Set(subjects(forwards)).size).toBe(subjects(forwards).length);
    expect(subjects(backwards)).toEqual(subjects(forwards));
    const owns = forwards.matched.map(({ own: one }) => `${one.type}:${one.id}`);
    expect(new Set(owns).size).toBe(owns.length);
  });

  test('the differences add up to money there less money here', () => {
    for (const { there: theirs = [], own = [], elsewhere = [] } of cases) {
      const result = matchDay(theirs, own, elsewhere, now);
      const [a, b] = [totalsThere(theirs), totalsHere(result)];
      const differ = result.differences
        // the row of a return by its own transaction was settled, and is withdrawn with it
        .filter(({ kind }) => kind !== 'returned')
        .reduce((sum, { thereCents, hereCents }) => sum + (thereCents ?? 0) - (hereCents ?? 0), 0);
      const returned = theirs
        .filter(({ status }) => status === 'returned')
        .reduce((sum, { amountCents }) => sum + amountCents, 0);
      const taken = result.differences
        .filter(({ kind }) => kind === 'returned')
        .reduce((sum, { hereCents }) => sum + (hereCents ?? 0), 0);
      const pending = own.some(({ type, state }) => type === 'mend' && state === 'unfinished');
      if (!pending)
        expect(a.chargesCents - a.refundsCents + returned - (b.chargesCents - b.refundsCents)).toBe(
          differ - taken,
        );
    }
  });
});

const totals: [SettledStatus, number, number][] = [
  ['settled', 5200, 0],
  ['refunded', 0, 5200],
  ['returned', 0, 5200],
  ['not_moved', 0, 0],
  ['undecided', 0, 0],
];
test.each(totals)('%s adds %d to charges and %d to refunds', (status, charges, refunds) => {
  expect(totalsThere([there({ status })])).toEqual({
    chargesCents: charges,
    refundsCents: refunds,
  });
});
