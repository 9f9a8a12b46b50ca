import type { HistoryFilter } from '@portal/proto/portal/activity/v1/activity';
import type { Sql } from '../database/database.ts';
import { sentence } from './sentence.ts';

/** Most rows of one page. */
const MAX_ROWS = 200;

interface HistoryRequest {
  filter?: HistoryFilter | undefined;
}

/** A row of the audit, with its change in words. */
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
  /** The student whose record was changed, if it belongs to one. */
  studentId?: number | undefined;
}

/** As the statement gives it. */
type ReadRow = Omit<HistoryRow, 'text' | 'origin' | 'studentId'> & {
  change: unknown;
  origin: string | null;
  studentId: number | null;
};

/** Answers ListStudentHistory in a service that adds nothing to its audit rows. */
export const studentHistory = {
  handle: async (request: HistoryRequest & { studentId: number }, { db }: { db: Sql }) => ({
    entries: await listStudentHistory(db, request),
  }),
};

/** Answers ListOfficeHistory in every service. */
export const officeHistory = {
  handle: async (request: HistoryRequest, { db }: { db: Sql }) => ({
    entries: await listOfficeHistory(db, request),
  }),
};

const EVERYTHING: HistoryFilter = {
  beforeAt: undefined,
  beforeId: 0,
  belowId: 0,
  tables: [],
  actorKinds: [],
  actorName: '',
  from: '',
  to: '',
  limit: MAX_ROWS,
};

/** A BFF of before pages by the time, today's by the id. */
const pageStart = ({ beforeAt, belowId }: HistoryFilter): Date | null =>
  belowId > 0 ? null : (beforeAt ?? null);

/**
 * Returns one page of the audit rows about a student, the last change first: in descending order of
 * ids, which concurrent changes of a row get under its lock, while `at` is the time of the request.
 * Days are those of New York.
 */
export async function listStudentHistory(
  sql: Sql,
  { studentId, filter = EVERYTHING }: HistoryRequest & { studentId: number },
): Promise<HistoryRow[]> {
  const { beforeId, belowId, tables, actorKinds, from, to, limit } = filter;
  const before = pageStart(filter);
  const rows = await sql.many<ReadRow>`
    SELECT id, at, actor_kind, actor_name, op, table_name AS "table", row_id, change, origin,
      student_id
    FROM audit
    WHERE student_id = ${studentId}
      AND id < coalesce(nullif(${belowId}::bigint, 0), 9223372036854775807)
      AND at <= coalesce(${before}::timestamptz, 'infinity')
      AND (at < coalesce(${before}::timestamptz, 'infinity') OR id < ${beforeId})
      AND at >= coalesce(${from || null}::date::timestamp AT TIME ZONE 'America/New_York',
        '-infinity')
      AND at < coalesce((${to || null}::date + 1)::timestamp AT TIME ZONE 'America/New_York',
        'infinity')
      AND (cardinality(${tables}::text[]) = 0 OR table_name = ANY (${tables}::text[]))
      AND (cardinality(${actorKinds}::text[]) = 0 OR actor_kind = ANY (${actorKinds}::text[]))
    ORDER BY id DESC LIMIT ${Math.min(limit || MAX_ROWS, MAX_ROWS)}`;
  return rows.map(toHistoryRow);
}

/** Returns one page of all audit rows, or of those of one login name, in the same order. */
export async function listOfficeHistory(
  sql: Sql,
  { filter = EVERYTHING }: HistoryRequest,
): Promise<HistoryRow[]> {
  const { beforeId, belowId, tables, actorKinds, actorName, from, to, limit } = filter;
  const before = pageStart(filter);
  const rows = await sql.many<ReadRow>`
    SELECT id, at, actor_kind, actor_name, op, table_name AS "table", row_id, change, origin,
      student_id
    FROM audit
    WHERE (${actorName} = '' OR actor_name = ${actorName})
      AND id < coalesce(nullif(${belowId}::bigint, 0), 9223372036854775807)
      AND at <= coalesce(${before}::timestamptz, 'infinity')
      AND (at < coalesce(${before}::timestamptz, 'infinity') OR id < ${beforeId})
      AND at >= coalesce(${from || null}::date::timestamp AT TIME ZONE 'America/New_York',
        '-infinity')
      AND at < coalesce((${to || null}::date + 1)::timestamp AT TIME ZONE 'America/New_York',
        'infinity')
      AND (cardinality(${tables}::text[]) = 0 OR table_name = ANY (${tables}::text[]))
      AND (cardinality(${actorKinds}::text[]) = 0 OR actor_kind = ANY (${actorKinds}::text[]))
    ORDER BY id DESC LIMIT ${Math.min(limit || MAX_ROWS, MAX_ROWS)}
    -- planned for its values`;
  return rows.map(toHistoryRow);
}

const toHistoryRow = ({ change, origin, studentId, ...row }: ReadRow): HistoryRow => ({
  ...row,
  ...(origin === null ? {} : { origin }),
  ...(studentId === null ? {} : { studentId }),
  text: sentence({ op: row.op, rowId: row.rowId, change }),
});
