import { setTimeout as pause } from 'node:timers/promises';
import { type Call, scopeOf } from '@portal/kit/commands/command';
import type { Process } from '@portal/kit/commands/process-definition';
import { DomainError } from '@portal/kit/errors';
import { calendarError } from '../../errors.ts';
import type { OfficeSession } from '../calendar/queries/office-session.ts';
import { sessionNow } from '../calendar/queries/session-now.ts';
import { countRun, findRecentRun, findRunOfKey, type Run, type RunCounts } from './run-store.ts';

/** The progress of a run, or its result. */
export interface SessionRun extends RunCounts {
  runId: string;
  kind: Run['kind'];
  finished: boolean;
  /** As it is now. */
  session: OfficeSession;
}

async function runState(call: Call, { id, kind, sessionId, finishedAt }: Run): Promise<SessionRun> {
  const [counts, session] = await Promise.all([countRun(call.db, id), sessionNow(call, sessionId)]);
  return {
    ...counts,
    runId: id,
    kind,
    finished: finishedAt !== null,
    session,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the progress or result of a run of the last 30 days (C-O10). Throws run_not_found. */
export async function getSessionRun(call: Call, runId: string): Promise<SessionRun> {
  const run = UUID.test(runId) ? await findRecentRun(call.db, runId, call.now) : undefined;
  if (run === undefined) throw calendarError('run_not_found');
  return runState(call, run);
}

const BEGUN_MS = 50;
/** How long the answer waits for the end of a short run. */
const END_MS = 20_000;

/**
 * Starts a run and returns its state: the end, or the beginning of a long run; the same key again
 * returns the current state. A job resumes an interrupted run. Refuses as the beginning of the
 * process does.
 */
export async function startRun<I>(
  call: Call,
  process: Process<I, unknown>,
  input: I,
  isLong: (counts: RunCounts) => boolean,
): Promise<SessionRun> {
  const find = () => findRunOfKey(call.db, process.name, scopeOf(call.actor), call.key ?? '');
  const until = performance.now() + END_MS;
  const working = process.start(call, input).then(
    () => 'done' as const,
    (error: unknown) => ({ error }),
  );
  for (;;) {
    const outcome = await Promise.race([working, pause(BEGUN_MS, null)]);
    const failure = outcome !== null && outcome !== 'done' ? outcome.error : undefined;
    if (failure instanceof DomainError && !failure.isTransient) throw failure;
    const run = await find();
    if (run === undefined && outcome === null && performance.now() < until) continue;
    if (run === undefined) throw failure ?? new Error('a run was started and is not there');
    const isOver = outcome !== null || performance.now() > until;
    if (isOver || isLong(await countRun(call.db, run.id))) return runState(call, run);
  }
}
