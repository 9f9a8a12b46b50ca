import { dayInNewYork, dayPlus, instantInNewYork, plusSeconds } from '@portal/kit/clock';
import { connect, type Database, NO_TIMEOUT, type Sql } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../prisma/tables.ts';
import { seedPastYear } from './demo/past-year.ts';
import { RIVKA_SESSION, schoolSessionStart, schoolSessions } from './demo/school-sessions.ts';
import { seedFailedDelivery } from './demo/webhook-deliveries.ts';

const DANA = 1001;
const MIRI = 1003;
const RIVKA = 1004;
/** A member whose TAL id is on record; the seed lets the result come from TAL. */
const TAL_STUDENT = 2201;
/** One of those in today's session, where a seed before this one has booked them. */
const FEE_DUE = 2123;
const DAY = 86_400;

/**
 * Seeds the demo data that no call makes: school sessions, grades, a running course, an exam in a
 * school session, the year before today. Does nothing if they exist.
 */
export async function seed(db: Database, now: Date): Promise<void> {
  if (
    await db.maybe`
      SELECT 1 AS known FROM registration WHERE student_id = ${MIRI} AND exam_id = 301 LIMIT 1`
  )
    return;
  await db.transaction(async (tx) => {
    await seedSchoolSessions(tx, now);
    await seedResults(tx, now);
    await seedFailedTry(tx, now);
    await seedCourse(tx, now);
    await seedSchoolExam(tx, now);
    await seedPastYear(tx, now);
    await seedFailedDelivery(tx, now);
    await seedFeeDue(tx);
  });
}

/** A fee of a student in today's session: as when the office books and the student pays there. */
const seedFeeDue = (tx: Sql): Promise<number> =>
  tx.run`
    UPDATE registration SET additional_charge_cents = 5000
    WHERE student_id = ${FEE_DUE} AND exam_id = 406 AND status = 'scheduled'`;

async function seedSchoolSessions(tx: Sql, now: Date): Promise<void> {
  for (const session of schoolSessions(now)) {
    await tx.run`
      INSERT INTO session (session_type, school_id, gender, starts_at, closing_date, closing_time,
        return_due_date, last_date)
      VALUES ('22', ${session.schoolId}, ${session.gender}, ${session.startsAt},
        ${session.closingDate}, ${session.closingTime}, ${session.returnDueDate},
        ${session.lastDate})`;
  }
}

/**
 * Dana's passed, failed and pending exam, and one of a student whom TAL knows, each sat at branch
 * 13.
 */
async function seedResults(tx: Sql, now: Date): Promise<void> {
  const results = [
    { student: TAL_STUDENT, examId: 107, minutes: 120, days: 6, grade: null, comment: null },
    { examId: 405, minutes: 150, days: 60, grade: '91', comment: 'Pass' },
    { examId: 406, minutes: 120, days: 75, grade: null, comment: 'Fail' },
    { examId: 103, minutes: 120, days: 8, grade: null, comment: null },
  ];
  for (const { student = DANA, examId, minutes, days, grade, comment } of results) {
    const takenOn = dayPlus(dayInNewYork(now), { days: -days });
    const startsAt = instantInNewYork(takenOn, '10:00');
    const { id: sessionId } = await tx.one<Pick<tables.Session, 'id'>>`
      INSERT INTO session (session_type, location_id, starts_at, seats, seats_left, closing_date)
      VALUES ('21', 13, ${startsAt}, 24, 23, ${dayPlus(takenOn, { days: -1 })}) RETURNING id`;
    await tx.run`
      INSERT INTO student_session (session_id, student_id, minutes_left, exams)
      VALUES (${sessionId}, ${student}, ${210 - minutes}, 1)`;
    const status = comment === null ? 'taken' : 'graded';
    const made = plusSeconds(startsAt, -20 * DAY);
    const { id: batchId } = await tx.one<Pick<tables.Batch, 'id'>>`
      INSERT INTO batch (batch_date, created_at)
      VALUES (${dayPlus(takenOn, { days: 3 })}, ${plusSeconds(startsAt, 3 * DAY)}) RETURNING id`;
    const { id } = await tx.one<Pick<tables.Registration, 'id'>>`
      INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, paid_at,
        session_id, session_type, branch_id, session_minutes)
      VALUES (${student}, ${examId}, ${examId}, ${status}, ${made}, ${made}, ${sessionId}, '21', 13,
        ${minutes})
      RETURNING id`;
    await tx.run`
      INSERT INTO exam_result (registration_id, taken_on, arrived_back, paper_exam_uploaded,
        batch_id, grade, grade_comment, graded_on)
      VALUES (${id}, ${takenOn}, ${dayPlus(takenOn, { days: 3 })}, true, ${batchId}, ${grade},
        ${comment}, ${comment === null ? null : dayPlus(takenOn, { days: 7 })}::date)`;
    await tx.run`
      INSERT INTO proctor_payment (registration_id, cents, state, session_id, created_at)
      VALUES (${id}, 0, 'used', ${sessionId}, ${made})`;
    await logged(tx, id, [
      ['pending', 'registered', made],
      ['registered', 'scheduled', plusSeconds(made, DAY)],
      ['scheduled', 'taken', plusSeconds(startsAt, 3 * DAY)],
      ...(comment === null ? [] : [['taken', 'graded', plusSeconds(startsAt, 7 * DAY)] as Line]),
    ]);
  }
}

/**
 * Miri's exam that the student's seminary study package paid, if it was registered: sat 40 days
 * ago, and failed.
 */
async function seedFailedTry(tx: Sql, now: Date): Promise<void> {
  const tried = await tx.maybe<Pick<tables.Registration, 'id'>>`
    SELECT id FROM registration
    WHERE student_id = ${MIRI} AND exam_id = 114 AND status = 'registered'`;
  if (!tried) return;
  const takenOn = dayPlus(dayInNewYork(now), { days: -40 });
  const startsAt = instantInNewYork(takenOn, '10:00');
  const back = plusSeconds(startsAt, 3 * DAY);
  const { id: sessionId } = await tx.one<Pick<tables.Session, 'id'>>`
    INSERT INTO session (session_type, location_id, starts_at, seats, seats_left, closing_date)
    VALUES ('21', 13, ${startsAt}, 24, 23, ${dayPlus(takenOn, { days: -1 })}) RETURNING id`;
  await tx.run`
    INSERT INTO student_session (session_id, student_id, minutes_left, exams)
    VALUES (${sessionId}, ${MIRI}, 120, 1)`;
  await tx.run`
    UPDATE registration
    SET status = 'graded', created_at = ${plusSeconds(startsAt, -20 * DAY)},
      session_id = ${sessionId}, session_type = '21', branch_id = 13, session_minutes = 90
    WHERE id = ${tried.id}`;
  await tx.run`
    INSERT INTO exam_result (registration_id, taken_on, arrived_back, paper_exam_uploaded,
      grade_comment, graded_on)
    VALUES (${tried.id}, ${takenOn}, ${dayInNewYork(back)}, true, 'Fail',
      ${dayPlus(takenOn, { days: 7 })})`;
  await tx.run`
    UPDATE proctor_payment SET state = 'used', session_id = ${sessionId}
    WHERE registration_id = ${tried.id}`;
  await logged(tx, tried.id, [
    ['registered', 'scheduled', plusSeconds(startsAt, -19 * DAY)],
    ['scheduled', 'taken', back],
    ['taken', 'graded', plusSeconds(startsAt, 7 * DAY)],
  ]);
}

/**
 * Miri's course, begun three weeks ago, with two assignments to submit. The package covers its
 * fees.
 */
async function seedCourse(tx: Sql, now: Date): Promise<void> {
  const [made, started] = [plusSeconds(now, -25 * DAY), plusSeconds(now, -21 * DAY)];
  const { id } = await tx.one<Pick<tables.Registration, 'id'>>`
    INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, paid_at,
      additional_charge_cents, no_additional_fees, online_program_started)
    VALUES (${MIRI}, 301, 309, 'course_started', ${made}, ${made}, 5000, true, ${started})
    RETURNING id`;
  await tx.run`
    INSERT INTO assignment (registration_id, vendor_assignment_id, position, name, description)
    VALUES (${id}, 'PSY-1', 1, 'Reflection paper', 'Two pages on one school of psychology.'),
      (${id}, 'PSY-2', 2, 'Case study', 'Describe a case and the methods that were used.')`;
  await logged(tx, id, [
    ['pending', 'registered', made],
    ['registered', 'course_started', started],
  ]);
}

/** Rivka's exam in a session of the student's school, which pays it from its balance. */
async function seedSchoolExam(tx: Sql, now: Date): Promise<void> {
  const made = plusSeconds(now, -6 * DAY);
  const startsAt = schoolSessionStart(now, RIVKA_SESSION.days, '09:30');
  const { id } = await tx.one<Pick<tables.Registration, 'id'>>`
    INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, paid_at,
      charge_school, session_id, session_type, calendar_sequence)
    SELECT ${RIVKA}, 415, 415, 'scheduled', ${made}, ${made}, true, s.id, '22', 1 FROM session s
    WHERE s.school_id = ${RIVKA_SESSION.schoolId} AND s.starts_at = ${startsAt} RETURNING id`;
  await logged(tx, id, [['pending', 'scheduled', made]]);
}

type Line = [from: string, to: string, at: Date];
async function logged(tx: Sql, registrationId: number, lines: Line[]): Promise<void> {
  for (const [from, to, at] of lines) {
    await tx.run`
      INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
        from_status, to_status)
      VALUES (${registrationId}, ${at}, 'service', 0, 'system', ${from}, ${to})`;
  }
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'registration seed', ...NO_TIMEOUT });
  await seed(db, steadyNow());
  await db.close();
}
