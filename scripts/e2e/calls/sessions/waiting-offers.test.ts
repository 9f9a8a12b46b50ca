import { describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { payProctorFee } from '@portal/contract/purchases/payments';
import { cancelSession } from '@portal/contract/sessions/sessions';
import { answerWaitingOffer } from '@portal/contract/sessions/waiting-list';
import { steadyNow } from '@portal/kit/steady-clock';
import { mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import { rowOf, someCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { book, seatsLeft } from './ready-to-book.ts';
import {
  aLine,
  answer,
  becomes,
  entryOf,
  giveSeats,
  inLine,
  letOfferEnd,
  offered,
  paid,
  wanting,
} from './waiting-lines.ts';

describe('answerWaitingOffer', () => {
  test('books a freed seat when the first student in line accepts it', async () => {
    const [seated, first, second, testSessionId] = await Promise.all([
      paid(),
      paid(),
      paid(),
      aSession({ seats: 1 }),
    ]);
    await book(seated.person, seated.registrationId, testSessionId);
    const [one, two] = [await inLine(first, testSessionId), await inLine(second, testSessionId)];
    await seated.person.do(cancelSession, {
      registrationId: seated.registrationId,
    });
    const { offerUntil } = await becomes(one, 'offered');
    expect(Date.parse(offerUntil ?? '')).toBeGreaterThan(steadyNow().getTime());
    await mailTo(one.email, /^A place is free for/);
    expect(refusal(await book(seated.person, seated.registrationId, testSessionId)).code).toBe(
      'session_full',
    );
    const { status, body } = await answer(one);
    expect(status).toBe(200);
    expect(answerWaitingOffer.answer.parse(body)).toMatchObject({
      entry: {
        waitingId: one.waitingId,
        state: 'accepted',
        position: null,
        offerUntil: null,
      },
      exam: { id: one.exam.id, status: 'scheduled', testSessionId },
    });
    expect(await seatsLeft(testSessionId)).toBe(0);
    expect(await entryOf(two)).toMatchObject({ state: 'waiting', position: 1 });
  });

  test('releases the earlier session on acceptance', async () => {
    const student = await paid();
    const before = await aSession({ seats: 1 });
    await book(student.person, student.registrationId, before);
    const waiting = await offered(student);
    expect((await answer(waiting)).status).toBe(200);
    expect(await rowOf(waiting.person, waiting.exam.id)).toMatchObject({
      testSessionId: waiting.testSessionId,
    });
    expect(await seatsLeft(before)).toBe(1);
  });

  test('offers a declined seat to the next student', async () => {
    const [first, second] = await aLine(2);
    await giveSeats(first.testSessionId);
    await becomes(first, 'offered');
    const { body } = await answer(first, 'decline');
    expect(answerWaitingOffer.answer.parse(body)).toMatchObject({
      entry: { state: 'declined' },
    });
    expect(body.exam).toBeUndefined();
    await becomes(second, 'offered');
    expect(refusal(await answer(first))).toEqual({
      status: 409,
      code: 'already_ended',
      detail: 'This is no longer open.',
    });
  });

  test('refuses while the fee is due, and books once it is paid', async () => {
    const waiting = await offered(await wanting());
    const { offerUntil } = await entryOf(waiting);
    const refused = await answer(waiting);
    expect(refusal(refused)).toEqual({
      status: 409,
      code: 'fees_due',
      detail: 'Please pay the proctor fee first.',
    });
    expect(refused.body).toMatchObject({ expected: 15, proctorFee: 15, offerUntil });
    await waiting.person.do(payProctorFee, {
      examId: waiting.exam.id,
      registrationId: waiting.registrationId,
      sessionId: waiting.testSessionId,
      proctorFee: 15,
      amount: 15,
      ...(await someCard()),
    });
    expect((await answer(waiting)).status).toBe(200);
  });

  test('refuses without an offer, and after its end', async () => {
    const [first, second] = await aLine(2);
    expect(refusal(await answer(first))).toEqual({
      status: 409,
      code: 'no_offer',
      detail: 'There is no offer to answer.',
    });
    await giveSeats(first.testSessionId);
    await becomes(first, 'offered');
    await letOfferEnd(first);
    const over = {
      status: 409,
      code: 'offer_over',
      detail: 'This offer has expired. You are no longer on the waiting list.',
    };
    expect(refusal(await answer(first))).toEqual(over);
    await becomes(first, 'expired');
    expect(refusal(await answer(first))).toEqual(over);
    await becomes(second, 'offered');
  });

  test('does not find a cancelled registration until the worker ends the entry', async () => {
    const cancelled = async () => {
      const waiting = await offered(await paid());
      await waiting.person.do(cancelExamRegistration, {
        registrationId: waiting.registrationId,
      });
      const answered = refusal(await answer(waiting));
      await becomes(waiting, 'ended');
      return answered;
    };
    // a worker ends entries every few seconds and may be first
    expect(await until(cancelled, ({ code }) => code !== 'already_ended')).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });

  test("does not find an unknown entry, or another account's", async () => {
    const [[{ waitingId }], { person }] = await Promise.all([aLine(1), aStudent()]);
    for (const id of [2_000_000_000, waitingId])
      expect(refusal(await answer({ person, waitingId: id }))).toEqual({
        status: 404,
        code: 'waiting_not_found',
        detail: 'This entry was not found.',
      });
  });
});
