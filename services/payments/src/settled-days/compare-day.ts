import { dayPlus } from '@portal/kit/clock';
import { type Call, scopeOf, type Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { ReconciliationDifference } from '@portal/proto/payments/v1/events';
import { domainError } from '../errors.ts';
import { isOver, NIGHTLY_DAYS } from './matching/days.ts';
import { type MatchedDay, matchDay, totalsHere, totalsThere } from './matching/match-day.ts';
import { ownToMatch } from './matching/own-store.ts';
import { type Read, readSettled, windowOf } from './matching/read-settled.ts';
import {
  claimDay,
  type DayOfAccount,
  isRunning,
  knownBatches,
  lockDay,
  noteFailed,
  refreshDay,
  writeDay,
} from './records/day-store.ts';
import {
  countOpen,
  insertDifferences,
  lockDifferences,
  markFound,
  markGone,
  updateFound,
} from './records/difference-store.ts';

interface Comparing {
  runId: string;
  read?: Read;
}

const known = (sql: Parameters<typeof knownBatches>[0], { day, account }: DayOfAccount) =>
  knownBatches(sql, account, windowOf(day), {
    from: dayPlus(day, { days: -NIGHTLY_DAYS }),
    to: day,
  });

/**
 * Compares what the processor settled on a day in an account with the books. Any
 * replica takes up what a crash left; nothing is written before the processor answered all of it.
 * Refuses with day_not_over, running, signed, and partner_failed, which leaves the day as it was.
 */
export const comparingDay = durable<DayOfAccount, Comparing, { runId: string }>({
  name: 'compareDay',
  begin: async (tx, of, _call, runId) => {
    if (!isOver(of.day, tx.now)) throw domainError('day_not_over');
    const day = await lockDay(tx, of);
    if (day.state === 'signed') throw domainError('signed');
    if (await isRunning(tx, day)) throw domainError('running');
    await claimDay(tx, of, runId);
    return { runId };
  },
  steps: [
    {
      name: 'compare',
      run: async ({ input, call }) => ({
        read: await readSettled(input.day, input.account, await known(call.db, input)),
      }),
      commit: async (tx, { input, state }) => {
        if (!state.read) throw new Error('nothing was read of the day');
        await writeComparison(tx, input, state.runId, state.read);
        return {};
      },
      undo: (tx, { input, state }) => noteFailed(tx, input, state.runId, tx.now),
    },
  ],
  answer: ({ runId }) => ({ runId }),
});

async function writeComparison(tx: Tx, of: DayOfAccount, runId: string, read: Read): Promise<void> {
  const { state } = await lockDay(tx, of);
  if (state === 'signed') return;
  const there = read.batches.flatMap(({ transactions }) => transactions);
  const awaited = { day: of.day, signedDays: (await known(tx, of)).signedDays };
  const own = await ownToMatch(tx, of.account, there, awaited);
  const result = matchDay(there, own, read.elsewhere, tx.now);
  const batches = read.batches.map((batch) => {
    const { chargesCents, refundsCents } = totalsThere(batch.transactions);
    return { ...batch, amountCents: chargesCents - refundsCents };
  });
  const sides = { there: totalsThere(there), here: totalsHere(result) };
  await writeDay(tx, of, { batches, matched: result.matched, ...sides }, tx.now);
  const { isNew, gone } = await writeDifferences(tx, of, result);
  await refreshDay(tx, of);
  const open = await countOpen(tx, of);
  if (isNew) tx.emit(ReconciliationDifference, { runId, ...of, open });
  if (tx.actor.kind !== 'service' || isNew || gone > 0)
    tx.audit({
      op: 'action',
      table: 'settled_day',
      id: `${of.day} ${of.account}`,
      change: { compared: true, matched: result.matched.length, open },
    });
}

/**
 * Opens new differences and marks those that no longer exist as gone; mended ones are final. R-580.
 */
async function writeDifferences(
  tx: Tx,
  of: DayOfAccount,
  { matched, differences }: MatchedDay,
): Promise<{ isNew: boolean; gone: number }> {
  const bySubject = new Map(differences.map((found) => [found.subject, found]));
  const gone: { id: number; studentId: number | null }[] = [];
  for (const row of await lockDifferences(tx, of)) {
    const found = bySubject.get(row.subject);
    if (row.state === 'mended' || row.mendId !== null) continue;
    if (found?.kind === row.kind) await updateFound(tx, row.id, found);
    else gone.push(row);
  }
  await markGone(
    tx,
    gone.map(({ id }) => id),
  );
  const settled = matched.map(({ own }) => `${own.type}:${own.id}`);
  const elsewhere = await markFound(tx, of, settled);
  for (const other of elsewhere) await refreshDay(tx, other);
  for (const { id, studentId } of [...gone, ...elsewhere])
    tx.audit({
      op: 'update',
      table: 'payment_difference',
      id,
      ...(studentId === null ? {} : { studentId }),
      change: { state: 'gone' },
    });
  const made = await insertDifferences(tx, of, differences, tx.now);
  return { isNew: made > 0, gone: gone.length + elsewhere.length };
}

/** How long the answer waits for the end of a comparison. */
const WAITS_MS = 20_000;

/** Starts a comparison and waits for its end, as long as a person would (C-O47). */
export async function compareDay(
  call: Call,
  of: DayOfAccount,
): Promise<{ runId: string; finished: boolean }> {
  const begun = comparingDay.start(call, of).then(({ runId }) => ({ runId, finished: true }));
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, WAITS_MS, null).unref();
  });
  const done = await Promise.race([begun, late]);
  if (done !== null) return done;
  begun.catch(() => {}); // the day itself announces it from here on
  const { runId } = await call.db.one<{ runId: string }>`
    SELECT id AS run_id FROM process
    WHERE name = ${comparingDay.name} AND scope = ${scopeOf(call.actor)} AND key = ${call.key}`;
  return { runId, finished: false };
}
