import type { Sql } from '@portal/kit/database/database';
import type { Change } from '../state/registration-change.ts';
import type { RegistrationStatus } from '../state/registration-state.ts';

/** The changes by an event to a locked registration, with its previous state. */
export interface WrittenChange {
  id: number;
  from: RegistrationStatus;
  change: Change;
}

const SITTING: ReadonlySet<string> = new Set<keyof Change>([
  'proctorReserved',
  'proctorUuid',
  'onlineAccess',
  'onlineExamStarted',
  'onlineExamCompleted',
  'onlineExamRedirect',
  'onlineExamTakenOverride',
  'resumeUntil',
  'reopenedAt',
  'accessClearedAt',
]);
const RESULT: ReadonlySet<string> = new Set<keyof Change>([
  'takenOn',
  'arrivedBack',
  'paperExamUploaded',
  'batchId',
  'grade',
  'gradeComment',
  'gradedOn',
  'heldGrade',
  'heldGradeComment',
]);

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The values written to one table. */
interface Written {
  id: number;
  from: RegistrationStatus;
  /** By columns; the others stay. */
  change: object;
  /** There is more to say than a row that is not there says: it is made. */
  makes: boolean;
}

/** The part of each change that one table keeps. */
function partOf(changes: readonly WrittenChange[], isKept: (field: string) => boolean): Written[] {
  return changes.map(({ id, from, change }) => {
    const kept = Object.entries(change).filter(([field]) => isKept(field));
    return {
      id,
      from,
      change: Object.fromEntries(kept.map(([field, value]) => [columnOf(field), value])),
      makes: kept.some(([, value]) => value !== null && value !== undefined && value !== false),
    };
  });
}
const withChange = (rows: Written[]) => rows.filter(({ change }) => Object.keys(change).length > 0);

/**
 * Writes the changes of events in one round trip; returns how many registrations were still in the
 * state they were read in. Inserts the row of an online sitting or a result at its first change.
 */
export async function writeChanges(sql: Sql, changes: readonly WrittenChange[]): Promise<number> {
  const own = partOf(changes, (field) => !SITTING.has(field) && !RESULT.has(field));
  const sittings = withChange(partOf(changes, (field) => SITTING.has(field)));
  const results = withChange(partOf(changes, (field) => RESULT.has(field)));
  const [written] = await Promise.all([
    writeRegistrations(sql, JSON.stringify(own)),
    sittings.length > 0 && writeSittings(sql, JSON.stringify(sittings)),
    results.length > 0 && writeResults(sql, JSON.stringify(results)),
  ]);
  return written;
}

const writeRegistrations = (sql: Sql, rows: string): Promise<number> =>
  sql.run`
    WITH wanted AS (
      SELECT (w->>'id')::bigint AS id, w->>'from' AS from_status, w->'change' AS change
      FROM jsonb_array_elements(${rows}::jsonb) AS w)
    UPDATE registration r SET
      status = n.status, cancelled_at = n.cancelled_at, cancel_reason = n.cancel_reason,
      exam_id = n.exam_id, exam_to_course = n.exam_to_course,
      additional_charge_cents = n.additional_charge_cents,
      session_id = n.session_id, session_type = n.session_type, branch_id = n.branch_id,
      session_minutes = n.session_minutes, calendar_sequence = n.calendar_sequence,
      moved_session_id = n.moved_session_id,
      admin_cancel_session_id = n.admin_cancel_session_id,
      admin_cancel_session_date = n.admin_cancel_session_date,
      admin_cancel_session_reason_code = n.admin_cancel_session_reason_code,
      online_program_started = n.online_program_started,
      online_program_completed = n.online_program_completed
    FROM wanted w JOIN registration b ON b.id = w.id,
      LATERAL jsonb_populate_record(b, w.change) AS n
    WHERE r.id = w.id AND r.status = w.from_status`;

const writeSittings = (sql: Sql, rows: string): Promise<number> =>
  sql.run`
    WITH wanted AS (
      SELECT (w->>'id')::bigint AS id, w->'change' AS change, (w->>'makes')::boolean AS makes
      FROM jsonb_array_elements(${rows}::jsonb) AS w)
    INSERT INTO online_sitting (registration_id, proctor_reserved, proctor_uuid, online_access,
      online_exam_started, online_exam_completed, online_exam_redirect,
      online_exam_taken_override, resume_until, reopened_at, access_cleared_at)
    SELECT w.id, COALESCE(n.proctor_reserved, false), n.proctor_uuid,
      COALESCE(n.online_access, false), n.online_exam_started, n.online_exam_completed,
      n.online_exam_redirect, COALESCE(n.online_exam_taken_override, false), n.resume_until,
      n.reopened_at, n.access_cleared_at
    FROM wanted w LEFT JOIN online_sitting b ON b.registration_id = w.id,
      LATERAL jsonb_populate_record(b, w.change) AS n
    WHERE w.makes OR b.registration_id IS NOT NULL
    ON CONFLICT (registration_id) DO UPDATE SET
      proctor_reserved = excluded.proctor_reserved, proctor_uuid = excluded.proctor_uuid,
      online_access = excluded.online_access, online_exam_started = excluded.online_exam_started,
      online_exam_completed = excluded.online_exam_completed,
      online_exam_redirect = excluded.online_exam_redirect,
      online_exam_taken_override = excluded.online_exam_taken_override,
      resume_until = excluded.resume_until, reopened_at = excluded.reopened_at,
      access_cleared_at = excluded.access_cleared_at`;

const writeResults = (sql: Sql, rows: string): Promise<number> =>
  sql.run`
    WITH wanted AS (
      SELECT (w->>'id')::bigint AS id, w->'change' AS change, (w->>'makes')::boolean AS makes
      FROM jsonb_array_elements(${rows}::jsonb) AS w)
    INSERT INTO exam_result (registration_id, taken_on, arrived_back, paper_exam_uploaded,
      batch_id, grade, grade_comment, graded_on, held_grade, held_grade_comment)
    SELECT w.id, n.taken_on, n.arrived_back, COALESCE(n.paper_exam_uploaded, false), n.batch_id,
      n.grade, n.grade_comment, n.graded_on, n.held_grade, n.held_grade_comment
    FROM wanted w LEFT JOIN exam_result b ON b.registration_id = w.id,
      LATERAL jsonb_populate_record(b, w.change) AS n
    WHERE w.makes OR b.registration_id IS NOT NULL
    ON CONFLICT (registration_id) DO UPDATE SET
      taken_on = excluded.taken_on, arrived_back = excluded.arrived_back,
      paper_exam_uploaded = excluded.paper_exam_uploaded, batch_id = excluded.batch_id,
      grade = excluded.grade, grade_comment = excluded.grade_comment,
      graded_on = excluded.graded_on, held_grade = excluded.held_grade,
      held_grade_comment = excluded.held_grade_comment`;
