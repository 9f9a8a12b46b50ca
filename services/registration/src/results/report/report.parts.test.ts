import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { timeInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { rebuildProjections } from '../../projections/rebuild-projections.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, type World } from '../../testing.ts';
import { fillPackages } from './fill-packages.ts';
import { listReport, listReportIds, listReportRows, planReport } from './list-report.ts';
import type { ReportQuestion } from './report-filter.ts';

const SCHOOL = 151;
const OTHER_SCHOOL = 209;
let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

/** No session of these tests has begun. */
const YEAR = steadyNow().getFullYear() + 4;

const office = () => asStaff(world.db, ['ROLE_ADMIN']);
const schoolAdmin = () => asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId: SCHOOL });

/** The days of a month of its own for each test. */
let lastMonth = 0;
function aMonth(): { noonOf: (day: number) => Date; question: ReportQuestion } {
  lastMonth += 1;
  const month = `${YEAR}-${String(lastMonth).padStart(2, '0')}`;
  return {
    noonOf: (day) => new Date(`${month}-${String(day).padStart(2, '0')}T17:00:00Z`),
    question: {
      dateType: 1,
      startDate: `${month}-01`,
      endDate: `${month}-28`,
      sessionType: null,
      sessionPlaceId: null,
      vendorId: null,
      examId: null,
      packageTypeId: null,
      schoolId: null,
      cohort: null,
    },
  };
}

interface Sat {
  student?: number;
  exam?: number;
  session?: number | null;
  left?: number | null;
  status?: string;
  online?: Date | null;
  batch?: number | null;
  comment?: string | null;
}
/** A registration as the tables hold it. */
async function sat({
  student = aStudent(world),
  exam = anExam(world),
  session = null,
  left = null,
  status = 'taken',
  online = null,
  batch = null,
  comment = status === 'graded' ? 'Pass' : null,
}: Sat): Promise<number> {
  const hasResult = batch !== null || comment !== null;
  const { id } = await world.db.one<{ id: number }>`
    WITH made AS (
      INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, is_old_system,
        session_id, session_type, admin_cancel_session_id, admin_cancel_session_date,
        cancelled_at, paid_at)
      SELECT ${student}, ${exam}, ${exam}, ${status}, now(), true, ${session}::bigint,
        (SELECT session_type FROM session WHERE id = ${session}::bigint), ${left}::bigint,
        CASE WHEN ${left}::bigint IS NOT NULL THEN ${`${YEAR}-01-01`}::date END,
        CASE WHEN ${status} = 'cancelled' THEN now() END,
        ${`${YEAR}-01-02T03:00:00Z`}
      RETURNING id),
    graded AS (
      INSERT INTO exam_result (registration_id, batch_id, grade, grade_comment)
      SELECT id, ${batch}::bigint, '87', ${comment} FROM made WHERE ${hasResult})
    SELECT id FROM made`;
  if (online)
    await world.db.run`
      INSERT INTO online_sitting (registration_id, online_exam_started) VALUES (${id}, ${online})`;
  return id;
}

async function aBatch(day: string | null): Promise<number> {
  const { id } = await world.db.one<{ id: number }>`
    INSERT INTO batch (batch_date) VALUES (${day}::date) RETURNING id`;
  return id;
}

/** Ids of the report's rows; checks that reading by filter and by ids returns the same. */
const found = async (question: ReportQuestion, call = office()) => {
  await rebuildProjections(world.db);
  const ids = await listReportIds(call, question);
  expect(await listReport(call, question)).toEqual(await listReportRows(call, ids));
  return ids;
};

test('rows are ordered by day, place and name, up to the ends of the days', async () => {
  const { noonOf, question } = aMonth();
  const named = (lastName: string, firstName: string) => aStudent(world, { lastName, firstName });
  const [lakewood, brooklyn, late, early, after] = [
    await aSession(world, { locationId: 14, startsAt: noonOf(9) }),
    await aSession(world, { locationId: 13, startsAt: noonOf(9) }),
    await aSession(world, { startsAt: new Date(`${YEAR}-01-29T04:59:00Z`) }),
    await aSession(world, { startsAt: new Date(`${YEAR}-01-01T05:00:00Z`) }),
    await aSession(world, { startsAt: new Date(`${YEAR}-01-29T05:00:00Z`) }),
  ];
  const last = await sat({ session: late });
  const inLakewood = await sat({ session: lakewood, student: named('Adler', 'Dina') });
  const stern = await sat({ session: brooklyn, student: named('Stern', 'Dina') });
  const ruth = await sat({ session: brooklyn, student: named('Adler', 'Ruth') });
  const dina = await sat({ session: brooklyn, student: named('Adler', 'Dina') });
  const first = await sat({ session: early });
  await sat({ session: after });
  expect(await found(question)).toEqual([first, dina, ruth, stern, inLakewood, last]);
});

test('the report omits cancelled and failed registrations, not those without session', async () => {
  const { noonOf, question } = aMonth();
  const session = await aSession(world, { startsAt: noonOf(4) });
  await sat({ session, status: 'pending' });
  for (const status of ['cancelled', 'dropped']) await sat({ left: session, status });
  const kept = await sat({ session });
  const lost = await sat({ left: session, status: 'registered' });
  expect((await found(question)).sort()).toEqual([kept, lost].sort());
  const rows = await listReportRows(office(), [lost]);
  expect(rows).toMatchObject([
    { sessionDate: `${YEAR}-02-04`, sessionType: '21', adminCancelSessionDate: `${YEAR}-01-01` },
  ]);
});

test('an exam online counts on the day it was started, once', async () => {
  const { noonOf, question } = aMonth();
  const left = await aSession(world, { sessionType: '22', schoolId: SCHOOL, startsAt: noonOf(3) });
  const id = await sat({ left, online: noonOf(20), status: 'online_started' });
  const atSchool = await aSession(world, {
    sessionType: '22',
    schoolId: SCHOOL,
    startsAt: noonOf(21),
  });
  const inSession = await sat({ session: atSchool, online: noonOf(22), status: 'taken' });
  await sat({ online: null, status: 'registered' });
  expect(await found(question)).toEqual([id, inSession]);
  expect(await found({ ...question, sessionType: '99' })).toEqual([id]);
});

test('batch dates filter by the day of the batch, and a missing batch shows N/A', async () => {
  const { question } = aMonth();
  const session = await aSession(world, { startsAt: new Date(`${YEAR - 1}-06-01T16:00:00Z`) });
  const first = await sat({ session, status: 'graded', batch: await aBatch(`${YEAR}-04-01`) });
  const last = await sat({ status: 'graded', batch: await aBatch(`${YEAR}-04-28`) });
  await sat({ status: 'graded', batch: await aBatch(`${YEAR}-04-29`) });
  const undated = await sat({ status: 'graded', batch: await aBatch(null) });
  expect(await found({ ...question, dateType: 2 })).toEqual([first, last]);
  expect(await planReport(office(), { ...question, dateType: 2 })).toEqual([
    { startDate: `${YEAR}-04-01`, endDate: `${YEAR}-04-28`, rows: 2 },
  ]);
  const rows = await listReportRows(office(), [first, undated]);
  expect(rows).toMatchObject([
    { inBatch: true, batchDate: `${YEAR}-04-01` },
    { inBatch: true, batchDate: undefined },
  ]);
});

test('each filter omits rows that do not match, and filters combine', async () => {
  const { noonOf, question } = aMonth();
  const exam = anExam(world, { vendorId: 3 });
  const student = aStudent(world, { schoolId: SCHOOL, cohort: '2030-2031' });
  const session = await aSession(world, {
    sessionType: '22',
    schoolId: SCHOOL,
    startsAt: noonOf(2),
  });
  const wanted = await sat({ exam, student, session });
  const others = [
    await sat({ student, session }),
    await sat({ exam, session }),
    await sat({
      exam,
      student,
      session: await aSession(world, { startsAt: noonOf(2) }),
    }),
  ];
  expect(await found(question)).toHaveLength(1 + others.length);
  const all = {
    sessionType: '22',
    sessionPlaceId: SCHOOL,
    vendorId: 3,
    examId: exam,
    schoolId: SCHOOL,
    cohort: '2030-2031',
  };
  expect(await found({ ...question, ...all })).toEqual([wanted]);
  for (const other of [
    { vendorId: 4 },
    { examId: exam + 1 },
    { cohort: 'NULL' },
    { cohort: '2031-2032' },
    { sessionPlaceId: OTHER_SCHOOL },
    { schoolId: OTHER_SCHOOL },
  ])
    expect(await found({ ...question, ...all, ...other })).toEqual([]);
});

/** Registers a student whose credits come from these packages, and books the session. */
async function paidFrom(packages: number[], sessionId: number): Promise<number> {
  const studentId = aStudent(world);
  world.payments.packages.set(studentId, packages);
  const { id } = await aRegistration(world, { studentId });
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  return id;
}

test('packageTypeId finds registrations paid from a package of this type', async () => {
  const { noonOf, question } = aMonth();
  const session = await aSession(world, { startsAt: noonOf(2) });
  const [both, one] = [await paidFrom([41, 42], session), await paidFrom([42], session)];
  await paidFrom([], session);
  expect((await found({ ...question, packageTypeId: 42 })).sort()).toEqual([both, one].sort());
  expect(await found({ ...question, packageTypeId: 41 })).toEqual([both]);
  expect(await found({ ...question, packageTypeId: 43 })).toEqual([]);
});

test('older registrations are found once their packages were read from payments', async () => {
  const { noonOf, question } = aMonth();
  const session = await aSession(world, { startsAt: noonOf(2) });
  world.payments.isOld = true;
  const old = await paidFrom([44], session);
  world.payments.isOld = false;
  expect(await found({ ...question, packageTypeId: 44 })).toEqual([]);
  await fillPackages(world.db);
  await fillPackages(world.db);
  expect(await found({ ...question, packageTypeId: 44 })).toEqual([old]);
});

test('a school admin gets students of the own school, in the rows as in the list', async () => {
  const { noonOf, question } = aMonth();
  const session = await aSession(world, { startsAt: noonOf(2) });
  const own = await sat({ session, student: aStudent(world, { schoolId: SCHOOL }) });
  const other = await sat({ session, student: aStudent(world, { schoolId: OTHER_SCHOOL }) });
  expect(await found(question, schoolAdmin())).toEqual([own]);
  const rows = await listReportRows(schoolAdmin(), [other, own]);
  expect(rows.map(({ registrationId }) => registrationId)).toEqual([own]);
});

test("a row has its student's data, and no score of a failed exam", async () => {
  const { noonOf } = aMonth();
  const student = aStudent(world, {
    firstName: 'Noa',
    lastName: 'Katz',
    dob: '2005-02-28',
    last4Ssn: '0042',
    phone: '718-555-0100',
    schoolId: SCHOOL,
  });
  const session = await aSession(world, { startsAt: noonOf(7) });
  const exam = anExam(world, { credits: 6 });
  const [passed, failed] = [
    await sat({ student, exam, session, status: 'graded', comment: 'Pass' }),
    await sat({ student, exam, session, status: 'graded', comment: 'Disqualified' }),
  ];
  await rebuildProjections(world.db);
  const rows = await listReportRows(office(), [failed, passed]);
  expect(rows).toMatchObject([
    { registrationId: failed, grade: undefined, credits: undefined, gradeComment: 'Disqualified' },
    {
      registrationId: passed,
      lastName: 'Katz',
      firstName: 'Noa',
      last4Ssn: '0042',
      dob: '2005-02-28',
      phone: '718-555-0100',
      schoolName: 'Bais Rivka',
      locationName: 'Brooklyn',
      sessionDate: noonOf(7).toISOString().slice(0, 10),
      sessionTime: timeInNewYork(noonOf(7)),
      paidOn: `${YEAR}-01-01`,
      grade: '87',
      credits: 6,
    },
  ]);
});

test('more than 100,000 rows are refused, unless filters leave fewer', async () => {
  const { noonOf, question } = aMonth();
  const exam = anExam(world);
  const session = await aSession(world, { startsAt: noonOf(5) });
  await world.db.run`
    INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, is_old_system,
      session_id, session_type)
    SELECT 900000 + n, ${exam}, ${exam}, 'scheduled', now(), true, ${session}, '21'
    FROM generate_series(1, 100001) n`;
  const refused = await refusalOf(planReport(office(), question));
  expect(refused).toMatchObject({
    status: 422,
    code: 'too_many_rows',
    detail: 'There are too many registrations. Please choose a shorter time.',
  });
  const one = await sat({ session });
  const { examId } = await world.db.one<{ examId: number }>`
    SELECT exam_id FROM registration WHERE id = ${one}`;
  expect(await planReport(office(), { ...question, examId })).toHaveLength(1);
  expect(await found({ ...question, examId })).toEqual([one]);
  await world.db
    .run`DELETE FROM registration WHERE session_id = ${session} AND student_id = 900001`;
  expect(await listReportIds(office(), { ...question, examId: exam })).toHaveLength(100_000);
});
