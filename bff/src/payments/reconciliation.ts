import {
  type Difference,
  getReconciliation,
  mendDifference,
  reconcileDay,
  type SettledBatch,
  type SettledDay,
  signSettledDay,
} from '@portal/contract/payments/reconciliation';
import type {
  Batch,
  SettledDay as WireDay,
  Difference as WireDifference,
} from '@portal/proto/payments/v1/reconciliation';
import { Accepted, route } from '../http/route.ts';

/** A comparison is waited for 20 seconds, and a mend as long as the processor takes. */
const WAITS_MS = 30_000;

const dollars = (cents: number): number => cents / 100;
const dollarsOrNull = (cents: number | undefined): number | null =>
  cents === undefined ? null : cents / 100;

/** A settled day as the pages read it; money in dollars. */
export function settledDayView(day: WireDay | undefined): SettledDay {
  if (day === undefined) throw new Error('an answer without its day');
  return {
    date: day.day,
    account: day.account as SettledDay['account'],
    state: day.state as SettledDay['state'],
    batches: day.batches,
    charges: dollars(day.chargesCents),
    refunds: dollars(day.refundsCents),
    chargesHere: dollars(day.ownChargesCents),
    refundsHere: dollars(day.ownRefundsCents),
    matched: day.matched,
    differences: day.differences,
    open: day.open,
    signedBy: day.signedBy ?? null,
    signedAt: day.signedAt?.toISOString() ?? null,
    comment: day.comment ?? null,
    lastRun: day.comparedAt?.toISOString() ?? null,
    running: day.running,
    failedAt: day.failedAt?.toISOString() ?? null,
  };
}

/** A difference as the pages read it; money in dollars. */
export function differenceView(difference: WireDifference | undefined): Difference {
  if (difference === undefined) throw new Error('an answer without its difference');
  const { id, thereCents, hereCents, at, day: _day, ...rest } = difference;
  return {
    differenceId: id,
    kind: rest.kind as Difference['kind'],
    state: rest.state as Difference['state'],
    account: rest.account as Difference['account'],
    transactionId: rest.transactionId ?? null,
    invoiceNumber: rest.invoiceNumber ?? null,
    there: dollarsOrNull(thereCents),
    here: dollarsOrNull(hereCents),
    paymentId: rest.paymentId ?? null,
    studentId: rest.studentId ?? null,
    comment: rest.comment ?? null,
    by: rest.by ?? null,
    at: at?.toISOString() ?? null,
    action: (rest.action ?? null) as Difference['action'],
    mends: rest.mends as Difference['mends'],
  };
}

const batchView = ({
  batchId,
  account,
  settledAt,
  transactions,
  amountCents,
}: Batch): SettledBatch => ({
  batchId,
  account: account as SettledBatch['account'],
  settledAt: settledAt?.toISOString() ?? '',
  count: transactions,
  amount: dollars(amountCents),
});

export const reconciliationRoutes = [
  route(getReconciliation, async ({ input, by }, { payments }) => {
    const { date, account, from = '', to = '' } = input;
    const range = date === undefined ? { from, to } : { from: date, to: date };
    const { days, differences, batches } = await payments.reconciliation.listSettledDays(
      { ...range, withDifferences: date !== undefined, ...(account ? { account } : {}) },
      by,
    );
    const shown = { days: days.map(settledDayView) };
    return date === undefined
      ? shown
      : { ...shown, differences: differences.map(differenceView), batches: batches.map(batchView) };
  }),

  route(reconcileDay, async ({ input, by }, { payments }) => {
    const { date, account } = input;
    const { runId, finished } = await payments.reconciliation.compareDay(
      { day: date, account },
      { ...by, deadlineMs: WAITS_MS },
    );
    return new Accepted({ state: 'processing', runId, done: finished ? 1 : 0, total: 1 });
  }),

  route(mendDifference, async ({ input, by }, { payments }) => {
    const { differenceId, action, comment, amount } = input;
    const { difference, day } = await payments.reconciliation.mendDifference(
      {
        differenceId,
        action,
        comment,
        ...(amount === undefined ? {} : { amountCents: Math.round(amount * 100) }),
      },
      { ...by, deadlineMs: WAITS_MS },
    );
    return { difference: differenceView(difference), day: settledDayView(day) };
  }),

  route(signSettledDay, async ({ input, by }, { payments }) => {
    const { date, account, comment } = input;
    const { day } = await payments.reconciliation.signDay({ day: date, account, comment }, by);
    return { day: settledDayView(day) };
  }),
];
