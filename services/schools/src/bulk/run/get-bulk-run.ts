import { canAtSchool } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import { type RunState, runState } from './run-result.ts';
import { findRecentRun } from './run-store.ts';

/**
 * Returns the progress or the outcome of a run of the last 30 days (C-A47). Refuses with
 * run_not_found, also for another school than the caller's own.
 */
export async function getBulkRun(call: Call, runId: number): Promise<RunState> {
  const run = await findRecentRun(call.db, runId, call.now);
  if (run === undefined || !canAtSchool(call.actor, 'bulk_order.make', run.schoolId)) {
    throw domainError('run_not_found');
  }
  return runState(call, run);
}
