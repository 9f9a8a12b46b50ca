import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getSessionsByStudentId } from '@portal/contract/sessions/sessions';
import { mailTo } from '../../../portal/mails.ts';
import { examThat, feesPaid, isPlain, registered } from '../../exams/registrations.ts';
import { aSession, BRANCH } from '../../exams/sessions.ts';
import { refusal } from '../every-call/refusal.ts';
import { book, ready, seatsLeft } from './ready-to-book.ts';

describe('scheduleSessionForRegistration', () => {
  test('takes the seat, attaches the fee, and emails time and place', async () => {
    const { person, exam, registrationId, email } = await ready();
    const sessionId = await aSession({ seats: 4 });
    const { body } = await book(person, registrationId, sessionId);
    expect(body).toMatchObject({
      sessionId,
      proctorFee: 0,
      exam: {
        id: exam.id,
        status: 'scheduled',
        testSessionId: sessionId,
        sessionType: '21',
        branchId: BRANCH,
        proctor_fee_if_moved: 0,
      },
      session: {
        testSessionId: sessionId,
        hasASeat: true,
        remainingSeats: 3,
        durationLeft: 210 - exam.examDuration,
      },
    });
    expect(await seatsLeft(sessionId)).toBe(3);
    const { text } = await mailTo(email, /session|booked|scheduled/i);
    expect(text).toContain(exam.subject);
    expect(text).toMatch(/sign in/i);
  });

  test('moves to another session and releases the first seat', async () => {
    const { person, registrationId } = await ready();
    const [from, to] = await Promise.all([
      aSession({ seats: 1 }),
      aSession({ seats: 1, inHours: 22 * 24 }),
    ]);
    await book(person, registrationId, from);
    expect((await book(person, registrationId, to)).status).toBe(200);
    expect([await seatsLeft(from), await seatsLeft(to)]).toEqual([1, 0]);
    expect(await person.do(getSessionsByStudentId, {})).toMatchObject([{ testSessionId: to }]);
  });

  test('takes one seat for two exams of a student in one session', async () => {
    const { person, registrationId, exam } = await ready(
      { credits: 12 },
      (row) => isPlain(row) && row.examDuration <= 105 && row.credits <= 4,
    );
    const sessionId = await aSession({ seats: 1 });
    await book(person, registrationId, sessionId);
    const second = await examThat(
      person,
      (row) => isPlain(row) && row.id !== exam.id && row.examDuration <= 105 && row.credits <= 4,
    );
    const { registrationId: other, exam: row } = await registered(person, second);
    await feesPaid(person, row);
    expect((await book(person, other, sessionId)).body).toMatchObject({
      session: { remainingSeats: 0, durationLeft: 210 - exam.examDuration - second.examDuration },
    });
    expect(await seatsLeft(sessionId)).toBe(0);
  });

  test('books once for repeated calls with one key', async () => {
    const { person, registrationId } = await ready();
    const sessionId = await aSession({ seats: 5 });
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => book(person, registrationId, sessionId, key)),
    );
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect((await book(person, registrationId, sessionId, key)).status).toBe(200);
    expect(await seatsLeft(sessionId)).toBe(4);
    expect(refusal(await book(person, registrationId, sessionId + 1, key))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  test('gives the last seat to one of many concurrent students', async () => {
    const students = await Promise.all(Array.from({ length: 4 }, () => ready()));
    const sessionId = await aSession({ seats: 1 });
    const answers = await Promise.all(
      students.map(({ person, registrationId }) => book(person, registrationId, sessionId)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(refusal(answer)).toEqual({
        status: 409,
        code: 'session_full',
        detail: 'Session full',
      });
  });
});
