import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { saveLocation } from '@portal/contract/catalogue/office-places';
import { newYorkDay } from '@portal/contract/days';
import { moveOfficeSession } from '@portal/contract/runs/session-runs';
import {
  addOfficeSession,
  changeOfficeSession,
  getOfficeSession,
} from '@portal/contract/sessions/office-sessions';
import {
  getOpenedSessions,
  scheduleSessionForRegistration,
} from '@portal/contract/sessions/sessions';
import {
  type Accommodation,
  decideAccommodation,
  saveAccommodation,
} from '@portal/contract/students/student-file';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Person } from '../../../portal-user/person.ts';
import { aRoomyBranch, branchRequest } from '../../exams/branches.ts';
import { anExam } from '../../exams/catalogue.ts';
import { booked, examThat, feesPaid, registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

/** A Monday, Tuesday, Wednesday or Thursday some weeks from now. */
const DAY = (() => {
  const soon = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 40 });
  return soon.add({ days: (8 - soon.dayOfWeek) % 7 }).toString();
})();
const later = (days: number): string => Temporal.PlainDate.from(DAY).add({ days }).toString();

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

type AddInput = CallInput<typeof addOfficeSession>;
const add = (about: Partial<AddInput>) =>
  admin.ask(
    addOfficeSession,
    {
      sessionType: '21',
      date: DAY,
      testSessionTime: '10:00',
      gender: '3',
      draft: false,
      confirmDay: true,
      ...about,
    },
    randomUUID(),
  );

type Branch = Awaited<ReturnType<typeof aRoomyBranch>>;

/** Adds a session in both rooms of a branch, with so many special places. */
async function aSessionIn({ branch, hall, apart }: Branch, special = 1, date = DAY) {
  const rooms = [{ roomId: hall, places: 10 }];
  if (special > 0) rooms.push({ roomId: apart, places: special });
  const answer = await add({ locationId: branch.id, rooms, date });
  expect(answer).toMatchObject({ status: 200 });
  return addOfficeSession.answer.parse(answer.body).session;
}

/** Creates a student with a registered exam and approved accommodations. */
async function aCandidate(about: Partial<CallInput<typeof saveAccommodation>> | null = {}) {
  const { person, id } = await aStudent({ credits: 12 });
  const examId = await anExam();
  const exam = await examThat(person, (one) => one.id === examId);
  if (about) await approve(id, about);
  return { person, id, exam };
}
/** Returns the response to a booking whose fee is paid. */
async function bookedAs(
  { person, exam }: Awaited<ReturnType<typeof aCandidate>>,
  sessionId: number,
) {
  const { exam: row, registrationId } = await registered(person, exam);
  await feesPaid(person, row);
  return refusal(await person.ask(scheduleSessionForRegistration, { registrationId, sessionId }));
}
async function approve(
  student_id: number,
  about: Partial<CallInput<typeof saveAccommodation>>,
  dryRun = false,
) {
  const entered = await admin.ask(
    saveAccommodation,
    { student_id, kind: 'own_room', validFrom: '2026-01-01', ...about },
    randomUUID(),
  );
  const [one] = entered.body.accommodations as [Accommodation];
  const { accommodationId, version } = one;
  const input = { accommodationId, version, decision: 'approve' as const };
  const dry = await admin.ask(decideAccommodation, { ...input, dryRun: true }, randomUUID());
  if (dryRun) return dry.body.sessions;
  return (await admin.ask(decideAccommodation, input, randomUUID())).body.sessions;
}
const seenBy = async (person: Person, locationId: number, testSessionId: number) =>
  (await person.do(getOpenedSessions, { locationId })).find(
    (session) => session.testSessionId === testSessionId,
  );
const read = async (testSessionId: number) =>
  getOfficeSession.answer.parse((await admin.ask(getOfficeSession, { testSessionId })).body)
    .session;

describe('addOfficeSession', () => {
  test('gives a session the places of its rooms, and reserves the rooms', async () => {
    const branch = await aRoomyBranch(admin);
    const session = await aSessionIn(branch, 2);
    expect(session).toMatchObject({
      seats: 10,
      remainingSeats: 10,
      specialPlaces: 2,
      specialTaken: 0,
      rooms: [
        { roomId: branch.hall, name: 'Hall', special: false, places: 10 },
        { roomId: branch.apart, name: 'Room 2', special: true, places: 2 },
      ],
    });
    const locationId = branch.branch.id;
    const hall = [{ roomId: branch.hall, places: 5 }];
    expect(refusal(await add({ locationId, rooms: hall, testSessionTime: '13:00' }))).toEqual({
      status: 409,
      code: 'room_taken',
      detail: 'Hall is used by another session at this time.',
    });
    const eleven = [{ roomId: branch.hall, places: 11 }];
    expect(refusal(await add({ locationId, rooms: eleven, date: later(1) }))).toEqual({
      status: 409,
      code: 'room_too_small',
      detail: 'Hall has 10 places.',
    });
    const unknown = [{ roomId: 2_000_000_001, places: 1 }];
    expect(refusal(await add({ locationId, rooms: unknown }))).toMatchObject({ status: 422 });
  });
});

describe('changeOfficeSession', () => {
  test('changes places with the rooms, but not below the special places taken', async () => {
    const branch = await aRoomyBranch(admin);
    const { testSessionId } = await aSessionIn(branch);
    const change = (version: number, rooms: { roomId: number; places: number }[], date?: string) =>
      admin.ask(
        changeOfficeSession,
        { testSessionId, version, rooms, ...(date ? { date, confirmDay: true } : {}) },
        randomUUID(),
      );
    const [hall, apart] = [branch.hall, branch.apart];
    const both = [
      { roomId: hall, places: 5 },
      { roomId: apart, places: 1 },
    ];
    expect((await change(0, both)).body).toMatchObject({ session: { seats: 5, version: 1 } });
    await aSessionIn(branch, 0, later(1));
    expect(refusal(await change(1, both, later(1)))).toMatchObject({ code: 'room_taken' });
    expect(refusal(await change(1, [{ roomId: hall, places: 11 }]))).toMatchObject({
      code: 'room_too_small',
    });
    const { person, exam } = await aCandidate();
    await booked(person, exam, testSessionId);
    expect(refusal(await change(1, [{ roomId: hall, places: 5 }]))).toEqual({
      status: 409,
      code: 'special_taken',
      detail: '1 special place is taken.',
    });
  });
});

describe('moveOfficeSession', () => {
  test('moves to free rooms that have at least the places taken', async () => {
    const branch = await aRoomyBranch(admin);
    const { testSessionId } = await aSessionIn(branch);
    await aSessionIn(branch, 0, later(1));
    const apart = await aCandidate();
    const others = [await aCandidate(null), await aCandidate(null)];
    for (const { person, exam } of [apart, ...others]) await booked(person, exam, testSessionId);
    const look = async (about: Partial<CallInput<typeof moveOfficeSession>>) =>
      refusal(
        await admin.ask(
          moveOfficeSession,
          {
            testSessionId,
            version: 0,
            date: later(2),
            testSessionTime: '10:00',
            dryRun: true,
            confirmDay: true,
            ...about,
          },
          randomUUID(),
        ),
      );
    const rooms = (places: number, special = 1) => [
      { roomId: branch.hall, places },
      ...(special > 0 ? [{ roomId: branch.apart, places: special }] : []),
    ];
    expect(await look({ date: later(1) })).toMatchObject({ code: 'room_taken' });
    expect(await look({ rooms: rooms(11) })).toMatchObject({ code: 'room_too_small' });
    expect(await look({ rooms: rooms(1) })).toMatchObject({ code: 'seats_below_taken' });
    expect(await look({ rooms: rooms(5, 0) })).toMatchObject({ code: 'special_taken' });
  });
});

describe('saveLocation', () => {
  test('refuses changes of a room that a future session uses', async () => {
    const branch = await aRoomyBranch(admin);
    await aSessionIn(branch);
    const { id, version, name, rooms } = branch.branch;
    const smaller = rooms.map((room) => ({ ...room, capacity: Math.min(room.capacity, 9) }));
    expect(
      refusal(
        await admin.ask(
          saveLocation,
          branchRequest({ id, version, name, rooms: smaller }),
          randomUUID(),
        ),
      ),
    ).toEqual({
      status: 409,
      code: 'room_in_use',
      detail: 'Hall is used by 1 coming session.',
    });
  });
});

describe('scheduleSessionForRegistration', () => {
  test('gives special places only to students who need one', async () => {
    const branch = await aRoomyBranch(admin);
    const { testSessionId } = await aSessionIn(branch);
    const [first, second] = [await aCandidate(), await aCandidate()];
    const other = await aCandidate(null);
    expect(await seenBy(first.person, branch.branch.id, testSessionId)).toMatchObject({
      remainingSeats: 1,
    });
    await booked(first.person, first.exam, testSessionId);
    expect(await seenBy(second.person, branch.branch.id, testSessionId)).toMatchObject({
      remainingSeats: 0,
    });
    await booked(other.person, other.exam, testSessionId);
    expect(await read(testSessionId)).toMatchObject({ remainingSeats: 9, specialTaken: 1 });
    expect(await bookedAs(second, testSessionId)).toEqual({
      status: 409,
      code: 'no_room_for_accommodation',
      detail: 'This session has no room for your accommodations. Please call the office.',
    });
  });

  test('lets only admins book a student without a special place', async () => {
    const branch = await aRoomyBranch(admin);
    const { testSessionId: sessionId } = await aSessionIn(branch, 0);
    const { person, id: student_id, exam } = await aCandidate();
    const { exam: row, registrationId } = await registered(person, exam);
    await feesPaid(person, row);
    const input = { registrationId, sessionId };
    const tech = await signedInStaff('ROLE_TECH_SUPPORT');
    const none = {
      status: 409,
      code: 'no_room_for_accommodation',
      detail: 'This session has no room for your accommodations. Please call the office.',
    };
    expect(refusal(await person.ask(scheduleSessionForRegistration, input))).toEqual(none);
    const forStudent = { ...input, student_id };
    expect(refusal(await tech.ask(scheduleSessionForRegistration, forStudent))).toEqual(none);
    await admin.do(scheduleSessionForRegistration, forStudent);
    expect(await read(sessionId)).toMatchObject({ taken: 1, remainingSeats: 10, specialTaken: 0 });
  });
});

describe('decideAccommodation', () => {
  test('takes a special place on approval, or names sessions that no longer fit', async () => {
    const branch = await aRoomyBranch(admin);
    const { testSessionId } = await aSessionIn(branch);
    const [first, second] = [await aCandidate(null), await aCandidate(null)];
    for (const { person, exam } of [first, second]) await booked(person, exam, testSessionId);
    expect(await approve(first.id, {})).toEqual([]);
    expect(await read(testSessionId)).toMatchObject({ remainingSeats: 9, specialTaken: 1 });
    const problem = 'No special place is left.';
    expect(await approve(second.id, {}, true)).toMatchObject([{ testSessionId, problem }]);
    expect(await approve(second.id, { kind: 'reader' })).toMatchObject([
      { testSessionId, problem },
    ]);
    expect(await read(testSessionId)).toMatchObject({ taken: 2 });
  });
});
