import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusals, together } from '@portal/kit/testing';
import type { WaitingView } from '../../capacity/waiting-list/waiting-view.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { own, withWorldBeside, world } from '../../testing/with-world.ts';
import { aRegistration, aSession } from '../../testing.ts';
import { callOffSession } from '../calling-off/call-off-session.ts';
import { moveSession } from '../moving-sessions/move-session.ts';
import { previewMove } from '../moving-sessions/preview-move.ts';
import { answerWaitingOffer } from './answer-offer.ts';
import { changeWaitingList } from './change-waiting.ts';
import { keepLines } from './keep-lines.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { lineOfWorld } from './testing.ts';

withWorldBeside();

const ROUNDS = 6;
const now = steadyNow();
const { book, cancel, join, passOn, aLine, states, seats, office } = lineOfWorld(() => world, now);

/** A line of two whose first was offered the one seat. */
async function anOffer() {
  const { sessionId, seated, line } = await aLine(2);
  await cancel(seated);
  await passOn();
  const [first, second] = line.map(({ entry }) => entry) as [WaitingView, WaitingView];
  return { sessionId, first, second };
}
type Offer = Awaited<ReturnType<typeof anOffer>>;

const answer = ({ id, studentId }: WaitingView, accept: boolean, at = now) =>
  answerWaitingOffer(asStudent(world.db, studentId, { now: at, key: randomUUID() }), {
    waitingId: id,
    accept,
  });
const leave = ({ id, studentId }: WaitingView) =>
  leaveWaitingList(asStudent(world.db, studentId, { now, key: randomUUID() }), { waitingId: id });
const remove = ({ id }: WaitingView) =>
  changeWaitingList(asStaff(world.db, ['ROLE_ADMIN'], { now, key: randomUUID() }), {
    waitingId: id,
    action: 'remove',
    position: null,
    reason: 'By phone',
  });
async function preparedMove(sessionId: number): Promise<() => Promise<unknown>> {
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
  return () => moveSession(office(), { ...move, previewHash });
}

/** The number of offers to an entry, by its events. */
const offersOf = async ({ id }: WaitingView): Promise<number> =>
  (
    await own.one<{ count: number }>`
      SELECT count(*)::integer AS count FROM outbox
      WHERE type = 'registration.waiting_offered' AND payload->'data'->>'waitingId' = ${String(id)}`
  ).count;
const bookedBy = async ({ studentId }: WaitingView): Promise<number> =>
  (
    await own.one<{ count: number }>`
      SELECT count(*)::integer AS count FROM outbox
      WHERE type = 'registration.session_booked'
        AND payload->'data'->>'studentId' = ${String(studentId)}`
  ).count;

/** Runs the acts concurrently: they wait for the entry's lock, in this order, then go on. */
async function atOnce(
  { first }: Offer,
  acts: (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> {
  const begun: Promise<unknown>[] = [];
  await own.transaction(async (tx) => {
    await tx.run`SELECT 1 FROM waiting_entry WHERE id = ${first.id} FOR UPDATE`;
    for (const [index, act] of acts.entries()) {
      begun.push(act().catch((error: unknown) => Promise.reject(error)));
      begun.at(-1)?.catch(() => {});
      await waitingForLocks(own, index + 1);
    }
  });
  return Promise.allSettled(begun);
}

interface Rival {
  rival: string;
  act: (offer: Offer) => Promise<() => Promise<unknown>>;
  /** The entry's state if the rival is first, and the refusal of the acceptance then. */
  state: string;
  refused: string;
  /** The refusal of the rival if the acceptance is first; null: it succeeds without effect. */
  refusedToo: string | null;
}
const ended = { refused: 'already_ended', refusedToo: 'already_ended' };

test.each<Rival>([
  {
    rival: 'a no in another window',
    state: 'declined',
    ...ended,
    act:
      async ({ first }) =>
      () =>
        answer(first, false),
  },
  {
    rival: 'leaving',
    state: 'left',
    ...ended,
    act:
      async ({ first }) =>
      () =>
        leave(first),
  },
  {
    rival: 'the office that removes her',
    state: 'removed',
    ...ended,
    act:
      async ({ first }) =>
      () =>
        remove(first),
  },
  {
    rival: 'a move of the session',
    state: 'waiting',
    refused: 'no_offer',
    refusedToo: 'preview_outdated',
    act: ({ sessionId }) => preparedMove(sessionId),
  },
  {
    rival: 'calling the session off',
    state: 'ended',
    refused: 'already_ended',
    refusedToo: null,
    act:
      async ({ sessionId }) =>
      () =>
        callOffSession(asService(world.db, 'operator', { now }), sessionId),
  },
])('a yes and $rival come to an offer at once: the first wins', async (one) => {
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await anOffer();
    const accept = () => answer(offer.first, true);
    const rival = await one.act(offer);
    const isFirst = round % 2 === 0;
    const settled = await atOnce(offer, isFirst ? [accept, rival] : [rival, accept]);
    const [state, after] = await states(offer.sessionId);
    if (isFirst) {
      expect(refusals(settled)).toEqual(one.refusedToo === null ? [] : [one.refusedToo]);
      expect(state).toBe('accepted');
    } else {
      expect(refusals(settled)).toEqual([one.refused]);
      expect(state).toBe(one.state);
    }
    // never two bookings of the student: only the accepted one
    expect(await bookedBy(offer.first)).toBe(Number(isFirst));
    await passOn();
    const next = await states(offer.sessionId);
    const goesOn = !isFirst && ['declined', 'left', 'removed'].includes(one.state);
    expect(next[1]).toBe(goesOn ? 'offered' : after);
    expect(await offersOf(offer.second)).toBe(Number(goesOn));
  }
});

test('a last-moment acceptance and the expiry: one wins, and one seat is assigned', async () => {
  let accepted = 0;
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const offer = await anOffer();
    const { offerUntil } = await own.one<{ offerUntil: Date }>`
      SELECT offer_until FROM waiting_entry WHERE id = ${offer.first.id}`;
    const last = new Date(offerUntil.getTime() - 1);
    const [yes] = await Promise.allSettled([
      answer(offer.first, true, last),
      keepLines(world.db, offerUntil),
      keepLines(world.db, offerUntil),
    ]);
    await keepLines(world.db, offerUntil);
    await passOn(offerUntil);
    const isAccepted = yes.status === 'fulfilled';
    accepted += Number(isAccepted);
    expect(await states(offer.sessionId)).toEqual(
      isAccepted ? ['accepted', 'waiting'] : ['expired', 'offered'],
    );
    expect(refusals([yes])).toEqual(isAccepted ? [] : ['offer_over']);
    expect([await bookedBy(offer.first), await offersOf(offer.second)]).toEqual(
      isAccepted ? [1, 0] : [0, 1],
    );
  }
  expect(accepted).toBeLessThanOrEqual(2 * ROUNDS);
});

test('an earlier acceptance prevents expiry, an earlier expiry refuses acceptance', async () => {
  const [early, late] = [await anOffer(), await anOffer()];
  const { offerUntil } = await own.one<{ offerUntil: Date }>`
    SELECT offer_until FROM waiting_entry WHERE id = ${early.first.id}`;
  const last = new Date(offerUntil.getTime() - 1);
  // the yes holds the entry and waits for the session: the clock passes it by
  let yes: Promise<unknown> | undefined;
  await own.transaction(async (tx) => {
    await tx.run`SELECT 1 FROM session WHERE id = ${early.sessionId} FOR UPDATE`;
    yes = answer(early.first, true, last);
    await waitingForLocks(own, 1);
    await keepLines(world.db, offerUntil);
  });
  await yes;
  expect(await states(early.sessionId)).toEqual(['accepted', 'waiting']);
  expect(await states(late.sessionId)).toEqual(['expired', 'waiting']);
  expect(refusals(await Promise.allSettled([answer(late.first, true, last)]))).toEqual([
    'offer_over',
  ]);
});

test('a yes in two windows at once books one place', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await anOffer();
    const settled = await Promise.allSettled([
      answer(offer.first, true),
      answer(offer.first, true),
      answer(offer.first, true),
    ]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bookedBy(offer.first)).toBe(1);
    expect(await seats(offer.sessionId)).toMatchObject({ seatsLeft: 0, passedSeats: 0 });
  }
});

test('two seats that come free at once are offered to the first two, once each', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const sessionId = await aSession(world, { seats: 2 });
    const seated: Registration[] = [];
    while (seated.length < 2) {
      const one = await aRegistration(world);
      await book(one, sessionId);
      seated.push(one);
    }
    const line: WaitingView[] = [];
    while (line.length < 3) line.push(await join(await aRegistration(world), sessionId));
    await Promise.all([...seated.map((one) => cancel(one)), passOn(), passOn(), passOn()]);
    await passOn();
    expect(await states(sessionId)).toEqual(['offered', 'offered', 'waiting']);
    expect(await Promise.all(line.map(offersOf))).toEqual([1, 1, 0]);
    expect(await seats(sessionId)).toEqual({ seatsLeft: 0, passedSeats: 0, hasLine: true });
  }
});

test('three replicas that offer one seat at once make one offer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { sessionId, seated, line } = await aLine(3);
    await cancel(seated);
    await Promise.all([passOn(), passOn(), passOn()]);
    await passOn();
    expect(await states(sessionId)).toEqual(['offered', 'waiting', 'waiting']);
    expect(await Promise.all(line.map(({ entry }) => offersOf(entry)))).toEqual([1, 0, 0]);
  }
});

test('a student who leaves during an offer keeps the seat from no other student', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { sessionId, seated, line } = await aLine(2);
    const [first, second] = line.map(({ entry }) => entry) as [WaitingView, WaitingView];
    await cancel(seated);
    await Promise.all([leave(first), passOn(), passOn()]);
    await passOn();
    expect(await states(sessionId)).toEqual(['left', 'offered']);
    expect(await offersOf(second)).toBe(1);
  }
});

test('positive control: a yes and a no that read the entry without its lock both win', async () => {
  const { first, sessionId } = await anOffer();
  const bothHaveRead = together(2);
  const naive = (state: string) =>
    own.transaction(async (tx) => {
      const entry = await tx.one<{ state: string }>`
        SELECT state FROM waiting_entry WHERE id = ${first.id}`;
      await bothHaveRead();
      if (entry.state !== 'offered') return false;
      await tx.run`
        UPDATE waiting_entry SET state = ${state}, offer_until = NULL, offered_at = NULL,
          ended_at = now()
        WHERE id = ${first.id}`;
      return true;
    });
  expect(await Promise.all([naive('accepted'), naive('declined')])).toEqual([true, true]);
  await own.run`UPDATE seat_hold SET held_until = ${now} WHERE session_id = ${sessionId}`;
  await passOn();
});

test('positive control: the database refuses a second open offer in a session', async () => {
  const { first, second } = await anOffer();
  await expect(
    own.run`
      UPDATE waiting_entry SET state = 'offered', offer_until = now() + interval '1 day',
        student_id = ${first.studentId}
      WHERE id = ${second.id}`,
  ).rejects.toMatchObject({ code: '23505' });
});
