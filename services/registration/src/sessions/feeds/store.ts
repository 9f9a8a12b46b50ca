import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { FeedOwner } from './feed-owner.ts';

export type Feed = Pick<
  tables.CalendarFeed,
  'id' | 'studentId' | 'userId' | 'locationId' | 'createdAt' | 'lastRead'
>;

/** Returns the columns of an owner. */
const columnsOf = (owner: FeedOwner) =>
  owner.kind === 'student'
    ? { studentId: owner.studentId, userId: null, locationId: null }
    : { studentId: null, userId: owner.userId, locationId: owner.locationId };

export function findFeed(sql: Sql, owner: FeedOwner): Promise<Feed | undefined> {
  return owner.kind === 'student'
    ? sql.maybe<Feed>`
        SELECT id, student_id, user_id, location_id, created_at, last_read FROM calendar_feed
        WHERE student_id = ${owner.studentId}`
    : sql.maybe<Feed>`
        SELECT id, student_id, user_id, location_id, created_at, last_read FROM calendar_feed
        WHERE user_id = ${owner.userId} AND location_id = ${owner.locationId}`;
}

export function findFeedBySecret(sql: Sql, secretHash: Buffer): Promise<Feed | undefined> {
  return sql.maybe<Feed>`
    SELECT id, student_id, user_id, location_id, created_at, last_read FROM calendar_feed
    WHERE secret_hash = ${secretHash}`;
}

/** Inserts a feed and returns its id; undefined if its owner has one. */
export async function insertFeed(
  sql: Sql,
  owner: FeedOwner,
  { secretHash, now }: { secretHash: Buffer; now: Date },
): Promise<number | undefined> {
  const { studentId, userId, locationId } = columnsOf(owner);
  const made = await sql.maybe<Pick<tables.CalendarFeed, 'id'>>`
    INSERT INTO calendar_feed (student_id, user_id, location_id, secret_hash, created_at)
    VALUES (${studentId}, ${userId}, ${locationId}, ${secretHash}, ${now})
    ON CONFLICT DO NOTHING RETURNING id`;
  return made?.id;
}

/** Deletes a feed and returns its id; undefined if there is none. */
export async function deleteFeed(sql: Sql, owner: FeedOwner): Promise<number | undefined> {
  const { studentId, userId, locationId } = columnsOf(owner);
  const gone = await sql.maybe<Pick<tables.CalendarFeed, 'id'>>`
    DELETE FROM calendar_feed
    WHERE student_id = ${studentId} OR (user_id = ${userId} AND location_id = ${locationId})
    RETURNING id`;
  return gone?.id;
}

/** Deletes the feeds that an account had at a time, and returns their ids. */
export async function deleteFeedsOf(
  sql: Sql,
  { studentId, userId }: { studentId: number | null; userId: number | null },
  madeUntil: Date,
): Promise<Pick<Feed, 'id' | 'locationId'>[]> {
  return sql.many<Pick<Feed, 'id' | 'locationId'>>`
    DELETE FROM calendar_feed
    WHERE (student_id = ${studentId} OR user_id = ${userId}) AND created_at <= ${madeUntil}
    RETURNING id, location_id`;
}

/** Records when it was read, to the minute. */
export async function noteRead(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE calendar_feed SET last_read = ${now}
    WHERE id = ${id}
      AND (last_read IS NULL OR last_read < ${now}::timestamptz - interval '1 minute')`;
}

export const isLocation = async (sql: Sql, locationId: number): Promise<boolean> =>
  (await sql.maybe`SELECT 1 AS found FROM location_copy WHERE id = ${locationId}`) !== undefined;
