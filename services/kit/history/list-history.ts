import type { HistoryFilter } from '@portal/proto/portal/activity/v1/activity';
import type { Sql } from '../database/database.ts';
import { sentence } from './sentence.ts';

/** Most rows that are given at once. */
const MAX_ROWS = 200;

interface HistoryAsked {
  filter?: HistoryFilter | undefined;
}

/** A row of the audit, with what was done in words. */
export interface HistoryRow {
  id: number;
  at: Date;
  actorKind: string;
  actorName: string;
  op: string;
  table: string;
  rowId: string;
  text: string;
  origin?: string | undefined;
  /** Of which student it tells, if of one. */
  studentId?: number | undefined;
}

/** As the statements give it. */
type Read = Omit<HistoryRow, 'text' | 'origin' | 'studentId'> & {
  change: unknown;
  origin: string | null;
  studentId: number | null;
};

/** How a service whose audit is all that it tells of a student answers ListStudentHistory. */
export const studentHistory = {
  handle: async (asked: HistoryAsked & { studentId: number }, { db }: { db: Sql }) => ({
    entries: await listStudentHistory(db, asked),
  }),
};

/** How every service answers ListOfficeHistory. */
export const officeHistory = {
  handle: async (asked: HistoryAsked, { db }: { db: Sql }) => ({
    entries: await listOfficeHistory(db, asked),
  }),
};

const EVERYTHING = {
  ...{ beforeAt: undefined, beforeId: 0, tables: [], actorKinds: [], actorName: '' },
  ...{ from: '', to: '', limit: MAX_ROWS },
};

/**
 * What the audit of a service tells of one student, newest first, of one instant the latest written
 * first: a page of it before a place. Days are those of New York.
 */
export async function listStudentHistory(
  sql: Sql,
  { studentId, filter }: HistoryAsked & { studentId: number },
): Promise<HistoryRow[]> {
  const { beforeAt, beforeId, tables, actorKinds, from, to, limit } = filter ?? EVERYTHING;
  const before = beforeAt ?? null;
  const rows = await sql.many<Read>`
    SELECT id, at, actor_kind, actor_name, op, table_name AS "table", row_id, change, origin,
      student_id
    FROM audit
    WHERE student_id = ${studentId}
      AND at <= coalesce(${before}::timestamptz, 'infinity')
      AND (at < coalesce(${before}::timestamptz, 'infinity') OR id < ${beforeId})
      AND at >= coalesce(${from || null}::date::timestamp AT TIME ZONE 'America/New_York',
        '-infinity')
      AND at < coalesce((${to || null}::date + 1)::timestamp AT TIME ZONE 'America/New_York',
        'infinity')
      AND (cardinality(${tables}::text[]) = 0 OR table_name = ANY (${tables}::text[]))
      AND (cardinality(${actorKinds}::text[]) = 0 OR actor_kind = ANY (${actorKinds}::text[]))
    ORDER BY at DESC, id DESC LIMIT ${Math.min(limit || MAX_ROWS, MAX_ROWS)}`;
  return rows.map(told);
}

/** The same of everybody, or of whoever has a login name. */
export async function listOfficeHistory(sql: Sql, { filter }: HistoryAsked): Promise<HistoryRow[]> {
  const asked = filter ?? EVERYTHING;
  const { beforeAt, beforeId, tables, actorKinds, actorName, from, to, limit } = asked;
  const before = beforeAt ?? null;
  const rows = await sql.many<Read>`
    SELECT id, at, actor_kind, actor_name, op, table_name AS "table", row_id, change, origin,
      student_id
    FROM audit
    WHERE at <= coalesce(${before}::timestamptz, 'infinity')
      AND (at < coalesce(${before}::timestamptz, 'infinity') OR id < ${beforeId})
      AND at >= coalesce(${from || null}::date::timestamp AT TIME ZONE 'America/New_York',
        '-infinity')
      AND at < coalesce((${to || null}::date + 1)::timestamp AT TIME ZONE 'America/New_York',
        'infinity')
      AND (cardinality(${tables}::text[]) = 0 OR table_name = ANY (${tables}::text[]))
      AND (cardinality(${actorKinds}::text[]) = 0 OR actor_kind = ANY (${actorKinds}::text[]))
      AND (${actorName} = '' OR actor_name = ${actorName})
    ORDER BY at DESC, id DESC LIMIT ${Math.min(limit || MAX_ROWS, MAX_ROWS)}`;
  return rows.map(told);
}

const told = ({ change, origin, studentId, ...row }: Read): HistoryRow => ({
  ...row,
  ...(origin === null ? {} : { origin }),
  ...(studentId === null ? {} : { studentId }),
  text: sentence({ op: row.op, rowId: row.rowId, change }),
});
