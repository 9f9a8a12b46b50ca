import { beforeAll, describe, expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { addOfficeSession, getOfficeSession } from '@portal/contract/sessions/office-sessions';
import { cancelSession, getOpenedSessions } from '@portal/contract/sessions/sessions';
import { joinWaitingList, listWaiting } from '@portal/contract/sessions/waiting-list';
import { steadyNow } from '@portal/kit/steady-clock';
import { aRoomyBranch } from '../../exams/branches.ts';
import { grantAccommodation } from '../../people/accommodations.ts';
import { refusal } from '../every-call/refusal.ts';
import { book } from './ready-to-book.ts';
import {
  answer,
  becomes,
  type Candidate,
  change,
  entryOf,
  inLine,
  join,
  office,
  paid,
} from './waiting-lines.ts';

/** A Monday some weeks from now. */
const DAY = (() => {
  const soon = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 40 });
  return soon.add({ days: (8 - soon.dayOfWeek) % 7 }).toString();
})();

let branch: Awaited<ReturnType<typeof aRoomyBranch>>;
beforeAll(async () => {
  branch = await aRoomyBranch(await office());
});

let sessions = 0;
/** Adds a session of one seat and one special place, each on a day of its own. */
async function aSession(special = 1): Promise<number> {
  const date = Temporal.PlainDate.from(DAY)
    .add({ days: 7 * sessions++ })
    .toString();
  const rooms = [{ roomId: branch.hall, places: 1 }];
  if (special > 0) rooms.push({ roomId: branch.apart, places: special });
  const input = {
    sessionType: '21' as const,
    date,
    testSessionTime: '10:00',
    gender: '3' as const,
    draft: false,
    confirmDay: true,
    locationId: branch.branch.id,
    rooms,
  };
  return (await (await office()).do(addOfficeSession, input)).session.testSessionId;
}
const apartStudent = async (): Promise<Candidate> => {
  const student = await paid();
  await grantAccommodation(student.id, 'own_room');
  return student;
};
const seat = async ({ person, registrationId }: Candidate, testSessionId: number) =>
  expect((await book(person, registrationId, testSessionId)).status).toBe(200);
const leaves = ({ person, registrationId }: Candidate) =>
  person.do(cancelSession, { registrationId });

/** Adds a full session; returns the students in its seat and its special place. */
async function aFullSession() {
  const testSessionId = await aSession();
  const [seated, apart] = await Promise.all([paid(), apartStudent()]);
  await seat(seated, testSessionId);
  await seat(apart, testSessionId);
  return { testSessionId, seated, apart };
}

// lines with students who need a special place
describe('joinWaitingList', () => {
  test('keeps one line; each kind of place goes to the first student who can use it', async () => {
    const { testSessionId, seated, apart } = await aFullSession();
    const [needs, other] = await Promise.all([apartStudent(), paid()]);
    const shown = (await needs.person.do(getOpenedSessions, { locationId: branch.branch.id })).find(
      (session) => session.testSessionId === testSessionId,
    );
    expect(shown).toMatchObject({ remainingSeats: 0, waiting: { canJoin: true } });
    const [first, second] = [
      await inLine(needs, testSessionId),
      await inLine(other, testSessionId),
    ];
    expect(await entryOf(first)).toMatchObject({ position: 1, needsSpecial: true });
    expect(await entryOf(second)).toMatchObject({ position: 2, needsSpecial: false });
    await leaves(seated);
    await becomes(second, 'offered');
    expect(await entryOf(first)).toMatchObject({ state: 'waiting', position: 1, skipped: null });
    await leaves(apart);
    await becomes(first, 'offered');
    for (const one of [first, second]) expect((await answer(one)).status).toBe(200);
    const { session } = await (await office()).do(getOfficeSession, { testSessionId });
    expect(session).toMatchObject({ taken: 2, held: 0, specialTaken: 1, remainingSeats: 0 });
  });

  test('offers a declined special place to the next student who needs one', async () => {
    const { testSessionId, apart } = await aFullSession();
    const [one, two, three] = await Promise.all([apartStudent(), paid(), apartStudent()]);
    const [first, second, third] = [
      await inLine(one, testSessionId),
      await inLine(two, testSessionId),
      await inLine(three, testSessionId),
    ];
    await leaves(apart);
    await becomes(first, 'offered');
    expect((await answer(first, 'decline')).status).toBe(200);
    await becomes(third, 'offered');
    expect(await entryOf(second)).toMatchObject({ state: 'waiting', position: 1 });
  });

  test('refuses when a special place is free, or the session has none', async () => {
    const testSessionId = await aSession();
    const student = await apartStudent();
    await seat(await paid(), testSessionId);
    expect(refusal(await join(student, testSessionId))).toEqual({
      status: 409,
      code: 'has_places',
      detail: 'This session has places. You can book it now.',
    });
    const without = await aSession(0);
    await seat(await paid(), without);
    expect(refusal(await join(student, without))).toEqual({
      status: 409,
      code: 'no_room_for_accommodation',
      detail: 'This session has no room for your accommodations. Please call the office.',
    });
  });

  test('gives the office the needs of each student; out of turn offers must fit', async () => {
    const { testSessionId, seated, apart } = await aFullSession();
    const [man, needs] = await Promise.all([paid({ gender: '1' }), apartStudent()]);
    const { registrationId, id: student_id } = man;
    await (await office()).do(joinWaitingList, { registrationId, testSessionId, student_id });
    const waiting = await inLine(needs, testSessionId);
    const { items } = await (await office()).do(listWaiting, { testSessionId });
    expect(items.map(({ studentId, needsSpecial }) => [studentId, needsSpecial])).toEqual([
      [man.id, false],
      [waiting.id, true],
    ]);
    await leaves(seated);
    expect(refusal(await change(waiting, 'offerNow'))).toMatchObject({
      status: 409,
      code: 'no_free_seat',
    });
    await leaves(apart);
    await becomes(waiting, 'offered');
  });
});
