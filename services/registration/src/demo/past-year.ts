import { dayInNewYork, dayPlus, instantInNewYork, plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { schoolSessionDays, schoolSessionStart } from './school-sessions.ts';

const DAY = 86_400;
const SCHOOL_ADMIN = { id: 8, name: 'schooladmin' };
const OFFICE = { id: 2, name: 'superadmin' };
const PASSED = 70;

interface Term {
  schoolId: number;
  /** How many days ago it was sat. */
  days: number;
  /** One that every student sat, and one that every second student sat too. */
  examIds: readonly [number, number];
}

const students: Readonly<Record<number, readonly number[]>> = {
  // the older cohort of 151, without those whom the demo's own runs register
  151: Array.from({ length: 12 }, (_, place) => 2024 + place),
  412: [2301, 2302, 2303, 2304, 2305, 2306],
};
const ofSchool = (schoolId: number) => (days: number, first: number, second: number) =>
  ({ schoolId, days, examIds: [first, second] }) satisfies Term;
const [of151, of412] = [ofSchool(151), ofSchool(412)];
const terms: readonly Term[] = [
  of151(340, 415, 101),
  of151(305, 401, 108),
  of151(270, 403, 109),
  of151(235, 408, 110),
  of151(200, 409, 111),
  of151(165, 410, 113),
  of151(130, 407, 115),
  of151(95, 414, 121),
  of151(60, 416, 122),
  of151(25, 417, 420),
  of412(48, 424, 425),
  of412(27, 426, 421),
];
/** Exams sat in the last so many days have no grade yet. */
const DAYS_TO_GRADE = 30;

/** A registration of a term, as SQL reads it. */
interface Sat {
  studentId: number;
  examId: number;
  minutes: number;
  status: 'taken' | 'graded';
  grade: string | null;
  comment: 'Pass' | 'Fail' | null;
}

/** Returns the exams sat in a term, with grades that differ but are the same in every run. */
function satIn({ schoolId, days, examIds: [first, second] }: Term): Sat[] {
  return (students[schoolId] ?? []).flatMap((studentId, place) =>
    (place % 2 === 0 ? [first, second] : [first]).map((examId): Sat => {
      const sat = { studentId, examId, minutes: 90 };
      if (days < DAYS_TO_GRADE) return { ...sat, status: 'taken', grade: null, comment: null };
      const points = 64 + ((studentId * 31 + examId * 17) % 37);
      return points < PASSED
        ? { ...sat, status: 'graded', grade: null, comment: 'Fail' }
        : { ...sat, status: 'graded', grade: String(points), comment: 'Pass' };
    }),
  );
}

/**
 * Seeds a year of sessions of two schools that prepay, with their students, the batches of their
 * papers, their grades and the actors, as imported from the old system.
 */
export async function seedPastYear(tx: Sql, now: Date): Promise<void> {
  for (const term of terms) await seedTerm(tx, now, term);
}

async function seedTerm(tx: Sql, now: Date, term: Term): Promise<void> {
  const startsAt = schoolSessionStart(now, -term.days, '09:30');
  const takenOn = dayInNewYork(startsAt);
  const { closingDate, returnDueDate, lastDate } = schoolSessionDays(startsAt);
  const ordered = plusSeconds(startsAt, -14 * DAY);
  const arrived = instantInNewYork(dayPlus(takenOn, { days: 4 }), '11:20');
  const gradedAt = instantInNewYork(dayPlus(takenOn, { days: 16 }), '15:05');
  const { id: sessionId } = await tx.one<Pick<tables.Session, 'id'>>`
    INSERT INTO session (session_type, school_id, gender, starts_at, closing_date, closing_time,
      return_due_date, last_date)
    VALUES ('22', ${term.schoolId}, '2', ${startsAt}, ${closingDate}, '23:59', ${returnDueDate},
      ${lastDate}) RETURNING id`;
  const { id: batchId } = await tx.one<Pick<tables.Batch, 'id'>>`
    INSERT INTO batch (batch_date, created_at)
    VALUES (${dayInNewYork(arrived)}, ${arrived}) RETURNING id`;
  const sat = satIn(term);
  await tx.run`
    WITH sat AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(sat)}::jsonb) AS row ("studentId" bigint,
        "examId" bigint, minutes integer, status text, grade text, comment text)),
    made AS (
      INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, paid_at,
        charge_school, session_id, session_type, session_minutes)
      SELECT "studentId", "examId", "examId", status, ${ordered}, ${ordered}, true, ${sessionId},
        '22', minutes FROM sat
      RETURNING id, student_id, exam_id, status),
    results AS (
      INSERT INTO exam_result (registration_id, taken_on, arrived_back, paper_exam_uploaded,
        batch_id, grade, grade_comment, graded_on)
      SELECT made.id, ${takenOn}, ${dayInNewYork(arrived)}, true, ${batchId}, sat.grade,
        sat.comment, CASE WHEN made.status = 'graded' THEN ${dayInNewYork(gradedAt)}::date END
      FROM made JOIN sat ON "studentId" = made.student_id AND "examId" = made.exam_id),
    log AS (
      INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
        from_status, to_status)
      SELECT made.id, line.at, line.kind, line.actor, line.name, line.from_status, line.to_status
      FROM made CROSS JOIN (VALUES
        (${ordered}::timestamptz, 'staff', ${SCHOOL_ADMIN.id}::bigint, ${SCHOOL_ADMIN.name},
          'pending', 'scheduled'),
        (${arrived}, 'staff', ${OFFICE.id}, ${OFFICE.name}, 'scheduled', 'taken'),
        (${gradedAt}, 'service', 0, 'system', 'taken', 'graded'))
        AS line (at, kind, actor, name, from_status, to_status)
      WHERE line.to_status <> 'graded' OR made.status = 'graded')
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
      change, request_id)
    SELECT line.at, line.kind, line.actor, line.name, line.op, 'registration', made.id,
      made.student_id, line.change, 'seed'
    FROM made CROSS JOIN LATERAL (VALUES
      (${ordered}::timestamptz, 'staff', ${SCHOOL_ADMIN.id}::bigint, ${SCHOOL_ADMIN.name}, 'insert',
        jsonb_build_object('exam', made.exam_id, 'status', 'scheduled', 'session',
          ${sessionId}::bigint, 'chargeSchool', true), true),
      (${arrived}, 'staff', ${OFFICE.id}, ${OFFICE.name}, 'update',
        '{"status": ["scheduled", "taken"], "paperExamUploaded": true}', true),
      (${gradedAt}, 'service', 0, 'system', 'update', '{"status": ["taken", "graded"]}',
        made.status = 'graded')) AS line (at, kind, actor, name, op, change, was_done)
    WHERE line.was_done`;
}
