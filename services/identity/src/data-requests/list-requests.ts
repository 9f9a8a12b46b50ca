import type { Sql } from '@portal/kit/database/database';
import type { RequestRow } from './request-store.ts';

interface Page {
  offset: number;
  limit: number;
}

/** Requests about everybody, the newest first, and how many there are (O-15). */
export async function listRequests(
  sql: Sql,
  { offset, limit }: Page,
): Promise<{ rows: RequestRow[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    sql.many<RequestRow>`
      SELECT r.id, r.student_id, r.for_office, r.reason, r.asked_at, r.until,
        s.first_name || ' ' || s.last_name AS student,
        CASE WHEN r.for_office THEN COALESCE(u.real_name, r.asked_by) ELSE '' END AS asked_by
      FROM (SELECT * FROM data_request ORDER BY asked_at DESC, id DESC
        LIMIT ${limit} OFFSET ${offset}) AS r
        JOIN student s ON s.id = r.student_id
        LEFT JOIN staff_user u ON r.for_office AND u.id = r.asked_by_id
      ORDER BY r.asked_at DESC, r.id DESC
      -- never null: student, asked_by`,
    sql.one<{
      total: number;
    }>`SELECT count(*)::integer AS total FROM data_request`,
  ]);
  return { rows, total };
}
