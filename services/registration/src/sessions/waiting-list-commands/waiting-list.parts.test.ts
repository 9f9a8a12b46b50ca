import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { holdSeat } from '../../capacity/seats/hold-seat.ts';
import { getWaitingList, listWaiting } from '../../capacity/waiting-list/list-waiting.ts';
import { brokenInvariants } from '../../invariants.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  MAN,
  payFees,
  seatsLeft,
  type World,
} from '../../testing.ts';
import { changeOfficeSessionFrom } from '../calendar/changing/change-session.ts';
import { callOffSession } from '../calling-off/call-off-session.ts';
import { moveSession } from '../moving-sessions/move-session.ts';
import { previewMove } from '../moving-sessions/preview-move.ts';
import { changeWaitingList } from './change-waiting.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { keepLines } from './keep-lines.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { lineOfWorld } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterEach(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.close());

const now = steadyNow();
const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);
const { book, cancel, join, answer, passOn, aLine, states, seats, office } = lineOfWorld(
  () => world,
  now,
);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

test('positions follow the order of joining; a student sees only their own entry', async () => {
  const { sessionId, line } = await aLine(3);
  expect(line.map(({ entry }) => entry.position)).toEqual([1, 2, 3]);
  const [, second] = line;
  const own = await getWaitingList(asStudent(world.db, second?.entry.studentId as number, { now }));
  expect(own).toMatchObject([{ sessionId, state: 'waiting', position: 2 }]);
});

test('a session with a place has no line, and each session is joined once', async () => {
  const free = await aSession(world, { seats: 2 });
  const one = await aRegistration(world);
  expect(await codeOf(join(one, free))).toBe('has_places');
  const { sessionId, line } = await aLine(1);
  expect(await codeOf(join(line[0]?.registration as Registration, sessionId))).toBe(
    'already_waiting',
  );
});

test('only the office adds men, and they accept their offers themselves', async () => {
  const { sessionId, seated } = await aLine(0);
  const man = await aRegistration(world, { studentId: aStudent(world, { gender: MAN }) });
  expect(await codeOf(join(man, sessionId))).toBe('call_office');
  const entry = await joinWaitingList(office(man.studentId), {
    registrationId: man.id,
    sessionId,
  });
  await cancel(seated);
  await passOn();
  expect((await answer(entry)).entry.state).toBe('accepted');
});

test('an exam is waited for in three sessions at most', async () => {
  const one = await aRegistration(world);
  for (let i = 0; i < 3; i++) await join(one, (await aLine(0)).sessionId);
  expect(await codeOf(join(one, (await aLine(0)).sessionId))).toBe('too_many_waiting');
});

test('a freed seat is offered to the first in line, and no other student can book it', async () => {
  const { sessionId, seated, line } = await aLine(2);
  const rival = await aRegistration(world);
  await cancel(seated);
  expect(await seats(sessionId)).toEqual({ seatsLeft: 0, passedSeats: 1, hasLine: true });
  expect(await codeOf(book(rival, sessionId))).toBe('session_full');
  await passOn();
  expect(await states(sessionId)).toEqual(['offered', 'waiting']);
  expect(await seats(sessionId)).toEqual({ seatsLeft: 0, passedSeats: 0, hasLine: true });
  expect(await codeOf(book(rival, sessionId))).toBe('session_full');
  expect(await codeOf(answer((line[1] as (typeof line)[0]).entry))).toBe('no_offer');
  const { entry, scheduled } = await answer((line[0] as (typeof line)[0]).entry);
  expect(entry.state).toBe('accepted');
  expect(scheduled?.registration).toMatchObject({ status: 'scheduled', sessionId });
  await passOn();
  expect(await states(sessionId)).toEqual(['accepted', 'waiting']);
});

test('booking the held place accepts the offer', async () => {
  const { sessionId, seated, line } = await aLine(1);
  await cancel(seated);
  await passOn();
  await book(line[0]?.registration as Registration, sessionId);
  expect(await states(sessionId)).toEqual(['accepted']);
});

test.each<{ how: string; free: (s: { sessionId: number; seated: Registration }) => unknown }>([
  {
    how: 'her session is changed',
    free: async ({ seated }) => book(seated, await aSession(world)),
  },
  {
    how: 'her exam is cancelled',
    free: ({ seated: { id, studentId } }) =>
      cancelRegistration(asStudent(world.db, studentId, { now }), {
        registrationId: id,
        reason: undefined,
      }),
  },
  {
    how: 'the office adds a seat',
    free: ({ sessionId }) =>
      changeOfficeSessionFrom(office(), { sessionId, version: 0, seats: 2, confirmDay: false }),
  },
])('the first in line is offered the seat that comes free: $how', async ({ free }) => {
  const { sessionId, seated } = await aLine(1);
  await free({ sessionId, seated });
  expect(await seatsLeft(world.db, sessionId)).toBe(0);
  await passOn();
  expect(await states(sessionId)).toEqual(['offered']);
});

test('the hold of a student who did not pay goes to the line', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const [payer, first] = [await aRegistration(world), await aRegistration(world)];
  await holdSeat(asService(world.db, 'payments', { now }), {
    studentId: payer.studentId,
    registrationId: payer.id,
    sessionId,
  });
  await join(first, sessionId);
  expect(await codeOf(book(await aRegistration(world), sessionId, minutes(11)))).toBe(
    'session_full',
  );
  await passOn(minutes(11));
  expect(await states(sessionId)).toEqual(['offered']);
});

test('an ineligible student is passed over, keeps the place and sees the reason', async () => {
  const { sessionId, seated, line } = await aLine(2);
  const [first] = line as [(typeof line)[0]];
  const elsewhere = await aSession(world, { locationId: 14 });
  const other = await aRegistration(world, { studentId: first.registration.studentId });
  await book(other, elsewhere);
  await cancel(seated);
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting', 'offered']);
  const [seen] = await getWaitingList(asStudent(world.db, first.entry.studentId, { now }));
  expect(seen).toMatchObject({
    position: 1,
    skipped: 'You have another exam at that time in another place.',
  });
});

test('a seat that no student in line may take is free for all', async () => {
  const { sessionId, seated, line } = await aLine(1);
  const [first] = line as [(typeof line)[0]];
  const other = await aRegistration(world, { studentId: first.registration.studentId });
  await book(other, await aSession(world, { locationId: 14 }));
  await cancel(seated);
  await passOn();
  expect(await seats(sessionId)).toEqual({ seatsLeft: 1, passedSeats: 0, hasLine: true });
  await book(await aRegistration(world), sessionId);
});

test('a declined offer goes to the next, and the student may join at the end', async () => {
  const { sessionId, seated, line } = await aLine(2);
  const [first] = line as [(typeof line)[0]];
  await cancel(seated);
  await passOn();
  expect((await answer(first.entry, false)).entry.state).toBe('declined');
  expect(await codeOf(answer(first.entry))).toBe('already_ended');
  await passOn();
  expect(await states(sessionId)).toEqual(['declined', 'offered']);
  expect(await join(first.registration, sessionId)).toMatchObject({ position: 1 });
});

test('leaving passes an open offer on; the last to leave frees it for all', async () => {
  const { sessionId, seated, line } = await aLine(2);
  await cancel(seated);
  await passOn();
  for (const { entry } of line) {
    const left = await leaveWaitingList(asStudent(world.db, entry.studentId, { now }), {
      waitingId: entry.id,
    });
    expect(left.state).toBe('left');
    await passOn();
  }
  expect(await seats(sessionId)).toMatchObject({ seatsLeft: 1, passedSeats: 0 });
  const [{ entry }] = line as [(typeof line)[0]];
  const again = leaveWaitingList(asStudent(world.db, entry.studentId, { now }), {
    waitingId: entry.id,
  });
  expect(await codeOf(again)).toBe('already_ended');
});

test('an unanswered offer expires, goes to the next and cannot be accepted', async () => {
  const { sessionId, seated, line } = await aLine(2);
  await cancel(seated);
  await passOn();
  const [first] = line as [(typeof line)[0]];
  const late = later(now, { days: 5 });
  expect(await codeOf(answer(first.entry, true, late))).toBe('offer_over');
  expect(await codeOf(book(first.registration, sessionId, late))).toBe('session_full');
  await keepLines(world.db, late);
  await passOn(late);
  expect(await states(sessionId)).toEqual(['expired', 'offered']);
  expect(await codeOf(answer(first.entry, true, late))).toBe('offer_over');
});

test('before it is over an offer does not expire', async () => {
  const { sessionId, seated } = await aLine(1);
  await cancel(seated);
  await passOn();
  await keepLines(world.db, minutes(23 * 60));
  expect(await states(sessionId)).toEqual(['offered']);
});

test('a fee is due before accepting; a timely charge extends the hold, once', async () => {
  const { sessionId, seated } = await aLine(0);
  const unpaid = await aRegistration(world, { isPaid: false });
  const entry = await join(unpaid, sessionId);
  await cancel(seated);
  await passOn();
  const [offer] = await getWaitingList(asStudent(world.db, unpaid.studentId, { now }));
  const end = offer?.offerUntil as Date;
  const refused = await refusalOf(answer(entry));
  expect(refused).toMatchObject({
    code: 'fees_due',
    detail: 'Please pay the proctor fee first.',
    extra: { expected: 1500, proctorFee: 1500, offerUntil: end.toISOString() },
  });
  const just = new Date(end.getTime() - 1000);
  const hold = (at: Date) =>
    holdSeat(asService(world.db, 'payments', { now: at }), {
      studentId: unpaid.studentId,
      registrationId: unpaid.id,
      sessionId,
    });
  const until = new Date(end.getTime() + 600_000);
  expect(await hold(just)).toEqual(until);
  const paying = new Date(end.getTime() + 300_000);
  await keepLines(world.db, paying);
  await passOn(paying);
  expect(await states(sessionId)).toEqual(['offered']);
  expect(await codeOf(hold(paying))).toBe('offer_over');
  await payFees(world, unpaid.id);
  expect((await answer(entry, true, paying)).entry.state).toBe('accepted');
});

test.each([
  { owes: 'both fees', paid: 0, said: { expected: 6500, proctorFee: 1500 } },
  { owes: 'the additional fee alone', paid: 1500, said: { expected: 5000, proctorFee: 0 } },
])('a student who owes $owes gets the fees due on accepting an offer', async ({ paid, said }) => {
  const { sessionId, seated } = await aLine(0);
  const examId = anExam(world, { additionalChargeCents: 5000 });
  const unpaid = await aRegistration(world, { examId, isPaid: false });
  if (paid > 0) await payFees(world, unpaid.id, { proctorFeeCents: paid });
  const entry = await join(unpaid, sessionId);
  await cancel(seated);
  await passOn();
  expect(await refusalOf(answer(entry))).toMatchObject({
    code: 'fees_due',
    detail: 'Please pay the fees first.',
    extra: said,
  });
  await answer(entry, false);
});

/** Changes after which a registration cannot be booked into a session, by the refusal. */
const hindrances: readonly {
  code: string;
  change: (of: Registration, sessionId: number) => Promise<unknown>;
}[] = [
  {
    code: 'registration_denied',
    change: ({ studentId }) => world.db.run`
      UPDATE student_copy SET booking_barred_until = '9999-12-31' WHERE id = ${studentId}`,
  },
  {
    code: 'call_office',
    change: (_, sessionId) => world.db.run`
      UPDATE session SET gender = ${MAN} WHERE id = ${sessionId}`,
  },
  {
    code: 'online_only',
    change: ({ examId }) => world.db.run`
      UPDATE exam_copy SET online_only = true WHERE id = ${examId}`,
  },
  {
    code: 'office_only',
    change: async (registration) => {
      const begun = await aSession(world, { startsAt: later(now, { hours: 1 }) });
      await book(registration, begun);
      await world.db.run`
        UPDATE session SET starts_at = ${minutes(-1)} WHERE id = ${begun}`;
    },
  },
  {
    code: 'time_overlap',
    change: async ({ studentId }, sessionId) => {
      const { startsAt } = await world.db.one<{ startsAt: Date }>`
        SELECT starts_at FROM session WHERE id = ${sessionId}`;
      await book(
        await aRegistration(world, { studentId }),
        await aSession(world, { startsAt, locationId: 14 }),
      );
    },
  },
];

test.each(hindrances)('joining refuses what booking refuses: $code', async ({ code, change }) => {
  const { sessionId } = await aLine(0);
  const registration = await aRegistration(world);
  await change(registration, sessionId);
  expect(await codeOf(join(registration, sessionId))).toBe(code);
});

test.each(hindrances)('accepting refuses what booking refuses: $code', async ({ code, change }) => {
  const { sessionId, seated, line } = await aLine(1);
  const [{ registration, entry }] = line as [(typeof line)[number]];
  await cancel(seated);
  await passOn();
  await change(registration, sessionId);
  expect(await codeOf(answer(entry))).toBe(code);
  expect((await answer(entry, false)).entry.state).toBe('declined');
});

test('a charge captured too late stays as a held fee for the next booking', async () => {
  const { sessionId, seated } = await aLine(0);
  const unpaid = await aRegistration(world, { isPaid: false });
  const entry = await join(unpaid, sessionId);
  await cancel(seated);
  await passOn();
  const late = later(now, { days: 5 });
  await holdSeat(asService(world.db, 'payments', { now }), {
    studentId: unpaid.studentId,
    registrationId: unpaid.id,
    sessionId,
  });
  await keepLines(world.db, late);
  await passOn(late);
  await payFees(world, unpaid.id);
  expect(await codeOf(answer(entry, true, late))).toBe('offer_over');
  expect((await book(unpaid, await aSession(world), late)).registration.status).toBe('scheduled');
});

test('an entry ends when its student has a place there or its exam is closed', async () => {
  const { sessionId, seated, line } = await aLine(2);
  const [first, second] = line as [(typeof line)[0], (typeof line)[0]];
  const two = await aRegistration(world, { studentId: second.entry.studentId });
  await join(two, sessionId);
  await cancelRegistration(asStudent(world.db, first.entry.studentId, { now }), {
    registrationId: first.registration.id,
    reason: undefined,
  });
  await cancel(seated);
  await keepLines(world.db, now);
  await passOn();
  expect(await states(sessionId)).toEqual(['ended', 'offered', 'waiting']);
  await answer(second.entry);
  expect(await states(sessionId)).toEqual(['ended', 'accepted', 'ended']);
});

test('a closing list mails its waiting students, and its seats are free for all', async () => {
  const { sessionId, seated, line } = await aLine(2);
  const [first] = line as [(typeof line)[0]];
  await cancel(seated);
  await passOn();
  const closed = later(now, { days: 10, hours: -3 });
  await answer(first.entry, false);
  await keepLines(world.db, closed);
  await passOn(closed);
  expect(await states(sessionId)).toEqual(['declined', 'ended']);
  expect(await seats(sessionId)).toEqual({ seatsLeft: 1, passedSeats: 0, hasLine: false });
  expect(await codeOf(join(await aRegistration(world), sessionId, closed))).toBe('waiting_closed');
});

test('nothing is offered in a session that staff closed until they open it', async () => {
  const { sessionId, seated } = await aLine(1);
  await world.db.run`UPDATE session SET closed_by_staff = true WHERE id = ${sessionId}`;
  await cancel(seated);
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting']);
  await world.db.run`UPDATE session SET closed_by_staff = false WHERE id = ${sessionId}`;
  await passOn();
  expect(await states(sessionId)).toEqual(['offered']);
});

test('an open offer may still be accepted after staff closed the session', async () => {
  const { sessionId, seated, line } = await aLine(1);
  await cancel(seated);
  await passOn();
  await world.db.run`UPDATE session SET closed_by_staff = true WHERE id = ${sessionId}`;
  expect((await answer((line[0] as (typeof line)[0]).entry)).entry.state).toBe('accepted');
});

test('a session that is called off ends its line and holds no seat', async () => {
  const { sessionId, seated, line } = await aLine(2);
  await cancel(seated);
  await passOn();
  await callOffSession(asService(world.db, 'operator', { now }), sessionId);
  expect(await states(sessionId)).toEqual(['ended', 'ended']);
  expect(await seats(sessionId)).toEqual({ seatsLeft: 1, passedSeats: 0, hasLine: false });
  expect(await codeOf(answer((line[0] as (typeof line)[0]).entry))).toBe('already_ended');
});

test('a move takes open offers back in place and repeats them with the new time', async () => {
  const { sessionId, seated, line } = await aLine(2);
  await cancel(seated);
  await passOn();
  const move = {
    sessionId,
    version: 0,
    date: '2099-03-03',
    time: '10:00',
    locationId: null,
    rooms: null,
    closingDate: null,
    message: null,
    confirmDay: true,
  };
  const { previewHash } = await previewMove(office(), move);
  await moveSession(office(), { ...move, previewHash });
  expect(await states(sessionId)).toEqual(['waiting', 'waiting']);
  await passOn();
  expect(await states(sessionId)).toEqual(['offered', 'waiting']);
  expect((await answer((line[0] as (typeof line)[0]).entry)).entry.state).toBe('accepted');
});

test('the only student in line keeps the offer when its session is moved', async () => {
  const { sessionId, seated, line } = await aLine(1);
  await cancel(seated);
  await passOn();
  expect(await seats(sessionId)).toMatchObject({ hasLine: false });
  const move = {
    sessionId,
    version: 0,
    date: '2099-11-04',
    time: '10:00',
    locationId: null,
    rooms: null,
    closingDate: null,
    message: null,
    confirmDay: true,
  };
  const { previewHash } = await previewMove(office(), move);
  await moveSession(office(), { ...move, previewHash });
  expect(await seats(sessionId)).toMatchObject({ seatsLeft: 0, hasLine: true });
  const rival = await aRegistration(world);
  expect(await codeOf(book(rival, sessionId))).toBe('session_full');
  await passOn();
  expect(await states(sessionId)).toEqual(['offered']);
  expect((await answer((line[0] as (typeof line)[0]).entry)).entry.state).toBe('accepted');
});

test('the office moves a student in line, and the next seat follows the new order', async () => {
  const { sessionId, seated, line } = await aLine(3);
  const change = { action: 'move', position: 1, reason: 'A late mail' } as const;
  const last = (line[2] as (typeof line)[0]).entry;
  const nowhere = changeWaitingList(office(), { waitingId: last.id, ...change, position: null });
  expect(await codeOf(nowhere)).toBe('invalid');
  const moved = await changeWaitingList(office(), { waitingId: last.id, ...change });
  expect(moved.map(({ id }) => id)).toEqual([last.id, line[0]?.entry.id, line[1]?.entry.id]);
  await cancel(seated);
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting', 'waiting', 'offered']);
});

test('the office removes a student for a reason, shown in the history', async () => {
  const { sessionId, line } = await aLine(1);
  const { id: waitingId, studentId } = (line[0] as (typeof line)[0]).entry;
  const remove = (reason: string) =>
    changeWaitingList(office(), { waitingId, action: 'remove', position: null, reason });
  expect(await codeOf(remove(' '))).toBe('reason_required');
  expect(await remove('By phone')).toEqual([]);
  expect(await codeOf(remove('By phone'))).toBe('already_ended');
  const [audit] = await world.db.many<{ studentId: number; change: object }>`
    SELECT student_id, change FROM audit
    WHERE table_name = 'session' AND row_id = ${String(sessionId)} ORDER BY id DESC LIMIT 1`;
  expect(audit).toEqual({
    studentId,
    change: { waitingList: 'removed', student: studentId, reason: 'By phone' },
  });
});

test('a free place can be offered out of turn, and none that is not there', async () => {
  const { sessionId, seated, line } = await aLine(2);
  const second = (line[1] as (typeof line)[0]).entry;
  const offer = () =>
    changeWaitingList(office(), {
      waitingId: second.id,
      action: 'offerNow',
      position: null,
      reason: 'By phone',
    });
  expect(await codeOf(offer())).toBe('no_free_seat');
  await cancel(seated);
  expect(await offer()).toMatchObject([{ state: 'offered' }, { state: 'waiting' }]);
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting', 'offered']);
});

test('the office lists lines by session, and by student, branch or state', async () => {
  const { sessionId, line } = await aLine(2);
  const filter = { sessionId, studentId: null, locationId: null, state: null };
  const page = { limit: 1, offset: 0 };
  const { items, total } = await listWaiting(office(), { ...filter, ...page });
  expect([items.map(({ id }) => id), total]).toEqual([[line[0]?.entry.id], 2]);
  const other = { ...filter, sessionId: null, studentId: line[1]?.entry.studentId as number };
  expect(await listWaiting(office(), { ...other, ...page })).toMatchObject({
    items: [{ id: line[1]?.entry.id, position: 2 }],
    total: 1,
  });
  const [{ entry }] = line as [(typeof line)[0]];
  await leaveWaitingList(asStudent(world.db, entry.studentId, { now }), { waitingId: entry.id });
  const totals = [{}, { locationId: 13 }, { locationId: 14 }, { state: 'left' }].map(
    async (about) => (await listWaiting(office(), { ...filter, ...about, ...page })).total,
  );
  expect(await Promise.all(totals)).toEqual([1, 1, 0, 1]);
});

test('fifty race for one freed seat while three wait: the first in line gets it', async () => {
  const { sessionId, seated, line } = await aLine(3);
  const rivals = await Promise.all(Array.from({ length: 50 }, () => aRegistration(world)));
  const [, ...answers] = await Promise.allSettled([
    cancel(seated),
    ...rivals.map((rival) => book(rival, sessionId)),
    passOn(),
  ]);
  expect(refusals(answers.slice(0, 50))).toEqual(Array(50).fill('session_full'));
  await passOn();
  expect(await states(sessionId)).toEqual(['offered', 'waiting', 'waiting']);
  expect((await answer((line[0] as (typeof line)[0]).entry)).entry.state).toBe('accepted');
});

test('positive control: a session without its line gives the seat to a rival', async () => {
  const { sessionId, seated } = await aLine(1);
  await world.db.run`UPDATE session SET has_line = false WHERE id = ${sessionId}`;
  expect(Object.keys(await brokenInvariants(world.db))).toEqual([
    'who waits is known to the session, which passes its places on',
  ]);
  await cancel(seated);
  const rival = await aRegistration(world);
  await scheduleSession(asStudent(world.db, rival.studentId, { now }), {
    registrationId: rival.id,
    sessionId,
  });
  await world.db.run`UPDATE session SET has_line = true WHERE id = ${sessionId}`;
});
