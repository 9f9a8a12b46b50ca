import { randomUUID } from 'node:crypto';
import { type Call, command, scopeOf, type Tx } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { type FeedOwner, feedOwner } from './feed-owner.ts';
import { feedUrl, hashOf, secretNamed } from './feed-secret.ts';
import { deleteFeed, type Feed, findFeed, insertFeed, isLocation } from './store.ts';

export type FeedAction = 'make' | 'renew' | 'revoke';

interface Change {
  owner: FeedOwner;
  action: FeedAction;
}

async function work(tx: Tx, { owner, action }: Change, secret: string): Promise<null> {
  if (owner.kind === 'branch' && !(await isLocation(tx, owner.locationId)))
    throw domainError('location_not_found');
  const audit = (op: 'insert' | 'delete', id: number) =>
    tx.audit({
      ...{ op, table: 'calendar_feed', id },
      ...(owner.kind === 'student'
        ? { studentId: owner.studentId, change: {} }
        : { change: { locationId: owner.locationId } }),
    });
  if (action !== 'make') {
    const gone = await deleteFeed(tx, owner);
    if (gone !== undefined) audit('delete', gone);
  }
  if (action === 'revoke') return null;
  const made = await insertFeed(tx, owner, { secretHash: hashOf(secret), now: tx.now });
  if (made === undefined) throw domainError('feed_exists');
  audit('insert', made);
  return null;
}
/**
 * Makes, renews or ends the caller's feed (C-O52, R-575), and gives its address, null after a
 * revocation; the same key gives the same address. Renewing or revoking without one is no error.
 * Refuses with invalid, feed_exists or location_not_found.
 */
export async function changeFeed(
  call: Call,
  { locationId, action }: { locationId: number | null; action: FeedAction },
): Promise<string | null> {
  // the answer that is kept under the key holds no secret: the key names it
  const secret = secretNamed(`${scopeOf(call.actor)} ${call.key ?? randomUUID()}`);
  const owner = feedOwner(call.actor, locationId);
  const change = command('changeFeed', (tx: Tx, asked: Change) => work(tx, asked, secret));
  await change(call, { owner, action });
  return action === 'revoke' ? null : feedUrl(secret);
}

/** The caller's feed, if there is one (C-O52). Refuses with invalid or location_not_found. */
export async function getFeed(call: Call, locationId: number | null): Promise<Feed | undefined> {
  const owner = feedOwner(call.actor, locationId);
  if (owner.kind === 'branch' && !(await isLocation(call.db, owner.locationId)))
    throw domainError('location_not_found');
  return findFeed(call.db, owner);
}
