import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getAdmissionSlip } from '@portal/contract/sessions/admission-slip';
import { checkIn, getSessionDay } from '@portal/contract/sessions/session-day';
import { cancelSession } from '@portal/contract/sessions/sessions';
import type { Person } from '../../../portal-user/person.ts';
import { booked, examThat, isPlain, registered } from '../../exams/registrations.ts';
import { aSession, beginSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

/** Creates a student with a seat in a session that begins in two hours. */
async function seated() {
  const testSessionId = await aSession({ seats: 5, inHours: 2 });
  const { person, id: studentId } = await aStudent({ credits: 3 });
  const exam = await booked(person, await examThat(person, isPlain), testSessionId);
  const { registrationId } = exam;
  return { person, studentId, testSessionId, registrationId };
}
const slipOf = async (person: Person, registrationId: number) =>
  getAdmissionSlip.answer.parse((await person.ask(getAdmissionSlip, { registrationId })).body);
const scan = (testSessionId: number, code: string, key = randomUUID()) =>
  admin.ask(checkIn, { testSessionId, code }, key);

describe('getAdmissionSlip', () => {
  test('gives students the slip of their own session, with a code without names', async () => {
    const { person, studentId, testSessionId, registrationId } = await seated();
    const slip = await slipOf(person, registrationId);
    expect(slip).toMatchObject({
      testSessionId,
      placeName: 'Brooklyn',
      subjects: [expect.any(String)],
      code: expect.stringMatching(/^JSE1\./),
      qr: expect.stringMatching(/^<svg /),
    });
    const payload = Buffer.from(slip.code.split('.')[1] as string, 'base64url').toString();
    expect(payload).toBe([payload.slice(0, 4), testSessionId, studentId].join());
    const file = await person.ask(getAdmissionSlip, { registrationId, format: 'pdf' });
    expect(file.status).toBe(200);
  });

  test("does not find another student's slip", async () => {
    const { registrationId } = await seated();
    const { person } = await aStudent();
    expect(refusal(await person.ask(getAdmissionSlip, { registrationId }))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });

  test('gives no slip without a session, or after it', async () => {
    const student = await aStudent({ credits: 3 });
    const without = await registered(student.person, await examThat(student.person, isPlain));
    const over = await seated();
    await beginSession(over.testSessionId, 4 * 60);
    for (const [person, registrationId] of [
      [student.person, without.registrationId],
      [over.person, over.registrationId],
    ] as const)
      expect(refusal(await person.ask(getAdmissionSlip, { registrationId }))).toEqual({
        status: 409,
        code: 'no_slip',
        detail: 'There is no admission slip for this exam.',
      });
  });
});

describe('checkIn', () => {
  test('checks in the student of a slip once', async () => {
    const { person, studentId, testSessionId, registrationId } = await seated();
    const { code } = await slipOf(person, registrationId);
    await beginSession(testSessionId);
    const first = checkIn.answer.parse((await scan(testSessionId, ` ${code}\n`)).body);
    expect(first).toMatchObject({
      result: 'arrived',
      at: null,
      by: null,
      counts: { arrived: 1, expected: 0 },
      row: { studentId, attendance: 'arrived' },
    });
    const second = checkIn.answer.parse((await scan(testSessionId, code)).body);
    expect(second).toMatchObject({
      result: 'already',
      at: first.row.attendanceAt,
      by: first.row.attendanceBy,
    });
  });

  test('repeats the first answer for the same scan and key', async () => {
    const { person, testSessionId, registrationId } = await seated();
    const { code } = await slipOf(person, registrationId);
    await beginSession(testSessionId);
    const key = randomUUID();
    for (const answer of [
      await scan(testSessionId, code, key),
      await scan(testSessionId, code, key),
    ])
      expect(answer.body).toMatchObject({ result: 'arrived' });
  });

  test('refuses slips too early or too late, and codes that are not genuine slips', async () => {
    const { person, testSessionId, registrationId } = await seated();
    const { code } = await slipOf(person, registrationId);
    expect(refusal(await scan(testSessionId, code))).toMatchObject({
      status: 409,
      code: 'too_early',
    });
    await beginSession(testSessionId);
    expect(refusal(await scan(testSessionId, 'https://jse.test'))).toEqual({
      status: 422,
      code: 'code_unreadable',
      detail: 'This code is not an admission slip.',
    });
    const [prefix, content, proof = ''] = code.split('.');
    const turned = [...proof].reverse().join('');
    expect(refusal(await scan(testSessionId, `${prefix}.${content}.${turned}`))).toEqual({
      status: 422,
      code: 'code_not_genuine',
      detail: 'This code is not genuine.',
    });
    await beginSession(testSessionId, 4 * 60);
    expect(refusal(await scan(testSessionId, code))).toEqual({
      status: 409,
      code: 'slip_over',
      detail: 'The session is over. Mark the student by hand.',
    });
  });

  test('names the session of a slip of another session, and finds no unknown one', async () => {
    const [here, there] = [await seated(), await seated()];
    const { code } = await slipOf(there.person, there.registrationId);
    expect(refusal(await scan(here.testSessionId, code))).toMatchObject({
      status: 409,
      code: 'other_session',
      detail: expect.stringMatching(
        /^This slip is for Brooklyn, \d\d\/\d\d\/\d{4} \d+:\d\d [AP]M\.$/,
      ),
    });
    expect(refusal(await scan(2_000_000_003, 'x'))).toMatchObject({ code: 'session_not_found' });
  });

  test('refuses the slip of a released seat at once', async () => {
    const { person, testSessionId, registrationId } = await seated();
    const { code } = await slipOf(person, registrationId);
    await person.do(cancelSession, { registrationId });
    await beginSession(testSessionId);
    expect(refusal(await scan(testSessionId, code))).toMatchObject({
      status: 409,
      code: 'no_seat',
      detail: expect.stringMatching(/ has no place in this session any more\.$/),
    });
    const day = await admin.ask(getSessionDay, { testSessionId });
    expect(getSessionDay.answer.parse(day.body).counts).toMatchObject({ arrived: 0 });
  });
});
