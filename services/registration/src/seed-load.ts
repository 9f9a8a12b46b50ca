import { connect, type Database, NO_TIMEOUT, type Sql } from '@portal/kit/database/database';
import { closeClients } from '@portal/kit/grpc/client';
import { eachPage, type Row } from '@portal/kit/grpc/load-pages';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  readExams,
  readLocations,
  readNewStudents,
  readSchools,
} from './projections/read-projections.ts';

export interface LoadPage {
  /** By the columns of `session`; all its seats are free. */
  sessions: Row[];
  /**
   * By the columns of `registration` and `exam_result`, and the times of its state changes:
   * booked_at, course_started_at, taken_at, graded_at; paid_proctor_cents of payment_id.
   */
  registrations: (Row & { id: number })[];
}

/**
 * Writes a page, in one transaction: the registrations with their log, places in sessions, fees and
 * audit rows. A page that is there is left as it is.
 */
export async function loadPage(db: Database, { sessions, registrations }: LoadPage): Promise<void> {
  await db.transaction(async (tx) => {
    if (sessions.length > 0) await insertSessions(tx, JSON.stringify(sessions));
    if (
      registrations.length === 0 ||
      (await tx.maybe`SELECT 1 AS known FROM registration WHERE id = ${registrations[0]?.id}`) !==
        undefined
    )
      return;
    const rows = JSON.stringify(registrations);
    await insertRegistrations(tx, rows);
    await insertLog(tx, rows);
    await insertFees(tx, rows);
    const { first, last } = { first: registrations[0]?.id, last: registrations.at(-1)?.id };
    await tx.run`
      WITH seated AS (
        INSERT INTO student_session (session_id, student_id, minutes_left, exams)
        SELECT session_id, student_id, 210 - sum(session_minutes), count(*) FROM registration
        WHERE id BETWEEN ${first} AND ${last} AND session_type IN ('21', '23')
          AND session_id IS NOT NULL GROUP BY 1, 2 RETURNING session_id)
      UPDATE session SET seats_left = seats_left - taken.seats
      FROM (SELECT session_id, count(*)::integer AS seats FROM seated GROUP BY 1) AS taken
      WHERE session.id = taken.session_id`;
    await tx.run`
      INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
        change, request_id)
      SELECT created_at, 'service', 0, 'seed', 'insert', 'registration', id, student_id,
        jsonb_build_object('exam', exam_id, 'status', 'registered', 'credits', credits_spent),
        'seed load'
      FROM registration WHERE id BETWEEN ${first} AND ${last} AND NOT is_old_system`;
  });
}

async function insertSessions(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO session (id, session_type, location_id, school_id, gender, starts_at, seats,
      seats_left, closing_date, closing_time, return_due_date, last_date, created_at)
    SELECT id, session_type, location_id, school_id, gender, starts_at, seats, seats, closing_date,
      closing_time, return_due_date, last_date, created_at
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, session_type text, location_id bigint, school_id bigint, gender text,
        starts_at timestamptz,
      seats integer, closing_date date, closing_time text, return_due_date date, last_date date,
      created_at timestamptz)
    ON CONFLICT DO NOTHING`;
}

async function insertRegistrations(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO registration (id, student_id, exam_id, exam_group, status, created_at, paid_at,
      is_retake, is_old_system, session_id, session_type, branch_id, session_minutes,
      calendar_sequence, credits_spent, package_type_ids, proctor_fee_cents, no_additional_fees,
      additional_charge_cents, additional_paid_cents, charge_school, online_program_started,
      online_program_completed, cancelled_at, cancel_reason)
    SELECT id, student_id, exam_id, exam_group, status, created_at,
      CASE WHEN NOT is_old_system THEN created_at END, is_retake, is_old_system, session_id,
      session_type, branch_id, session_minutes, (booked_at IS NOT NULL)::integer, credits_spent,
      package_type_ids, proctor_fee_cents, no_additional_fees, additional_charge_cents,
      additional_paid_cents, charge_school, course_started_at, course_completed_at, cancelled_at,
      cancel_reason
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, student_id bigint, exam_id bigint, exam_group bigint, status text,
        created_at timestamptz,
      is_retake boolean, is_old_system boolean, session_id bigint, session_type text,
      branch_id bigint, session_minutes integer, booked_at timestamptz, credits_spent integer,
      package_type_ids bigint[], proctor_fee_cents bigint, no_additional_fees boolean,
      additional_charge_cents bigint, additional_paid_cents bigint, charge_school boolean,
      course_started_at timestamptz, course_completed_at timestamptz,
      cancelled_at timestamptz, cancel_reason integer)`;
  await tx.run`
    INSERT INTO exam_result (registration_id, taken_on, arrived_back, paper_exam_uploaded,
      graded_on, grade, grade_comment)
    SELECT id, taken_on, taken_on + 3, taken_on IS NOT NULL, graded_on, grade, grade_comment
    FROM jsonb_to_recordset(${rows}::jsonb) AS row (id bigint, taken_on date, graded_on date,
      grade text, grade_comment text)
    WHERE taken_on IS NOT NULL OR grade_comment IS NOT NULL`;
}

/**
 * Inserts every change of state since a registration was made; of one imported from the old system
 * only its state at the import.
 */
async function insertLog(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status, from_session_id, to_session_id, reason)
    SELECT row.id, line.at, 'service', 0, 'system', line.before, line.after, line.left_session,
      line.session, line.reason
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, status text, is_old_system boolean, created_at timestamptz,
        session_id bigint,
      booked_at timestamptz, course_started_at timestamptz, course_completed_at timestamptz,
      taken_at timestamptz, graded_at timestamptz, cancelled_at timestamptz, cancel_reason integer)
    CROSS JOIN LATERAL (VALUES
      (1, created_at, 'pending', CASE WHEN is_old_system THEN status ELSE 'registered' END,
        NULL::bigint, NULL::bigint, NULL::integer),
      (2, CASE WHEN NOT is_old_system THEN booked_at END, 'registered', 'scheduled', NULL,
        session_id, NULL),
      (3, course_started_at, 'registered', 'course_started', NULL, NULL, NULL),
      (4, course_completed_at, 'course_started', 'course_completed', NULL, NULL, NULL),
      (5, CASE WHEN NOT is_old_system THEN taken_at END, 'scheduled', 'taken', session_id,
        session_id, NULL),
      (6, CASE WHEN NOT is_old_system THEN graded_at END, 'taken', 'graded', session_id, session_id,
        NULL),
      (7, CASE WHEN NOT is_old_system THEN cancelled_at END, 'registered', 'cancelled', NULL, NULL,
        cancel_reason)
    ) AS line (step, at, before, after, left_session, session, reason)
    WHERE line.at IS NOT NULL ORDER BY row.id, line.step`;
}

/**
 * Payments of fees that payments knows too, and waivers where the credits brought the first sitting
 * along.
 */
async function insertFees(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO fee_payment (payment_id, registration_id, proctor_cents, additional_cents,
      recorded_at)
    SELECT payment_id, id, paid_proctor_cents, additional_paid_cents,
      COALESCE(booked_at, course_started_at, created_at)
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, payment_id bigint, paid_proctor_cents bigint, additional_paid_cents bigint,
        booked_at timestamptz, course_started_at timestamptz, created_at timestamptz)
    WHERE payment_id IS NOT NULL`;
  await tx.run`
    INSERT INTO proctor_payment (registration_id, payment_id, cents, state, session_id, created_at)
    SELECT id, CASE WHEN paid_proctor_cents > 0 THEN payment_id END, paid_proctor_cents,
      CASE WHEN status IN ('taken', 'graded') THEN 'used' WHEN status = 'scheduled'
      AND session_type = '21' THEN 'attached' ELSE 'held' END,
      CASE WHEN session_type = '21' THEN session_id END, created_at
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, status text, is_old_system boolean, session_id bigint, session_type text,
        payment_id bigint,
      paid_proctor_cents bigint, proctor_fee_cents bigint, charge_school boolean,
      created_at timestamptz)
    WHERE NOT is_old_system AND NOT charge_school AND status <> 'cancelled'
      AND (paid_proctor_cents > 0 OR proctor_fee_cents = 0
        OR (status IN ('taken', 'graded') AND session_type = '21'))`;
}

/**
 * Ends the load: students of the next days were reminded of their sessions, and whatever is made
 * from now on gets higher ids.
 */
export async function finishLoad(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run`
      INSERT INTO session_reminder (registration_id, session_id, reminded_at)
      SELECT r.id, s.id, ${now}
      FROM session s JOIN registration r ON r.session_id = s.id AND r.status = 'scheduled'
      WHERE s.starts_at > ${now} AND s.starts_at < ${now}::timestamptz + interval '4 days'
        AND r.created_at < ${now}::timestamptz - interval '1 hour'
      ON CONFLICT DO NOTHING`;
    await tx.run`
      SELECT setval(pg_get_serial_sequence('registration', 'id'), (SELECT greatest(max(id), 1)
        FROM registration))`;
    await tx.run`
      SELECT setval(pg_get_serial_sequence('session', 'id'), (SELECT greatest(max(id), 1)
        FROM session))`;
  });
  // otherwise the first reader would pay for settling the new rows
  await db.run`VACUUM (ANALYZE)`;
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', {
    name: 'registration load',
    max: 2,
    ...NO_TIMEOUT,
  });
  await eachPage<LoadPage>((page) => loadPage(db, page));
  await Promise.all([readExams(db), readLocations(db), readSchools(db), readNewStudents(db)]);
  await finishLoad(db, steadyNow());
  closeClients();
  await db.close();
}
