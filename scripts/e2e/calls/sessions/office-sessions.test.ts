import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { newYorkDay } from '@portal/contract/days';
import type { Problem } from '@portal/contract/problem';
import {
  addOfficeSession,
  changeOfficeSession,
  getOfficeSession,
  getOfficeSessions,
  type OfficeSession,
  setSessionState,
} from '@portal/contract/sessions/office-sessions';
import { getOpenedSessions } from '@portal/contract/sessions/sessions';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aRetiredBranch } from '../../exams/branches.ts';
import { anExam } from '../../exams/catalogue.ts';
import { booked, examThat } from '../../exams/registrations.ts';
import { BRANCH } from '../../exams/sessions.ts';
import { aSchool, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

/** A Wednesday some weeks from now. */
const DAY = (() => {
  const soon = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 40 });
  return soon.add({ days: (10 - soon.dayOfWeek) % 7 }).toString();
})();
const SATURDAY = Temporal.PlainDate.from(DAY).add({ days: 3 }).toString();

let admin: Person;
let school: TestSchool;
/** Adds a school to registration too: test schools are stored without an event. */
async function aKnownSchool(): Promise<TestSchool> {
  const made = await aSchool();
  await sql(
    'registration',
    `INSERT INTO school_copy (id, version, name, gender, charge_school, charge_proctor_fee,
       session_closing_time, active, online_sessions)
     VALUES ($1, 1, $2, '3', false, false, '23:59', true, false)
     -- the copies are brought in step by registration itself every twenty seconds
     ON CONFLICT (id) DO NOTHING`,
    [made.id, made.name],
  );
  return made;
}

beforeAll(async () => {
  [admin, school] = await Promise.all([signedInStaff('ROLE_ADMIN'), aKnownSchool()]);
});

const newSession = {
  sessionType: '21',
  date: DAY,
  testSessionTime: '09:30',
  locationId: BRANCH,
  gender: '3',
  seats: 12,
  draft: false,
  confirmDay: true,
} as const satisfies CallInput<typeof addOfficeSession>;
const add = (about: Partial<CallInput<typeof addOfficeSession>> = {}, key = randomUUID()) =>
  admin.ask(addOfficeSession, { ...newSession, ...about }, key);
const added = async (
  about: Partial<CallInput<typeof addOfficeSession>> = {},
): Promise<OfficeSession> => {
  const answer = await add(about);
  expect(answer).toMatchObject({ status: 200 });
  return addOfficeSession.answer.parse(answer.body).session;
};
const change = (
  { testSessionId }: Pick<OfficeSession, 'testSessionId'>,
  about: Partial<CallInput<typeof changeOfficeSession>>,
) =>
  admin.ask(
    changeOfficeSession,
    { testSessionId, version: 0, confirmDay: true, ...about },
    randomUUID(),
  );
const read = async ({ testSessionId }: Pick<OfficeSession, 'testSessionId'>) =>
  getOfficeSession.answer.parse((await admin.ask(getOfficeSession, { testSessionId })).body);
/** Seats a student with so many exams of 90 minutes in a session. */
async function seated({ testSessionId }: OfficeSession, exams = 1): Promise<void> {
  const { person } = await aStudent({ credits: 3 * exams });
  for (let made = 0; made < exams; made++) {
    const id = await anExam();
    await booked(person, await examThat(person, (exam) => exam.id === id), testSessionId);
  }
}
const ofDay = { from: DAY, to: DAY };
const listed = async (person: Person, about: object = {}) => {
  const { body } = await person.ask(getOfficeSessions, { ...ofDay, ...about });
  return getOfficeSessions.answer.parse(body);
};
const idsOf = ({ sessions }: { sessions: readonly OfficeSession[] }) =>
  sessions.map(({ testSessionId }) => testSessionId);

describe('getOfficeSessions', () => {
  test('gives the office sessions of all kinds, including drafts, and day marks', async () => {
    const branch = await added({ proctor: 'Ada' });
    const draft = await added({ draft: true });
    const ofSchool = await added({
      sessionType: '22',
      locationId: undefined,
      schoolId: school.id,
      seats: undefined,
    });
    const { sessions, total, proctors } = await listed(admin);
    expect(idsOf({ sessions })).toEqual(
      expect.arrayContaining([branch, draft, ofSchool].map(({ testSessionId }) => testSessionId)),
    );
    expect(total).toBe(sessions.length);
    expect(proctors).toContain('Ada');
    expect(idsOf(await listed(admin, { state: 'draft' }))).not.toContain(branch.testSessionId);
    expect(idsOf(await listed(admin, { schoolId: school.id }))).toEqual([ofSchool.testSessionId]);
    const { marks } = await listed(admin, { from: SATURDAY, to: SATURDAY });
    expect(marks).toContainEqual(expect.objectContaining({ kind: 'shabbat', leavesOut: true }));
  });

  test("gives a month's first sessions of each day and their number, or a page", async () => {
    const proctor = randomUUID(); // other tests plan on these days too
    const later = Temporal.PlainDate.from(DAY).add({ days: 1 }).toString();
    const made = [
      await added({ proctor }),
      await added({ proctor }),
      await added({ proctor }),
      await added({ proctor, date: later }),
    ];
    const month = { from: DAY, to: later, proctor };
    const all = await listed(admin, month);
    expect(idsOf(all)).toEqual(idsOf({ sessions: made }));
    expect(all.counts).toBeUndefined();
    const first = await listed(admin, { ...month, perDay: 2 });
    expect(idsOf(first)).toEqual(idsOf({ sessions: made.filter((_, n) => n !== 2) }));
    expect(first.total).toBe(4);
    expect(first.counts).toEqual([
      { date: DAY, sessions: 3 },
      { date: later, sessions: 1 },
    ]);
    // a list has pages: `perDay` does not change it
    const list = await listed(admin, { ...month, view: 'list', perDay: 1 });
    expect(idsOf(list)).toEqual(idsOf(all));
    expect(list.counts).toBeUndefined();
    const page = await listed(admin, { ...month, view: 'list', page: 2, pageSize: 1 });
    expect([page.total, idsOf(page)]).toEqual([4, [idsOf(all)[1]]]);
    const none = await admin.ask(getOfficeSessions, { ...month, perDay: 0 });
    expect(refusal(none)).toMatchObject({ status: 400, code: 'malformed' });
  });

  test('gives a school admin the sessions of their school', async () => {
    const ofSchool = { sessionType: '22', locationId: undefined, seats: undefined } as const;
    const [own, other] = await Promise.all([
      added({ ...ofSchool, schoolId: school.id }),
      aKnownSchool().then(({ id }) => added({ ...ofSchool, schoolId: id, remark: 'a secret' })),
    ]);
    const { sessions } = await listed(await schoolAdminOf(school));
    expect(idsOf({ sessions })).toContain(own.testSessionId);
    expect(idsOf({ sessions })).not.toContain(other.testSessionId);
    expect(sessions.flatMap(({ actions }) => actions)).toEqual([]);
  });
});

describe('getOfficeSession', () => {
  test('gives a session with its history', async () => {
    const session = await added();
    await change(session, { seats: 15 });
    const { session: now, history } = await read(session);
    expect(now).toMatchObject({ seats: 15, version: 1 });
    expect(history.map(({ op }) => op)).toEqual(['update', 'insert']);
  });

  test("does not find an unknown session or another school's", async () => {
    const none = await admin.ask(getOfficeSession, { testSessionId: 2_000_000_003 });
    expect(refusal(none)).toMatchObject({ status: 404, code: 'session_not_found' });
    const { testSessionId } = await added();
    const stranger = await schoolAdminOf(school);
    const hidden = await stranger.ask(getOfficeSession, { testSessionId });
    expect(refusal(hidden)).toMatchObject({ status: 404, code: 'session_not_found' });
  });
});

describe('addOfficeSession', () => {
  test('adds a session once, which students can book', async () => {
    const key = randomUUID();
    const first = addOfficeSession.answer.parse((await add({}, key)).body);
    const again = addOfficeSession.answer.parse((await add({}, key)).body);
    expect(again.session.testSessionId).toBe(first.session.testSessionId);
    expect(first.session).toMatchObject({
      state: 'open',
      date: DAY,
      testSessionTime: '09:30',
      remainingSeats: 12,
      version: 0,
    });
    const { person } = await aStudent();
    const open = await person.ask(getOpenedSessions, { locationId: BRANCH });
    expect(getOpenedSessions.answer.parse(open.body).map((one) => one.testSessionId)).toContain(
      first.session.testSessionId,
    );
  });

  // registration tries each refusal on rows: sessions/calendar
  test('refuses a retired branch', async () => {
    const locationId = await aRetiredBranch(admin);
    expect(refusal(await add({ locationId }))).toMatchObject({
      status: 409,
      code: 'location_retired',
    });
  });
});

describe('changeOfficeSession', () => {
  test('moves an empty session, changes and removes its texts, and keeps its limit', async () => {
    const session = await added({ proctor: 'Ada', title: 'Finals' });
    const { body } = await change(session, {
      testSessionTime: '11:00',
      proctor: 'Eva',
      title: '',
      remark: 'key at the desk',
    });
    expect(changeOfficeSession.answer.parse(body).session).toMatchObject({
      testSessionTime: '11:00',
      proctor: 'Eva',
      title: null,
      remark: 'key at the desk',
      version: 1,
    });
    const none = await change(session, { version: 1, seats: null });
    expect(refusal(none)).toMatchObject({ status: 422, code: 'invalid' });
    expect((none.body as Problem).errors).toEqual([
      { path: 'seats', message: 'Seats must be 1 to 500.' },
    ]);
  });

  test('returns the current session to the second of two conflicting edits', async () => {
    const session = await added();
    await change(session, { seats: 20 });
    const second = await change(session, { proctor: 'Eva' });
    expect(refusal(second)).toMatchObject({ status: 409, code: 'session_changed' });
    expect(second.body as Problem).toMatchObject({
      changes: [{ field: 'seats', from: 12, to: 20 }],
      current: { seats: 20, version: 1, proctor: null },
    });
  });

  test('refuses changes that conflict with booked students', async () => {
    const session = await added({ seats: 3 });
    await seated(session, 2);
    await seated(session);
    const few = await change(session, { seats: 1 });
    expect(refusal(few)).toEqual({
      status: 409,
      code: 'seats_below_taken',
      detail: '2 places are taken or held. Choose 2 or more.',
    });
    expect(few.body as Problem).toMatchObject({ least: 2 });
    expect(refusal(await change(session, { gender: '1' }))).toMatchObject({ code: 'gender_taken' });
    const one = await change(session, { limitTo1Test: true });
    expect(refusal(one)).toMatchObject({ code: 'one_exam_taken' });
    const moved = await change(session, { testSessionTime: '12:00' });
    expect(refusal(moved)).toMatchObject({ code: 'has_people' });
  });
});

describe('setSessionState', () => {
  const set = (sessions: { testSessionId: number; version: number }[], action: string) =>
    admin.ask(setSessionState, { sessions, action } as never, randomUUID());

  test('closes and opens sessions independently of each other, and deletes a draft', async () => {
    const [one, two] = [await added(), await added()];
    const { body } = await set(
      [
        { testSessionId: one.testSessionId, version: 0 },
        { testSessionId: two.testSessionId, version: 9 },
      ],
      'close',
    );
    const { results } = setSessionState.answer.parse(body);
    expect(results.map(({ done }) => done)).toEqual([true, false]);
    expect((await read(one)).session.state).toBe('closed');
    await set([{ testSessionId: one.testSessionId, version: 1 }], 'open');
    expect((await read(one)).session.state).toBe('open');
    const { testSessionId } = await added({ draft: true });
    await set([{ testSessionId, version: 0 }], 'deleteDraft');
    expect((await admin.ask(getOfficeSession, { testSessionId })).status).toBe(404);
  });
});
