import { expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusals } from '@portal/kit/testing';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { meet, waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { book, bookByStaff, hold } from '../../testing/ways-to-a-seat.ts';
import { own, withWorldBeside, world } from '../../testing/with-world.ts';
import { aRegistration, aSession, aStudent, MAN, seatsLeft } from '../../testing.ts';
import { changeOfficeSessionFrom } from '../calendar/changing/change-session.ts';
import { setSessionStates } from '../calendar/changing/set-session-states.ts';
import { callOffSession } from '../calling-off/call-off-session.ts';
import { joinWaitingList } from '../waiting-list-commands/join-waiting-list.ts';
import { moveSession } from './move-session.ts';
import { previewMove } from './preview-move.ts';

// Students book, pay or join a waiting list while staff change that session: the second transaction
// to lock its row decides by the changes of the first.

withWorldBeside();

const DAY = dayPlus(dayInNewYork(steadyNow()), { days: 30 });
const office = () => asStaff(world.db, ['ROLE_ADMIN']);

/** A student's call on a session; `mark`: the failpoint just before its commit. */
interface Person {
  mark: string;
  act: (one: Registration, sessionId: number) => Promise<unknown>;
}
const books: Person = { mark: 'scheduleSession.commit', act: book };
const booksByStaff: Person = { mark: 'scheduleSession.commit', act: bookByStaff };
const holds: Person = { mark: 'holdSeat.commit', act: hold };
const joins: Person = {
  mark: 'joinWaitingList.commit',
  act: ({ id, studentId }, sessionId) =>
    joinWaitingList(asStudent(world.db, studentId), { registrationId: id, sessionId }),
};

/** A staff call on a session, after its preview if it needs one. */
interface Staff {
  mark: string;
  look: (sessionId: number) => Promise<() => Promise<unknown>>;
}
const move: Staff = {
  mark: 'moveSession.begin.commit',
  async look(sessionId) {
    const wanted = {
      sessionId,
      version: 0,
      date: DAY,
      time: '11:00',
      locationId: null,
      rooms: null,
      closingDate: null,
      message: null,
      confirmDay: true,
    };
    const { previewHash } = await previewMove(office(), wanted);
    return () => moveSession(office(), { ...wanted, previewHash });
  },
};
const callOff: Staff = {
  mark: 'callOffSession.begin.commit',
  look: async (sessionId) => () => callOffSession(asService(world.db, 'operator'), sessionId),
};
const close: Staff = {
  mark: 'setOfficeSessionState.commit',
  look: async (sessionId) => () =>
    setSessionStates(office(), { sessions: [{ sessionId, version: 0 }], action: 'close' }),
};
const forMen: Staff = {
  mark: 'changeOfficeSession.commit',
  look: async (sessionId) => () =>
    changeOfficeSessionFrom(office(), { sessionId, version: 0, gender: MAN, confirmDay: true }),
};

/** A student with another exam at the session's new time. */
async function busyThen(): Promise<Registration> {
  const studentId = aStudent(world);
  const startsAt = instantInNewYork(DAY, '13:00');
  await book(await aRegistration(world, { studentId }), await aSession(world, { startsAt }));
  return aRegistration(world, { studentId });
}
const idle = () => aRegistration(world);

/** A session with places, or one that a man has filled. */
async function theSession(isFull: boolean): Promise<number> {
  if (!isFull) return aSession(world);
  const sessionId = await aSession(world, { seats: 1 });
  const studentId = aStudent(world, { gender: MAN });
  await bookByStaff(await aRegistration(world, { studentId }), sessionId);
  return sessionId;
}
/** How an act ended: done, or the code of its refusal. */
const endOf = (settled: PromiseSettledResult<unknown> | undefined): string =>
  refusals(settled ? [settled] : [])[0] ?? 'done';

const sessionOf = ({ id }: Registration) =>
  world.db.one<{ status: string; sessionId: number | null; startsAt: Date | null }>`
    SELECT r.status, r.session_id, s.starts_at
    FROM registration r LEFT JOIN session s ON s.id = r.session_id WHERE r.id = ${id}`;
const entriesOf = ({ studentId }: Registration) =>
  world.db.many<{ state: string; place: number }>`
    SELECT state, place FROM waiting_entry WHERE student_id = ${studentId} ORDER BY id`;
const heldFor = async ({ studentId }: Registration): Promise<number> =>
  (await world.db.many`SELECT 1 FROM seat_hold WHERE student_id = ${studentId}`).length;

interface Case {
  staff: string;
  act: Staff;
  who: string;
  comes: Person;
  person?: () => Promise<Registration>;
  /** The result of the student's call, which comes second. */
  outcome: string;
}

test.each<Case>([
  { staff: 'moved', act: move, who: 'a student', comes: books, outcome: 'done' },
  { staff: 'moved', act: move, who: 'staff', comes: booksByStaff, outcome: 'done' },
  { staff: 'moved', act: move, who: 'who only pays yet', comes: holds, outcome: 'done' },
  {
    staff: 'moved',
    act: move,
    who: 'who has another exam then',
    comes: books,
    person: busyThen,
    outcome: 'time_overlap',
  },
  {
    staff: 'called off',
    act: callOff,
    who: 'a student',
    comes: books,
    outcome: 'session_called_off',
  },
  { staff: 'closed', act: close, who: 'a student', comes: books, outcome: 'session_closed' },
  { staff: 'closed', act: close, who: 'staff', comes: booksByStaff, outcome: 'done' },
  {
    staff: 'made one for men',
    act: forMen,
    who: 'a student',
    comes: books,
    outcome: 'call_office',
  },
])(
  'a session that is being $staff is booked as it is then: $who, $outcome',
  async ({ act, comes, person = idle, outcome }) => {
    const [sessionId, one] = [await theSession(false), await person()];
    const [done, came] = await meet(own, {
      first: await act.look(sessionId),
      mark: act.mark,
      second: () => comes.act(one, sessionId),
    });
    expect([endOf(done), endOf(came)]).toEqual(['done', outcome]);
    expect(await seatsLeft(world.db, sessionId)).toBe(outcome === 'done' ? 19 : 20);
    if (comes === holds) expect(await heldFor(one)).toBe(1);
    else if (act === move && outcome === 'done')
      expect((await sessionOf(one)).startsAt).toEqual(instantInNewYork(DAY, '11:00'));
    else expect((await sessionOf(one)).sessionId).toBe(outcome === 'done' ? sessionId : null);
  },
);

test.each<Case>([
  { staff: 'moved', act: move, who: 'a student', comes: joins, outcome: 'done' },
  {
    staff: 'moved',
    act: move,
    who: 'who has another exam then',
    comes: joins,
    person: busyThen,
    outcome: 'time_overlap',
  },
  {
    staff: 'called off',
    act: callOff,
    who: 'a student',
    comes: joins,
    outcome: 'waiting_closed',
  },
  { staff: 'closed', act: close, who: 'a student', comes: joins, outcome: 'waiting_closed' },
  { staff: 'made one for men', act: forMen, who: 'a woman', comes: joins, outcome: 'call_office' },
])(
  'the line of a session that is being $staff is joined as it is then: $who, $outcome',
  async ({ act, comes, person = idle, outcome }) => {
    const [sessionId, one] = [await theSession(true), await person()];
    const [done, came] = await meet(own, {
      first: await act.look(sessionId),
      mark: act.mark,
      second: () => comes.act(one, sessionId),
    });
    expect([endOf(done), endOf(came)]).toEqual(['done', outcome]);
    expect(await entriesOf(one)).toEqual(
      outcome === 'done' ? [{ state: 'waiting', place: 1 }] : [],
    );
  },
);

interface PersonFirst extends Omit<Case, 'outcome'> {
  /** The result of the staff call, which comes second. */
  staffOutcome: string;
  /** The student's state then. */
  has: object;
}
test.each<PersonFirst>([
  {
    staff: 'moves it',
    act: move,
    who: 'books',
    comes: books,
    staffOutcome: 'preview_outdated',
    has: { status: 'scheduled', hold: 0, version: 0 },
  },
  {
    staff: 'moves it',
    act: move,
    who: 'has it held',
    comes: holds,
    staffOutcome: 'done',
    has: { status: 'registered', hold: 1, version: 1 },
  },
  {
    staff: 'calls it off',
    act: callOff,
    who: 'books',
    comes: books,
    staffOutcome: 'done',
    has: { status: 'registered', hold: 0, version: 1 },
  },
  {
    staff: 'calls it off',
    act: callOff,
    who: 'has it held',
    comes: holds,
    staffOutcome: 'done',
    has: { status: 'registered', hold: 0, version: 1 },
  },
  {
    staff: 'closes it',
    act: close,
    who: 'books',
    comes: books,
    staffOutcome: 'done',
    has: { status: 'scheduled', hold: 0, version: 1 },
  },
  {
    staff: 'makes it one for men',
    act: forMen,
    who: 'books',
    comes: books,
    staffOutcome: 'gender_taken',
    has: { status: 'scheduled', hold: 0, version: 0 },
  },
])('a student who $who just before the office $staff is seen by the office', async (one) => {
  const [sessionId, registration] = [await theSession(false), await idle()];
  const [came, done] = await meet(own, {
    first: () => one.comes.act(registration, sessionId),
    mark: one.comes.mark,
    second: await one.act.look(sessionId),
  });
  expect([endOf(came), endOf(done)]).toEqual(['done', one.staffOutcome]);
  const { version } = await world.db.one<{ version: number }>`
    SELECT version FROM session WHERE id = ${sessionId}`;
  const { status } = await sessionOf(registration);
  expect({ status, hold: await heldFor(registration), version }).toEqual(one.has);
});

test.each([
  { staff: 'moves it', act: move, state: 'waiting' },
  { staff: 'calls it off', act: callOff, state: 'ended' },
  { staff: 'closes it', act: close, state: 'waiting' },
])('a student who joins a line just before the office $staff is $state', async ({ act, state }) => {
  const [sessionId, one] = [await theSession(true), await idle()];
  const settled = await meet(own, {
    first: () => joins.act(one, sessionId),
    mark: joins.mark,
    second: await act.look(sessionId),
  });
  expect(settled.map(endOf)).toEqual(['done', 'done']);
  expect(await entriesOf(one)).toEqual([{ state, place: 1 }]);
});

test('an offer made during a move is taken back by the move', async () => {
  const sessionId = await theSession(true);
  const { id, studentId } = await idle();
  const staff = await move.look(sessionId);
  let moving: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await own.transaction(async (tx) => {
    await tx.run`SELECT 1 FROM session WHERE id = ${sessionId} FOR NO KEY UPDATE`;
    moving = Promise.allSettled([staff()]);
    // the move has read an empty line and waits for the session; meanx
    await waitingForLocks(own, 1);
    const until = instantInNewYork(DAY, '09:00');
    await tx.run`UPDATE session SET seats = 2, last_in_line = 1 WHERE id = ${sessionId}`;
    const { entry } = await tx.one<{ entry: number }>`
      INSERT INTO waiting_entry (session_id, registration_id, student_id, place, needs_special,
        by_staff, joined_at, state, offered_at, offer_until)
      VALUES (${sessionId}, ${id}, ${studentId}, 1, false, false, now(), 'offered', now(), ${until})
      RETURNING id AS entry`;
    await tx.run`
      INSERT INTO seat_hold (session_id, student_id, registration_id, held_until, waiting_id)
      VALUES (${sessionId}, ${studentId}, ${id}, ${until}, ${entry})`;
  });
  expect((await moving)?.map(endOf)).toEqual(['done']);
  const entry = await world.db.one`
    SELECT w.state, w.offer_until, s.version, s.has_line
    FROM waiting_entry w JOIN session s ON s.id = w.session_id WHERE w.session_id = ${sessionId}`;
  expect(entry).toEqual({ state: 'waiting', offerUntil: null, version: 1, hasLine: true });
});

test("positive control: without a new version, a woman waits for a men's session", async () => {
  const [sessionId, one] = [await theSession(true), await idle()];
  await own.run`
    CREATE FUNCTION keep_version() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN NEW.version := OLD.version; RETURN NEW; END'`;
  await own.run`
    CREATE TRIGGER forget BEFORE UPDATE ON session FOR EACH ROW EXECUTE FUNCTION keep_version()`;
  const settled = await meet(own, {
    first: await forMen.look(sessionId),
    mark: forMen.mark,
    second: () => joins.act(one, sessionId),
  });
  await own.run`DROP TRIGGER forget ON session`;
  await own.run`DROP FUNCTION keep_version`;
  expect(settled.map(endOf)).toEqual(['done', 'done']);
  expect(await entriesOf(one)).toEqual([{ state: 'waiting', place: 1 }]);
});
