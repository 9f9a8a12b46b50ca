import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, refusalOf } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { holdSeat } from '../../capacity/seats/hold-seat.ts';
import { listOfficeSessions } from '../../sessions/calendar/queries/list-office-sessions.ts';
import { APART_DAY, aSessionApart, OWN_ROOM } from '../../testing/session-apart.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, type World } from '../../testing.ts';
import { countAllFigures, countFigures } from './count-figures.ts';
import {
  type FigureFilter,
  listCounted,
  listExamResultFigures,
  listRegistrationFigures,
  listResultFigures,
  listSeatFigures,
} from './list-figures.ts';

let world: World;
/** Exams of two vendors. */
let exams: { id: number; vendorId: number }[];
let lastId = 4_000_000;

beforeAll(async () => {
  world = await aWorld();
  exams = [3, 1, 3].map((vendorId) => ({ id: anExam(world, { vendorId }), vendorId }));
  for (const { id } of exams) await aRegistration(world, { examId: id });
  await count();
});
afterAll(() => world.close());

const count = () => countFigures(world.db, steadyNow());
const call = (now = steadyNow()) => asStaff(world.db, ['ROLE_SUPPORT'], { now });
const whole = (from: string, to: string): FigureFilter => ({
  from,
  to,
  vendorId: null,
  locationId: null,
});
const pick = <T>(list: readonly T[], random: () => number): T =>
  list[Math.floor(random() * list.length)] as T;

interface Row {
  id: number;
  createdAt: Date;
  vendorId: number;
  status: string;
  branchId: number | null;
  gradedOn: string | null;
  comment: string | null;
}

/** Puts a registration on record as the commands write it, in steps that each commit. */
async function made(about: Partial<Row> & { createdAt: Date }): Promise<Row> {
  const exam = exams.find(({ vendorId }) => vendorId === (about.vendorId ?? 3));
  const row: Row = {
    id: ++lastId,
    vendorId: 3,
    status: 'registered',
    branchId: null,
    gradedOn: null,
    comment: null,
    ...about,
  };
  await world.db.run`
    INSERT INTO registration (id, student_id, exam_id, exam_group, status, created_at)
    OVERRIDING SYSTEM VALUE
    VALUES (${row.id}, ${row.id}, ${exam?.id}, ${exam?.id}, 'pending', ${row.createdAt})`;
  await changed(row, {});
  return row;
}
async function changed(row: Row, change: Partial<Row>): Promise<void> {
  Object.assign(row, change);
  if (change.gradedOn !== undefined)
    await world.db.run`
      INSERT INTO exam_result (registration_id, grade_comment, graded_on)
      VALUES (${row.id}, ${row.comment}, ${row.gradedOn}::date)
      ON CONFLICT (registration_id) DO UPDATE
      SET grade_comment = excluded.grade_comment, graded_on = excluded.graded_on`;
  await world.db.run`
    UPDATE registration SET status = ${row.status}, branch_id = ${row.branchId},
      cancelled_at = CASE WHEN ${row.status} = 'cancelled' THEN now() END
    WHERE id = ${row.id}`;
}

test.each([
  ['the last minute of a day', '2024-05-14', '23:59', '2024-05-14'],
  ['the first minute of the next', '2024-05-15', '00:00', '2024-05-15'],
  ['the evening in which clocks go on at night', '2024-03-09', '23:59', '2024-03-09'],
  ['the day of 23 hours', '2024-03-10', '23:59', '2024-03-10'],
  ['the day of 25 hours', '2024-11-03', '23:59', '2024-11-03'],
  ['the day after it', '2024-11-04', '00:00', '2024-11-04'],
])('a registration of %s counts on its day of New York', async (_when, day, time, counted) => {
  const before = await listRegistrationFigures(call(), whole(counted, counted));
  await made({ createdAt: instantInNewYork(day, time) });
  await count();

  const { figures } = await listRegistrationFigures(call(), whole(counted, counted));

  const sum = (list: typeof figures) => list.reduce((all, one) => all + one.registrations, 0);
  expect(sum(figures)).toBe(sum(before.figures) + 1);
});

test('cancelled, dropped and unpaid registrations are not counted', async () => {
  const createdAt = instantInNewYork('2024-06-03', '12:00');
  const row = await made({ createdAt });
  await made({ createdAt, status: 'pending' });
  await made({ createdAt, status: 'dropped' });
  await count();
  const before = await listRegistrationFigures(call(), whole('2024-06-03', '2024-06-03'));
  await changed(row, { status: 'cancelled' });
  await count();
  const after = await listRegistrationFigures(call(), whole('2024-06-03', '2024-06-03'));

  expect(before.figures).toMatchObject([{ day: '2024-06-03', vendorId: 3, registrations: 1 }]);
  expect(after.figures).toEqual([]);
});

test('the commands count a purchase and a booking at their branch', async () => {
  const today = dayInNewYork(steadyNow());
  const of = async (locationId: number | null) => {
    await count();
    const { figures } = await listRegistrationFigures(call(), {
      ...whole(today, today),
      locationId,
    });
    return figures.reduce((sum, { registrations }) => sum + registrations, 0);
  };
  const [all, atBranch] = [await of(null), await of(13)];
  const studentId = aStudent(world);
  const { id } = await aRegistration(world, { studentId, examId: anExam(world) });
  const bought = [await of(null), await of(13)];
  const sessionId = await aSession(world, { locationId: 13 });
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });

  expect(bought).toEqual([all + 1, atBranch]);
  expect([await of(null), await of(13)]).toEqual([all + 1, atBranch + 1]);
});

test('of however many days something changed, one turn of the job counts them all', async () => {
  const days = Array.from({ length: 70 }, (_, n) => dayPlus('2018-01-01', { days: n }));
  for (const day of days) await made({ createdAt: instantInNewYork(day, '12:00') });
  await count();
  const { figures } = await listRegistrationFigures(call(), whole('2018-01-01', '2018-12-31'));
  expect(figures.map(({ day, registrations }) => [day, registrations])).toEqual(
    days.map((day) => [day, 1]),
  );
});

test('after a random workload, with two replicas that count, figures equal a scan', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
  const FROM = '2023-03-01';
  const day = () => dayPlus(FROM, { days: Math.floor(random() * 30) });
  const rows: Row[] = [];
  const step = async () => {
    const row = pick(rows, random);
    const act = random();
    if (row === undefined || act < 0.35)
      rows.push(
        await made({
          createdAt: instantInNewYork(day(), pick(['00:00', '09:30', '23:59'], random)),
          vendorId: pick([1, 3], random),
          status: pick(['registered', 'pending', 'course_started'], random),
          branchId: pick([null, 13, 14], random),
        }),
      );
    else if (act < 0.6) await changed(row, { status: pick(['cancelled', 'registered'], random) });
    else if (act < 0.75) await changed(row, { branchId: pick([null, 13, 14], random) });
    else
      await changed(row, {
        status: 'graded',
        gradedOn: day(),
        comment: pick(['A', 'B', 'Fail', 'Disqualified'], random),
      });
  };
  for (let turn = 0; turn < 40; turn++) {
    const steps = async () => {
      for (let one = 0; one < 4; one++) await step();
    };
    await Promise.all([steps(), count(), count()]);
  }
  await count();

  const scanned = new Map<string, number>();
  const results = new Map<string, [number, number]>();
  for (const row of rows) {
    if (!['pending', 'dropped', 'cancelled'].includes(row.status)) {
      const key = `${dayInNewYork(row.createdAt)} ${row.vendorId}`;
      scanned.set(key, (scanned.get(key) ?? 0) + 1);
    }
    if (row.gradedOn === null) continue;
    const key = `${row.gradedOn} ${row.vendorId}`;
    const [passed, not] = results.get(key) ?? [0, 0];
    const isPassed = row.comment === 'A' || row.comment === 'B';
    results.set(key, isPassed ? [passed + 1, not] : [passed, not + 1]);
  }
  const shown = async () => {
    const query = whole(FROM, '2023-04-30');
    const [kept, graded] = await Promise.all([
      listRegistrationFigures(call(), query),
      listResultFigures(call(), query),
    ]);
    return {
      kept: new Map(kept.figures.map((one) => [`${one.day} ${one.vendorId}`, one.registrations])),
      graded: new Map(
        graded.figures.map((one) => [`${one.day} ${one.vendorId}`, [one.passed, one.notPassed]]),
      ),
    };
  };
  const kept = await shown();
  expect({ seed, ...kept }).toEqual({ seed, kept: scanned, graded: results });

  // the rows behind the whole are as many
  const behind = await listCounted(call(), {
    ...whole(FROM, '2023-04-30'),
    by: 'made',
    examId: null,
    page: 1,
    pageSize: 200,
  });
  expect(behind.total).toBe([...scanned.values()].reduce((sum, n) => sum + n, 0));
  expect(behind.rows).toHaveLength(Math.min(behind.total, 200));

  await countAllFigures(world.db, steadyNow());
  expect(await shown()).toEqual(kept);
});

test('results of an exam match its rows; exams with the most results are listed', async () => {
  const [often, seldom] = exams;
  const graded = async (vendorId: number, comment: string) => {
    const row = await made({ createdAt: instantInNewYork('2021-06-01', '12:00'), vendorId });
    await changed(row, { status: 'graded', gradedOn: '2021-06-02', comment });
  };
  for (const comment of ['A', 'B', 'Fail']) await graded(3, comment);
  await graded(1, 'Disqualified');
  await count();

  const days = { from: '2021-06-01', to: '2021-06-30', vendorId: null };
  const all = await listExamResultFigures(call(), { ...days, limit: 6 });
  const first = await listExamResultFigures(call(), { ...days, limit: 1 });
  const ofVendor = await listExamResultFigures(call(), { ...days, vendorId: 1, limit: 6 });
  const behind = await listCounted(call(), {
    ...days,
    by: 'graded',
    examId: often?.id ?? 0,
    locationId: null,
    page: 1,
    pageSize: 200,
  });

  const numbers = ({ figures }: typeof all) =>
    figures.map(({ examId, passed, notPassed }) => [examId, passed, notPassed]);
  expect(numbers(all)).toEqual([
    [often?.id, 2, 1],
    [seldom?.id, 0, 1],
  ]);
  expect([numbers(first), first.total]).toEqual([[[often?.id, 2, 1]], 2]);
  expect([numbers(ofVendor), ofVendor.total]).toEqual([[[seldom?.id, 0, 1]], 1]);
  expect(behind.rows.map(({ result }) => result).sort()).toEqual(['Fail', 'Pass', 'Pass']);
  expect(behind.total).toBe(3);
});

test('a counted registration with a place in a school session names the school', async () => {
  const studentId = aStudent(world, { schoolId: 151 });
  const { id: registrationId } = await aRegistration(world, { studentId, examId: anExam(world) });
  const sessionId = await aSession(world, { sessionType: '22', schoolId: 151 });
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId,
    sessionId,
  });
  const day = dayInNewYork(steadyNow());
  const { rows } = await listCounted(call(), {
    from: day,
    to: day,
    vendorId: null,
    locationId: null,
    by: 'made',
    examId: null,
    page: 1,
    pageSize: 200,
  });
  const { name } = await world.db.one<{ name: string }>`
    SELECT name FROM school_copy WHERE id = 151`;
  expect(rows.find((row) => row.registrationId === registrationId)?.locationName).toBe(name);
});

test('figures that were damaged are right again once all days are counted', async () => {
  await made({ createdAt: instantInNewYork('2022-01-05', '12:00') });
  await count();
  await world.db.run`UPDATE registration_figure SET registrations = 99 WHERE day = '2022-01-05'`;

  await countAllFigures(world.db, steadyNow());

  const { figures } = await listRegistrationFigures(call(), whole('2022-01-05', '2022-01-05'));
  expect(figures.map(({ registrations }) => registrations)).toEqual([1]);
});

test('figures say since when a change waits for being counted', async () => {
  const inAnHour = new Date(steadyNow().getTime() + 3_600_000);
  const listed = () => listRegistrationFigures(call(inAnHour), whole('2021-02-01', '2021-02-01'));
  await count();
  expect((await listed()).asOf).toEqual(inAnHour);
  await made({ createdAt: instantInNewYork('2021-02-01', '12:00') });
  const behind = await listed();
  expect(behind.figures).toEqual([]);
  expect(behind.asOf.getTime()).toBeLessThan(inAnHour.getTime());
  await count();
  expect((await listed()).asOf).toEqual(inAnHour);
});

test('seats are those of open and past sessions with a limit; a hold fills none', async () => {
  const startsAt = new Date(steadyNow().getTime() + 20 * 86_400_000);
  const day = dayInNewYork(startsAt);
  const sessionId = await aSession(world, { locationId: 14, startsAt, seats: 5 });
  const other = await aSession(world, { locationId: 14, startsAt, seats: 7 });
  const closed = await aSession(world, { locationId: 14, startsAt, seats: 9 });
  await world.db.run`UPDATE session SET closed_by_staff = true WHERE id = ${closed}`;
  const calledOff = await aSession(world, { locationId: 14, startsAt, seats: 11 });
  await world.db.run`UPDATE session SET called_off_at = now() WHERE id = ${calledOff}`;
  const unlimited = await aSession(world, { locationId: 14, startsAt });
  await world.db.run`UPDATE session SET seats = NULL, seats_left = NULL WHERE id = ${unlimited}`;
  for (const booked of [sessionId, unlimited]) {
    const studentId = aStudent(world);
    const { id } = await aRegistration(world, { studentId, examId: anExam(world) });
    await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
      registrationId: id,
      sessionId: booked,
    });
  }
  const held = aStudent(world);
  const waiting = await aRegistration(world, {
    studentId: held,
    examId: anExam(world),
    isPaid: false,
  });
  await holdSeat(asService(world.db, 'payments'), {
    studentId: held,
    registrationId: waiting.id,
    sessionId: other,
  });

  const { figures } = await listSeatFigures(call(), { from: day, to: day, locationId: 14 });
  const behind = await listOfficeSessions(call(), {
    from: day,
    to: day,
    locationId: 14,
    schoolId: null,
    vendorId: null,
    counted: true,
    sessionType: null,
    gender: null,
    proctor: null,
    state: null,
    page: null,
  });

  expect(figures).toEqual([{ day, locationId: 14, locationName: 'Lakewood', taken: 1, seats: 12 }]);
  expect(behind.sessions.map((one) => one.id).sort()).toEqual([sessionId, other].sort());
  const sum = (of: 'taken' | 'seats') =>
    behind.sessions.reduce((all, one) => all + (one[of] ?? 0), 0);
  expect([sum('taken'), sum('seats')]).toEqual([1, 12]);
});

test('a student in a special room takes no seat (R-505)', async () => {
  const { sessionId, branch } = await aSessionApart(world, 1, { seats: 6 });
  for (const approvedAccommodations of [[], OWN_ROOM]) {
    const studentId = aStudent(world, { approvedAccommodations });
    const { id } = await aRegistration(world, { studentId, examId: anExam(world) });
    await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
      registrationId: id,
      sessionId,
    });
  }
  const query = { from: APART_DAY, to: APART_DAY, locationId: branch };
  const { figures } = await listSeatFigures(call(), query);
  expect(figures).toMatchObject([{ locationId: branch, taken: 1, seats: 6 }]);
});

test('367 days are too long, and days that end before they begin are refused', async () => {
  const long = await refusalOf(
    listRegistrationFigures(call(), whole('2024-01-01', dayPlus('2024-01-01', { days: 366 }))),
  );
  const turned = await refusalOf(listResultFigures(call(), whole('2024-01-02', '2024-01-01')));

  expect([long.status, long.code]).toEqual([422, 'range_too_long']);
  expect([turned.status, turned.code]).toEqual([422, 'invalid']);
});
