import type { Sql } from '@portal/kit/database/database';

/** An assignment, as callers get it. */
export interface Assignment {
  studentAssignmentId: number;
  name: string;
  description: string | null;
  uploaded: boolean;
  uploadedAt: Date | null;
}

/** An assignment as the vendor lists it. */
export interface Listed {
  studentAssignmentId: number;
  name: string;
  description?: string | null | undefined;
  uploaded: boolean;
  /** ISO 8601 */
  uploadedAt?: string | null | undefined;
  graded: boolean;
}

/**
 * Replaces the assignments of a registration by the vendor's list; `file`: the file just
 * submitted.
 */
export async function keepAssignments(
  sql: Sql,
  registrationId: number,
  list: readonly Listed[],
  file: { studentAssignmentId: number; name: string } | null,
  now: Date,
): Promise<void> {
  const rows = list.map((one, position) => ({
    vendor_assignment_id: String(one.studentAssignmentId),
    position,
    name: one.name,
    description: one.description ?? null,
    uploaded_at: one.uploaded ? (one.uploadedAt ?? now) : null,
    graded: one.graded,
    file_name: one.studentAssignmentId === file?.studentAssignmentId ? file.name : null,
  }));
  await sql.run`
    DELETE FROM assignment WHERE registration_id = ${registrationId}
      AND vendor_assignment_id <> ALL(${rows.map((row) => row.vendor_assignment_id)}::text[])`;
  await sql.run`
    INSERT INTO assignment AS there (registration_id, vendor_assignment_id, position, name,
      description, uploaded_at, graded_at, file_name)
    SELECT ${registrationId}, vendor_assignment_id, position, name, description, uploaded_at,
      CASE WHEN graded THEN ${now}::timestamptz END, file_name
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (vendor_assignment_id text, position integer, name text, description text,
        uploaded_at timestamptz, graded boolean, file_name text)
    ON CONFLICT (registration_id, vendor_assignment_id) DO UPDATE
    SET position = excluded.position, name = excluded.name,
      description = excluded.description, uploaded_at = excluded.uploaded_at,
      graded_at = COALESCE(there.graded_at, excluded.graded_at),
      file_name = COALESCE(excluded.file_name, there.file_name)`;
  await sql.run`
    UPDATE registration r
    SET assignments_started = COALESCE(r.assignments_started, a.first),
      assignments_completed = a.total > 0 AND a.total = a.handed_in
    FROM (SELECT count(*) AS total, count(uploaded_at) AS handed_in, min(uploaded_at) AS first
      FROM assignment WHERE registration_id = ${registrationId}) AS a
    WHERE r.id = ${registrationId}`;
}

export interface KnownAssignment {
  isUploaded: boolean;
  isGraded: boolean;
}

export const readAssignment = (
  sql: Sql,
  registrationId: number,
  studentAssignmentId: number,
): Promise<KnownAssignment | undefined> =>
  sql.maybe<KnownAssignment>`
    SELECT uploaded_at IS NOT NULL AS is_uploaded, graded_at IS NOT NULL AS is_graded
    FROM assignment
    WHERE registration_id = ${registrationId}
      AND vendor_assignment_id = ${String(studentAssignmentId)}`;
