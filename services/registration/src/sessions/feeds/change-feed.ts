import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { secretToken } from '@portal/kit/ids';
import { domainError } from '../../errors.ts';
import { type FeedOwner, feedOwner } from './feed-owner.ts';
import { feedUrl, hashOf } from './feed-secret.ts';
import { deleteFeed, type Feed, findFeed, insertFeed, isLocation } from './store.ts';

export type FeedAction = 'make' | 'renew' | 'revoke';

interface Change {
  owner: FeedOwner;
  action: FeedAction;
}

/** Does the change; returns the address of a new feed, which is not stored. */
async function work(tx: Tx, { owner, action }: Change): Promise<string | null> {
  if (owner.kind === 'branch' && !(await isLocation(tx, owner.locationId)))
    throw domainError('location_not_found');
  const audit = (op: 'insert' | 'delete', id: number) =>
    tx.audit({
      op,
      table: 'calendar_feed',
      id,
      ...(owner.kind === 'student'
        ? { studentId: owner.studentId, change: {} }
        : { change: { locationId: owner.locationId } }),
    });
  if (action !== 'make') {
    const gone = await deleteFeed(tx, owner);
    if (gone !== undefined) audit('delete', gone);
  }
  if (action === 'revoke') return null;
  const secret = secretToken();
  const made = await insertFeed(tx, owner, { secretHash: hashOf(secret), now: tx.now });
  if (made === undefined) throw domainError('feed_exists');
  audit('insert', made);
  return feedUrl(secret);
}

/**
 * Makes, renews or ends the caller's feed (C-O52, R-575). Returns its address, null after a
 * revocation and to a replay: only the first request of a key gets the address. Renewing or
 * revoking without a feed is no error. Throws invalid, feed_exists or location_not_found.
 */
export async function changeFeed(
  call: Call,
  { locationId, action }: { locationId: number | null; action: FeedAction },
): Promise<string | null> {
  const owner = feedOwner(call.actor, locationId);
  let url: string | null = null;
  const change = command(
    'changeFeed',
    async (tx: Tx, wanted: Change): Promise<null> => {
      url = await work(tx, wanted);
      return null; // the stored answer holds no secret
    },
    () => {
      url = null;
      return null;
    },
  );
  await change(call, { owner, action });
  return url;
}

/** Returns the caller's feed, if any (C-O52). Throws invalid or location_not_found. */
export async function getFeed(call: Call, locationId: number | null): Promise<Feed | undefined> {
  const owner = feedOwner(call.actor, locationId);
  if (owner.kind === 'branch' && !(await isLocation(call.db, owner.locationId)))
    throw domainError('location_not_found');
  return findFeed(call.db, owner);
}
