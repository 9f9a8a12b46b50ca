import type { Sql } from '@portal/kit/database/database';

export interface WantedRequests {
  offset: number;
  limit: number;
  /** null: both. */
  kind: string | null;
  /** As `stateOf` of exports and of blankings says; null: any. */
  state: string | null;
}

/** An export or a blanking. */
export interface ListedRequest {
  kind: 'export' | 'blanking';
  id: string;
  studentId: number;
  student: string;
  /** Real name of staff; empty: the student. */
  askedBy: string;
  askedAt: Date;
  reason: string | null;
  /** Of an export how long it can be fetched, of a blanking from when on the data goes. */
  until: Date | null;
  withdrawnAt: Date | null;
  begunAt: Date | null;
  doneAt: Date | null;
}

/**
 * Lists exports and blankings of all students, or those of a kind or state, the newest first, with
 * their number (O-15). Each list is read as far as the page may reach, by its own index.
 */
export async function listRequests(
  sql: Sql,
  { offset, limit, kind, state }: WantedRequests,
  now: Date,
): Promise<{ rows: ListedRequest[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    sql.many<ListedRequest>`
      SELECT r.kind, r.id, r.student_id, s.first_name || ' ' || s.last_name AS student,
        CASE WHEN r.by_staff THEN COALESCE(u.real_name, r.asked_by) ELSE '' END AS asked_by,
        r.asked_at, r.reason, r.until, r.withdrawn_at, r.begun_at, r.done_at
      FROM (
        SELECT * FROM (
          (SELECT 'export' AS kind, id, student_id, for_office AS by_staff, asked_by_id, asked_by,
            asked_at, reason, until, NULL::timestamptz AS withdrawn_at,
            NULL::timestamptz AS begun_at, NULL::timestamptz AS done_at
          FROM data_request
          WHERE (${kind}::text IS NULL OR ${kind} = 'export')
            AND (${state}::text IS NULL OR ${state} = CASE WHEN until IS NULL THEN 'preparing'
              WHEN until > ${now}::timestamptz THEN 'ready' ELSE 'expired' END)
          ORDER BY asked_at DESC, id DESC LIMIT ${offset + limit})
          UNION ALL
          (SELECT 'blanking', id, student_id, true, asked_by_id, asked_by, asked_at, reason,
            blank_on, withdrawn_at, begun_at, done_at
          FROM blanking
          WHERE (${kind}::text IS NULL OR ${kind} = 'blanking')
            AND (${state}::text IS NULL OR ${state} = CASE
              WHEN withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN done_at IS NOT NULL THEN 'done'
              WHEN begun_at IS NOT NULL THEN 'running' ELSE 'waiting' END)
          ORDER BY asked_at DESC, id DESC LIMIT ${offset + limit})) AS newest
        ORDER BY asked_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) AS r
        JOIN student s ON s.id = r.student_id
        LEFT JOIN staff_user u ON r.by_staff AND u.id = r.asked_by_id
      ORDER BY r.asked_at DESC, r.id DESC
      -- never null: kind, id, student_id, student, asked_by, asked_at`,
    sql.one<{ total: number }>`
      SELECT (SELECT count(*) FROM data_request
          WHERE (${kind}::text IS NULL OR ${kind} = 'export')
            AND (${state}::text IS NULL OR ${state} = CASE WHEN until IS NULL THEN 'preparing'
              WHEN until > ${now}::timestamptz THEN 'ready' ELSE 'expired' END))
        + (SELECT count(*) FROM blanking
          WHERE (${kind}::text IS NULL OR ${kind} = 'blanking')
            AND (${state}::text IS NULL OR ${state} = CASE
              WHEN withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN done_at IS NOT NULL THEN 'done'
              WHEN begun_at IS NOT NULL THEN 'running' ELSE 'waiting' END)) AS total
      -- never null: total`,
  ]);
  return { rows, total };
}
