import { log } from '../observability/log.ts';
import { noteProcess } from '../observability/metrics/event-metrics.ts';
import type * as tables from '../prisma/tables.ts';
import { steadyNow } from '../steady-clock.ts';
import { isTransient } from '../transient.ts';
import type { Call } from './command.ts';
import { failureText, MAX_FAILURES, MAX_PAUSE_SECONDS } from './dead-letters.ts';
import type { Durable } from './process-definition.ts';

/**
 * A process that is unfinished after this many days is a dead letter: it is not run again, only
 * ended. Other services delete the answers to its keys after a while (KEPT_DAYS, retention.ts) and
 * would repeat the effect of a repeated call.
 */
export const PROCESS_DAYS = 60;
/**
 * The longest pause before an interrupted process is retried, so that a decision that is due after
 * a given time is known soon after it.
 */
const MAX_STEP_PAUSE_SECONDS = 4;

/**
 * A process that a worker has leased. Each lease has its own name, so that a worker that lost it
 * (blocked, or cut off from the database) changes nothing.
 */
export interface Taken<I, S> {
  id: string;
  owner: string;
  input: I;
  state: S;
  step: number;
  attempt: number;
  /** An operator wants its undo instead of its next step. */
  ending: boolean;
  begunAt: Date;
}

/**
 * Leaves a process to the next try, or makes it a dead letter after too many failures that do not
 * pass by themselves.
 */
export async function releaseProcess(
  call: Call,
  { name, mustFinish }: Pick<Durable<never, never, never>, 'name' | 'mustFinish'>,
  {
    id,
    owner,
    attempt,
    ending,
    begunAt,
  }: Pick<Taken<unknown, unknown>, 'id' | 'owner' | 'attempt' | 'ending' | 'begunAt'>,
  error: unknown,
): Promise<void> {
  const isKnown = isTransient(error);
  const most = ending && mustFinish !== undefined ? 1 : MAX_FAILURES;
  const row = await (isKnown
    ? call.db.maybe<Pick<tables.Process, 'status' | 'failures'>>`
        UPDATE process SET owner = NULL, lease_until = clock_timestamp(),
          status = CASE
            WHEN created_at < clock_timestamp()
              - ${PROCESS_DAYS}::integer * interval '1 day' THEN 'dead'
            ELSE status END,
          failure = ${failureText(error)},
          dead_at = CASE
            WHEN created_at < clock_timestamp()
              - ${PROCESS_DAYS}::integer * interval '1 day' THEN clock_timestamp() END,
          next_run_at = clock_timestamp()
            + ${Math.min(MAX_STEP_PAUSE_SECONDS, 2 ** Math.min(attempt, 4))} * interval '1 second'
        WHERE id = ${id} AND owner = ${owner} AND status = 'running' RETURNING status, failures`
    : call.db.maybe<Pick<tables.Process, 'status' | 'failures'>>`
        UPDATE process
        SET owner = NULL, lease_until = clock_timestamp(), failures = failures + 1,
          failure = ${failureText(error)},
          status = CASE WHEN failures + 1 >= ${most}::integer THEN 'dead' ELSE status END,
          dead_at = CASE WHEN failures + 1 >= ${most}::integer THEN clock_timestamp() END,
          next_run_at = clock_timestamp() + least(${MAX_PAUSE_SECONDS}::integer,
            power(2, least(failures, 6))) * interval '1 second'
        WHERE id = ${id} AND owner = ${owner} AND status = 'running' RETURNING status, failures`
  )
    // the lease expires when the database is unavailable
    .catch(() => undefined);
  const facts = {
    err: error,
    process: name,
    id,
    requestId: call.requestId,
    failures: row?.failures,
  };
  if (row?.status === 'dead') {
    noteProcess(name, 'dead', (steadyNow().getTime() - begunAt.getTime()) / 1000);
    log.error(
      facts,
      'process failed too often and is a dead letter now; see services/kit/commands/redrive.ts',
    );
  } else log[isKnown ? 'warn' : 'error'](facts, 'process interrupted, will be resumed');
}
