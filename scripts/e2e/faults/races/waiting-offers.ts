import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { payProctorFee } from '@portal/contract/purchases/payments';
import { cancelSession } from '@portal/contract/sessions/sessions';
import {
  answerWaitingOffer,
  changeWaiting,
  leaveWaitingList,
} from '@portal/contract/sessions/waiting-list';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import { book } from '../../calls/sessions/ready-to-book.ts';
import {
  aLine,
  becomes,
  entryOf,
  giveSeats,
  inLine,
  letOfferEnd,
  offered,
  office,
  paid,
  type Waiting,
  wanting,
} from '../../calls/sessions/waiting-lines.ts';
import { feesPaid, rowOf, someCard } from '../../exams/registrations.ts';
import { aSession, callOff } from '../../exams/sessions.ts';
import { sweep } from '../../invariants/invariants.ts';
import { charged } from '../../payments/charged.ts';

const accept = ({ person, waitingId }: Waiting) =>
  person.ask(answerWaitingOffer, { waitingId, answer: 'accept' }, randomUUID());

interface Rival {
  rival: string;
  act: (entry: Waiting) => Promise<unknown>;
  /** The state of the entry where the rival was first. */
  state: string;
}
const rivals: Rival[] = [
  {
    rival: 'a no in another window',
    state: 'declined',
    act: ({ person, waitingId }) =>
      person.ask(answerWaitingOffer, { waitingId, answer: 'decline' }, randomUUID()),
  },
  {
    rival: 'leaving',
    state: 'left',
    act: ({ person, waitingId }) => person.ask(leaveWaitingList, { waitingId }, randomUUID()),
  },
  {
    rival: 'the office that removes the entry',
    state: 'removed',
    act: async ({ waitingId }) =>
      (await office()).ask(
        changeWaiting,
        { waitingId, action: 'remove', reason: 'By phone' },
        randomUUID(),
      ),
  },
  {
    rival: 'calling the session off',
    state: 'ended',
    act: ({ testSessionId }) => callOff(testSessionId),
  },
  { rival: 'the end of the offer', state: 'expired', act: letOfferEnd },
];

/** An offer that is accepted while something else ends it. */
export function waitingOffers(): void {
  test.each(rivals)(
    'F5: an acceptance races with $rival: one of them wins, and nothing is lost',
    async (one) => {
      for (let round = 0; round < 3; round++) {
        const entry = await offered(await paid());
        const next = await inLine(await paid(), entry.testSessionId);
        const [yes] = await Promise.all([accept(entry), one.act(entry)]);
        const { state } = await until(
          () => entryOf(entry),
          (entry) => entry.state !== 'offered',
          60,
        );
        const isAccepted = yes.status === 200;
        expect([round, state, [409, 200]]).toEqual([
          round,
          isAccepted ? 'accepted' : one.state,
          expect.arrayContaining([yes.status]),
        ]);
        if (one.state === 'ended') await becomes(next, 'ended');
        else if (isAccepted) expect((await entryOf(next)).state).toBe('waiting');
        else await becomes(next, 'offered');
        const announced = await sql(
          'registration',
          `SELECT 1 FROM outbox WHERE type = 'registration.waiting_offered'
         AND payload->'data'->>'waitingId' = $1`,
          [String(entry.waitingId)],
        );
        expect(announced).toHaveLength(1);
      }
      await sweep();
    },
  );

  test('F5: two released seats go to the first two in line while others try to book', async () => {
    const [one, two, crowd, testSessionId] = await Promise.all([
      paid(),
      paid(),
      Promise.all(Array.from({ length: 4 }, () => paid())),
      aSession({ seats: 2 }),
    ]);
    const seated = [one, two];
    for (const { person, registrationId } of seated)
      expect((await book(person, registrationId, testSessionId)).status).toBe(200);
    const line: Waiting[] = [];
    for (const student of await Promise.all([paid(), paid(), paid()]))
      line.push(await inLine(student, testSessionId));
    const answers = await Promise.all([
      ...crowd.map(({ person, registrationId }) => book(person, registrationId, testSessionId)),
      ...seated.map(({ person, registrationId }) => person.do(cancelSession, { registrationId })),
      ...crowd.map(({ person, registrationId }) => book(person, registrationId, testSessionId)),
    ]);
    expect(answers.filter((answer) => 'status' in answer && answer.status === 200)).toEqual([]);
    const [first, second, third] = line as [Waiting, Waiting, Waiting];
    for (const entry of [first, second]) await becomes(entry, 'offered');
    expect(await entryOf(third)).toMatchObject({ state: 'waiting', position: 1 });
    for (const entry of [first, second]) expect((await accept(entry)).status).toBe(200);
    await sweep();
  });

  test('F5: a charge begun before the end of the offer keeps the seat, taken once', async () => {
    const entry = await offered(await wanting());
    expect(await charged(entry.id)).toEqual([]);
    const { person, registrationId, exam, testSessionId } = entry;
    await person.do(payProctorFee, {
      examId: exam.id,
      registrationId,
      sessionId: testSessionId,
      proctorFee: 15,
      amount: 15,
      ...(await someCard()),
    });
    // the offer has ended since; some of the ten extra minutes are left
    await sql(
      'registration',
      `UPDATE waiting_entry SET offer_until = now() - interval '2 minutes' WHERE id = $1`,
      [entry.waitingId],
    );
    await expectToStay(entry);
    expect((await accept(entry)).status).toBe(200);
    expect(await charged(entry.id)).toHaveLength(1);
    await sweep();
  });

  test('F5: a charge that ends too late pays for the next booking', async () => {
    const entry = await offered(await wanting());
    const next = await inLine(await paid(), entry.testSessionId);
    await feesPaid(entry.person, entry.exam);
    await sql(
      'registration',
      `WITH held AS (UPDATE seat_hold SET held_until = now() - interval '1 second'
         WHERE waiting_id = $1)
       UPDATE waiting_entry SET charge_begun_at = now() - interval '20 minutes',
         offer_until = now() - interval '11 minutes' WHERE id = $1`,
      [entry.waitingId],
    );
    await becomes(entry, 'expired');
    await becomes(next, 'offered');
    expect((await accept(entry)).status).toBe(409);
    const elsewhere = await aSession();
    expect((await book(entry.person, entry.registrationId, elsewhere)).status).toBe(200);
    expect(await rowOf(entry.person, entry.exam.id)).toMatchObject({ testSessionId: elsewhere });
    expect(await charged(entry.id)).toHaveLength(1);
    await sweep();
  });

  test('F5, control: without its line the fastest gets the seat; the sweep sees it', async () => {
    const [entry] = await aLine(1);
    const rival = await paid();
    const known = (hasLine: boolean) =>
      sql('registration', 'UPDATE session SET has_line = $2 WHERE id = $1', [
        entry.testSessionId,
        hasLine,
      ]);
    await known(false);
    await giveSeats(entry.testSessionId);
    expect((await book(rival.person, rival.registrationId, entry.testSessionId)).status).toBe(200);
    expect((await entryOf(entry)).state).toBe('waiting');
    await known(true);
    await sweep();
  });
}

/** Expects the offer to stay after the job, which ends due ones every ten seconds, has run. */
async function expectToStay(entry: Waiting): Promise<void> {
  const [other] = await aLine(1);
  await giveSeats(other.testSessionId);
  await becomes(other, 'offered');
  await letOfferEnd(other);
  await becomes(other, 'expired');
  expect((await entryOf(entry)).state).toBe('offered');
}
