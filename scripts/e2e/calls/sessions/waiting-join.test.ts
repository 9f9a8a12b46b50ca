import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { joinWaitingList } from '@portal/contract/sessions/waiting-list';
import { aSession } from '../../exams/sessions.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { aFullSession, inLine, join, wanting } from './waiting-lines.ts';

describe('joinWaitingList', () => {
  test('adds the student to the end of the line, free of charge', async () => {
    const [first, second] = await Promise.all([wanting(), wanting()]);
    const testSessionId = await aFullSession();
    await inLine(first, testSessionId);
    const { status, body } = await join(second, testSessionId);
    expect(status).toBe(200);
    expect(joinWaitingList.answer.parse(body).entry).toMatchObject({
      testSessionId,
      registrationId: second.registrationId,
      studentId: second.id,
      studentName: '',
      examId: second.exam.id,
      subject: second.exam.subject,
      position: 2,
      state: 'waiting',
      offeredAt: null,
      offerUntil: null,
      needsSpecial: false,
      skipped: null,
    });
  });

  test('joins once for repeated calls with one key', async () => {
    const { person, registrationId } = await wanting();
    const [input, key] = [{ registrationId, testSessionId: await aFullSession() }, randomUUID()];
    const { entry } = await person.do(joinWaitingList, input, key);
    expect((await person.do(joinWaitingList, input, key)).entry).toEqual(entry);
  });

  test('refuses a session with free seats, and a second entry for one session', async () => {
    const student = await wanting();
    expect(refusal(await join(student, await aSession({ seats: 1 })))).toEqual({
      status: 409,
      code: 'has_places',
      detail: 'This session has places. You can book it now.',
    });
    const { testSessionId } = await inLine(student, await aFullSession());
    expect(refusal(await join(student, testSessionId))).toEqual({
      status: 409,
      code: 'already_waiting',
      detail: 'You are already on this waiting list.',
    });
  });

  test("does not find an unknown registration, or another account's", async () => {
    const [{ person }, other, testSessionId] = await Promise.all([
      aStudent(),
      wanting(),
      aFullSession(),
    ]);
    for (const registrationId of [2_000_000_002, other.registrationId])
      expect(refusal(await join({ person, registrationId }, testSessionId))).toMatchObject({
        status: 404,
        code: 'registration_not_found',
      });
  });
});
