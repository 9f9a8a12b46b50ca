import { setTimeout as pause } from 'node:timers/promises';
import { type Call, scopeOf } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import type { BulkOrder } from '../quote/bulk-order.ts';
import { gatherFacts } from '../quote/gather-facts.ts';
import { checkOrder } from '../quote/order-checks.ts';
import { quoteFacts } from '../quote/quote-bulk.ts';
import { type AgreedCall, bulkRunProcess } from './bulk-run.ts';
import { type RunState, runState } from './run-result.ts';
import { findRunOfKey, isKeyKnown } from './run-store.ts';

/** How long the answer waits for the end of a run, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** Whether the run is written by now is looked at so often, in milliseconds. */
const LOOK_AGAIN_MS = 50;

/**
 * Checks the whole order before anything is written; an order with a known key was checked before.
 */
async function agreed(call: Call, order: BulkOrder): Promise<Call> {
  if (
    call.key !== null &&
    (await isKeyKnown(call.db, bulkRunProcess.name, scopeOf(call.actor), call.key))
  )
    return call;
  const facts = await gatherFacts(call, order);
  const quote = quoteFacts(facts);
  checkOrder(facts.students, quote, facts.balanceCents);
  const request: AgreedCall = { ...call, agreed: { facts, quote } };
  return request;
}

/**
 * Orders a run and waits for its end, 20 seconds at most (C-S39, C-A46); the same key again gives
 * its present state. Refuses as gatherFacts and checkOrder do, and with run_in_progress.
 */
export async function orderBulk(
  call: Call,
  order: BulkOrder,
  waitMs: number = MAX_WAIT_MS,
): Promise<RunState> {
  const working = bulkRunProcess.start(await agreed(call, order), order).then(
    () => ({ failure: null }),
    (failure: unknown) => ({ failure }),
  );
  for (let ms = waitMs; ; ms = LOOK_AGAIN_MS) {
    const timer = new AbortController();
    const waited = pause(ms, null, { signal: timer.signal }).catch(() => null);
    const end = await Promise.race([working, waited]);
    timer.abort();
    if (end?.failure instanceof DomainError && !end.failure.isTransient) throw end.failure;
    // an interrupted run resumes: the run exists, and the answer is its present state
    const scope = scopeOf(call.actor);
    const run = await findRunOfKey(call.db, bulkRunProcess.name, scope, call.key ?? '');
    if (run !== undefined) return runState(call, run);
    // while the order itself is still being written there is nothing to tell yet
    if (end !== null) throw end.failure ?? new Error('a run was ordered and is not there');
  }
}
