import type { Sql } from '@portal/kit/database/database';
import type { OfficeSessionBefore } from '../../../capacity/seats/sessions/office-session-store.ts';
import { calendarError } from '../../../errors.ts';
import { changesSince } from '../queries/store.ts';
import { type BranchOfSessions, readBranch } from '../rooms/branch.ts';
import { outdatedChange } from './session-changes.ts';

/**
 * Throws called_off for a session that is called off, and session_changed for a request that was
 * made from another version. R-503.
 */
export async function checkVersion(
  sql: Sql,
  { id, version, calledOffAt }: Pick<OfficeSessionBefore, 'id' | 'version' | 'calledOffAt'>,
  seen: number,
): Promise<void> {
  if (calledOffAt !== null) throw calendarError('called_off');
  if (version !== seen) throw outdatedChange(await changesSince(sql, id, seen));
}

/** Reads a branch that takes sessions. Throws location_not_found or location_retired. */
export async function checkBranch(sql: Sql, locationId: number): Promise<BranchOfSessions> {
  const branch = await readBranch(sql, locationId);
  if (branch === undefined) throw calendarError('location_not_found');
  if (!branch.active) throw calendarError('location_retired');
  return branch;
}
