import { may } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { notFound } from '@portal/kit/errors';
import { type RunState, runState } from './run-result.ts';
import { findRecentRun } from './run-store.ts';

/** How far a run of the last 30 days is, or what came of it (C-A47). Refuses with run_not_found, also for another school than the own one. */
export async function getBulkRun(call: Call, runId: number): Promise<RunState> {
  const run = await findRecentRun(call.db, runId, call.now);
  if (run === undefined || !(may(call.actor, ['admin']) || run.schoolId === call.actor.schoolId)) {
    throw notFound('run_not_found', 'This run was not found.');
  }
  return runState(call, run);
}
