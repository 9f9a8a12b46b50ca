import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { registerAndBookWithProfile } from '@portal/contract/purchases/register-and-book';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { sql } from '../../../../portal/databases.ts';
import { rowOf } from '../../../exams/registrations.ts';
import { aSession, callOff } from '../../../exams/sessions.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { distinctFailpoints } from '../../harness/failpoints.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { withLeasesOf } from '../../harness/leases.ts';
import { aBuyer, type Buyer, chargesOf, persist } from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

const PROCTOR_FEE = 15;

/** F1: kill -9 at every marked step of registering and booking with one payment. */
export function onePaymentKills(hurt: () => HurtPortal): void {
  test('F1: registering and booking at once takes effect once when a service dies', async () => {
    const { dieAt, diedAtAll, forgetMarks, marksPassed } = hurt();
    const first = await aBuyer();
    await quiet();
    forgetMarks();
    await registerBooked(first);
    const marks = distinctFailpoints(marksPassed());
    expect(
      marks.filter((mark) => /registerAndBook|payForRegistration/.test(mark)).length,
    ).toBeGreaterThan(10);

    await withLeasesOf(1.5, async () => {
      for (const mark of marks) {
        const buyer = await aBuyer();
        dieAt(mark);
        await registerBooked(buyer);
        await diedAtAll();
      }
    });
    await sweep();
  });

  test('F1: a student who paid for a session that was called off books another free', async () => {
    const { dieAt, diedAtAll, portal } = hurt();
    const [buyer, another] = await Promise.all([aBuyer(), aSession()]);
    const key = randomUUID();
    await withLeasesOf(86_400, async () => {
      dieAt('registration registerAndBook.pay.ran');
      await buyer.person.ask(registerAndBookWithProfile, order(buyer), key).catch(() => null);
      await diedAtAll();
      await portal.ready();
      await callOff(buyer.sessionId);
    });
    await sql('registration', RESUME);
    const { error, session, registrationId } = await persist(
      buyer.person,
      registerAndBookWithProfile,
      order(buyer),
      key,
    );
    expect({ error, session }).toEqual({
      error:
        'Your payment was received and you are registered, but the session could not be booked: ' +
        'This session was called off. Please choose another session.',
      session: null,
    });
    await persist(buyer.person, scheduleSessionForRegistration, {
      registrationId: registrationId ?? 0,
      sessionId: another,
    });
    expect(await chargesOf(buyer)).toHaveLength(1);
    await sweep();
  });
}

const RESUME = "UPDATE process SET lease_until = '-infinity' WHERE status = 'running'";

const order = ({ exam, sessionId, pricePerCredit, ccId }: Buyer) => ({
  examId: exam.id,
  sessionId,
  numberOfCredits: exam.credits,
  amount: exam.credits * pricePerCredit + PROCTOR_FEE + exam.additionalCharge,
  ccId,
});

/** Registers and books with the saved card, and expects one result. */
async function registerBooked(buyer: Buyer): Promise<void> {
  const { error } = await persist(buyer.person, registerAndBookWithProfile, order(buyer));
  expect(error).toBeNull();
  expect((await chargesOf(buyer)).map(({ amount }) => amount)).toEqual([order(buyer).amount]);
  expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({
    status: 'scheduled',
    testSessionId: buyer.sessionId,
    proctor_fee_price: 0,
  });
}
