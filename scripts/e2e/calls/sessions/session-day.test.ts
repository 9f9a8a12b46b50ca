import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import { addWalkIn, getSessionDay, setAttendance } from '@portal/contract/sessions/session-day';
import { getStudentFile } from '@portal/contract/students/student-file';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { booked, examThat, isPlain, registered } from '../../exams/registrations.ts';
import { aSession, beginSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { ready } from './ready-to-book.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

/** Creates a student with a seat in a session that begins in so many hours. */
async function seated(inHours = 2) {
  const testSessionId = await aSession({ seats: 5, inHours });
  const { person, id: studentId } = await aStudent({ credits: 3 });
  const exam = await booked(person, await examThat(person, isPlain), testSessionId);
  return {
    person,
    studentId,
    testSessionId,
    registrationId: exam.registrationId,
  };
}
type Marking = CallInput<typeof setAttendance>['students'][number];
const mark = (testSessionId: number, ...students: Marking[]) =>
  admin.ask(setAttendance, { testSessionId, students }, randomUUID());
const read = async (testSessionId: number) =>
  getSessionDay.answer.parse((await admin.ask(getSessionDay, { testSessionId })).body);

describe('getSessionDay', () => {
  test('gives a session with its students', async () => {
    const { studentId, testSessionId, registrationId } = await seated();
    const { session, rows, counts } = await read(testSessionId);
    expect(session).toMatchObject({ testSessionId, taken: 1, state: 'open' });
    expect(counts).toEqual({
      expected: 1,
      arrived: 0,
      absent: 0,
      left_early: 0,
    });
    expect(rows).toMatchObject([
      {
        studentId,
        attendance: 'expected',
        place: null,
        barred: false,
        last4: expect.stringMatching(/^\d{4}$/),
        registrations: [{ registrationId, status: 'scheduled', feesDue: 0 }],
      },
    ]);
  });

  test('does not find an unknown session', async () => {
    const response = await admin.ask(getSessionDay, {
      testSessionId: 2_000_000_003,
    });
    expect(refusal(response)).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
  });
});

describe('setAttendance', () => {
  test('stores arrivals with time and name, and absences in student files', async () => {
    const { studentId, testSessionId } = await seated();
    await beginSession(testSessionId);
    const { status, body } = await mark(testSessionId, {
      studentId,
      attendance: 'absent',
    });
    expect(status).toBe(200);
    expect(setAttendance.answer.parse(body)).toMatchObject({
      rows: [{ studentId, attendance: 'absent', attendanceBy: expect.any(String) }],
      counts: { absent: 1, expected: 0 },
    });
    const file = await admin.ask(getStudentFile, { student_id: studentId });
    expect(getStudentFile.answer.parse(file.body).attendance).toMatchObject({
      absent: 1,
    });
  });

  test('does not find an unknown session', async () => {
    const response = await mark(2_000_000_003, {
      studentId: 1,
      attendance: 'arrived',
    });
    expect(refusal(response)).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
  });
});

const hasExtraFee = (exam: Exam): boolean =>
  exam.additionalCharge > 0 &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  exam.registration_id === null &&
  !exam.online_only &&
  exam.program_content_code === null;

describe('addWalkIn', () => {
  const walkIn = (testSessionId: number, studentId: number, registrationId: number) =>
    admin.ask(addWalkIn, { testSessionId, registrationId, studentId } as never, randomUUID());

  test('books a walk-in and marks them as arrived', async () => {
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const { id, registrationId } = await ready();
    await beginSession(testSessionId, 20);
    const { status, body } = await walkIn(testSessionId, id, registrationId);
    expect(status).toBe(200);
    expect(addWalkIn.answer.parse(body)).toMatchObject({
      row: { studentId: id, attendance: 'arrived' },
      session: { testSessionId, taken: 1 },
    });
  });

  test('refuses outside the time of walk-ins, and unknown sessions or registrations', async () => {
    const { id, registrationId } = await ready();
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const closed = {
      status: 409,
      code: 'walk_in_closed',
      detail: 'Walk-ins are taken from 60 minutes before to 30 minutes after the start.',
    };
    expect(refusal(await walkIn(testSessionId, id, registrationId))).toEqual(closed);
    await beginSession(testSessionId);
    expect(refusal(await walkIn(testSessionId, id, 2_000_000_002))).toMatchObject({
      code: 'registration_not_found',
    });
    expect(refusal(await walkIn(2_000_000_003, id, registrationId))).toMatchObject({
      code: 'session_not_found',
    });
    await beginSession(testSessionId, 31);
    expect(refusal(await walkIn(testSessionId, id, registrationId))).toEqual(closed);
  });

  test('refuses a full session', async () => {
    const { testSessionId } = await seated();
    await sql('registration', 'UPDATE session SET seats = 1, seats_left = 0 WHERE id = $1', [
      testSessionId,
    ]);
    const { id, registrationId } = await ready();
    await beginSession(testSessionId);
    expect(refusal(await walkIn(testSessionId, id, registrationId))).toMatchObject({
      status: 409,
      code: 'session_full',
      detail: 'Session full',
    });
  });

  test('refuses while fees are due, with the amount', async () => {
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const { person, id } = await aStudent({ credits: 3 });
    const { registrationId } = await registered(person, await examThat(person, isPlain));
    await beginSession(testSessionId);
    const response = await walkIn(testSessionId, id, registrationId);
    expect(refusal(response)).toMatchObject({ status: 409, code: 'fees_due' });
    expect(response.body).toMatchObject({ expected: 15, proctorFee: 15 });
  });

  test('names only the additional fee when no proctor fee is due', async () => {
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const { person, id } = await aStudent({ credits: [{ credits: 12, proctorFeeCents: 0 }] });
    const { exam, registrationId } = await registered(person, await examThat(person, hasExtraFee));
    await beginSession(testSessionId);
    const response = await walkIn(testSessionId, id, registrationId);
    expect(refusal(response)).toEqual({
      status: 409,
      code: 'fees_due',
      detail: 'Please pay the fees first.',
    });
    expect(response.body).toMatchObject({ expected: exam.additionalCharge, proctorFee: 0 });
  });

  test('lets only admins book a student without the own room that they need', async () => {
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const { id, registrationId } = await ready();
    const granted = [
      {
        kind: 'own_room',
        percent: null,
        minutes: null,
        validFrom: '2020-01-01',
      },
    ];
    await sql('registration', 'UPDATE student_copy SET accommodations = $2 WHERE id = $1', [
      id,
      JSON.stringify(granted.map((one) => ({ ...one, validUntil: null }))),
    ]);
    await beginSession(testSessionId);
    const response = await walkIn(testSessionId, id, registrationId);
    expect(refusal(response)).toMatchObject({
      status: 409,
      code: 'no_room_for_accommodation',
    });
    const about = {
      testSessionId,
      registrationId,
      studentId: id,
      overrideRoom: true,
    } as never;
    const support = await signedInStaff('ROLE_SUPPORT');
    expect(refusal(await support.ask(addWalkIn, about, randomUUID()))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect((await admin.ask(addWalkIn, about, randomUUID())).status).toBe(200);
  });
});
