import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { malformed } from '@portal/kit/errors';
import { FINDER_KINDS } from '@portal/kit/finder/finder-query';
import type * as tables from '../../../prisma/tables.ts';

/** Most things that are kept of an account. */
const MAX_KEPT = 50;

export type OpenedThing = Pick<tables.OpenedThing, 'kind' | 'thingId' | 'openedAt'>;

/** Lists the things that the caller opened in the last 30 days, the latest first. R-572. */
export const listOpened = ({ db, actor, now }: Call): Promise<OpenedThing[]> =>
  db.many<OpenedThing>`
    SELECT kind, thing_id, opened_at FROM opened_thing
    WHERE user_id = ${actor.id} AND opened_at > ${now}::timestamptz - interval '30 days'
    ORDER BY opened_at DESC, kind, thing_id LIMIT ${MAX_KEPT}`;

/**
 * Notes that the caller opened something, by its id alone, and deletes all but the last 50. Writes
 * no audit row, since the office changes nothing. Refuses with malformed an unknown kind.
 */
export async function noteOpened(
  call: Call,
  { kind, id }: { kind: string; id: number },
): Promise<void> {
  if (!FINDER_KINDS.some((one) => one === kind) || id < 1)
    throw malformed('malformed', 'An id is needed.');
  await inTransaction(call, 'noteOpened', async (tx) => {
    await upsert(tx, { userId: call.actor.id, kind, id, now: call.now });
    await dropOlder(tx, call.actor.id);
  });
}

async function upsert(
  sql: Sql,
  { userId, kind, id, now }: { userId: number; kind: string; id: number; now: Date },
): Promise<void> {
  await sql.run`
    INSERT INTO opened_thing (user_id, kind, thing_id, opened_at)
    VALUES (${userId}, ${kind}, ${id}, ${now})
    ON CONFLICT (user_id, kind, thing_id) DO UPDATE SET opened_at = excluded.opened_at
      WHERE opened_thing.opened_at < excluded.opened_at`;
}

async function dropOlder(sql: Sql, userId: number): Promise<void> {
  await sql.run`
    DELETE FROM opened_thing
    WHERE user_id = ${userId} AND opened_at <= (
      SELECT opened_at FROM opened_thing
      WHERE user_id = ${userId} ORDER BY opened_at DESC OFFSET ${MAX_KEPT} LIMIT 1)`;
}
