import { can } from '@portal/access/can';
import { plusSeconds } from '@portal/kit/clock';
import type { Tx } from '@portal/kit/commands/command';
import { on } from '@portal/kit/events/inbox';
import { SignInBarred, StaffAccessChanged } from '@portal/proto/identity/v1/events';
import { deleteFeedsOf } from './store.ts';

/** By so much the clock of identity may be behind this one. */
const CLOCKS_APART_SECONDS = 2;

/**
 * Ends the feeds that an account had at a time; their addresses open nothing any more, whatever the
 * account may do later. One that was made since then stays: an event can come late.
 */
async function endFeeds(
  tx: Tx,
  { studentId, userId }: { studentId: number | null; userId: number | null },
  at: Date,
): Promise<void> {
  const madeUntil = plusSeconds(at, CLOCKS_APART_SECONDS);
  for (const { id, locationId } of await deleteFeedsOf(tx, { studentId, userId }, madeUntil))
    tx.audit({
      op: 'delete',
      table: 'calendar_feed',
      id,
      ...(studentId === null ? { change: { locationId } } : { studentId, change: {} }),
    });
}

/** Deletes the feed of a student who is barred from signing in. R-575 */
export const onSignInBarred = on(SignInBarred, {
  apply: (tx, { at, data: { studentId } }) => endFeeds(tx, { studentId, userId: null }, at),
});

/** Deletes the feed of a staff account that lost the role for it, or was closed. R-575 */
export const onStaffAccessChanged = on(StaffAccessChanged, {
  apply: async (tx, { at, data: { userId, roles } }) => {
    if (roles === undefined) return; // signed out only; its roles are unchanged
    if (can({ kind: 'staff', roles: roles.held }, 'calendar_feed.keep')) return;
    await endFeeds(tx, { studentId: null, userId }, at);
  },
});
