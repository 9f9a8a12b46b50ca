import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { chargeRefund } from '@portal/contract/purchases/payments';
import { sql } from '../../../portal/databases.ts';
import { mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { brokenInvariants, sweep } from '../../invariants/invariants.ts';
import {
  aPayer,
  losingARefund,
  type Payer,
  refundedOf,
  refundsOf,
} from '../../payments/refunds.ts';
import { signedInStaff } from '../../people/staff.ts';
import { answered, persist } from '../harness/people/buyer.ts';

const ask = (person: Person, chargeId: number, refundAmt: number, key: string = randomUUID()) =>
  person.ask(chargeRefund, { chargeId, refundAmt }, key);
/** Refunds, and retries while another refund of the payment is in progress. */
const persistent = (person: Person, chargeId: number, refundAmt: number) =>
  answered(person, chargeRefund, { chargeId, refundAmt });
const someStaff = (count: number) =>
  Promise.all(Array.from({ length: count }, () => signedInStaff('ROLE_SUPER_ADMIN')));
const settledRefunds = (payer: Payer, sum: number) =>
  until(
    () => refundedOf(payer),
    (cents) => cents === sum * 100,
    30,
    200,
  );

/** F6: money is refunded once, and never more than was paid. */
export function refundRaces(): void {
  test('F6: the same refund by two people, and twice by one, is made once', async () => {
    const [payer, staff] = [await aPayer(), await someStaff(2)];
    const { id, amount } = payer.additionalCharge;
    const key = randomUUID();
    const answers = await Promise.all([
      ...staff.map((person) => ask(person, id, amount)),
      ask(staff[0] as Person, id, amount, key),
      ask(staff[0] as Person, id, amount, key),
    ]);
    // the first that holds the money refunds it; two requests with one key are one
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    for (const { status, body } of answers) {
      if (status !== 200)
        expect([
          'not_refundable',
          'refund_too_large',
          'request_in_progress',
          'charge_unknown', // the time limit of waiting for the other
        ]).toContain(body.code);
    }
    await settledRefunds(payer, amount);
    expect(await refundsOf(payer)).toEqual([amount]);
    await sweep();
  });

  test('F6: a refund that races with a cancellation refunds exactly the payment', async () => {
    const [staff] = await someStaff(1);
    for (const part of [0.4, 1]) {
      const payer = await aPayer();
      const { id, amount } = payer.additionalCharge;
      const [byHand, cancelled] = await Promise.all([
        persistent(staff as Person, id, amount * part),
        persist(payer.person, cancelExamRegistration, { registrationId: payer.registrationId }),
      ]);
      expect(cancelled.refundAdditionalFees.error).toBeNull();
      if (byHand.status !== 200)
        expect(['not_refundable', 'refund_too_large']).toContain(byHand.body.code);
      await settledRefunds(payer, amount);
      expect((await refundsOf(payer)).reduce((sum, one) => sum + one, 0)).toBeCloseTo(amount);
    }
    await sweep();
  });

  test('F6: a refund whose answer is lost while another repeats it is made once', async () => {
    const [payer, staff] = [await aPayer(), await someStaff(2)];
    const { id, amount } = payer.additionalCharge;
    await losingARefund(payer);
    try {
      expect((await ask(staff[0] as Person, id, amount)).body.code).toBe('charge_unknown');
    } finally {
      await mendPartners();
    }
    expect((await ask(staff[1] as Person, id, amount)).body.code).toBe('not_refundable');
    await settledRefunds(payer, amount);
    expect(await refundsOf(payer)).toEqual([amount]);
    await sweep();
  });

  test('F6, control: without the constraint refunds are too high; the sweep sees it', async () => {
    const payer = await aPayer();
    const { id } = payer.additionalCharge;
    const giveBackTwice = async () => {
      const look = async () =>
        Number(
          (
            await sql<{ rest: string }>(
              'payments',
              'SELECT amount_cents - refunded_cents AS rest FROM charge WHERE id = $1',
              [id],
            )
          )[0]?.rest,
        );
      const rest = await look();
      for (const seen of [rest, await look()])
        await sql(
          'payments',
          'UPDATE charge SET refunded_cents = refunded_cents + $2 WHERE id = $1',
          [id, seen],
        );
    };
    const mend = () => sql('payments', 'UPDATE charge SET refunded_cents = 0 WHERE id = $1', [id]);
    await expect(giveBackTwice()).rejects.toThrow(/charge_refund_within/);
    await mend();
    await sql('payments', 'ALTER TABLE charge DROP CONSTRAINT charge_refund_within');
    await giveBackTwice();
    expect((await brokenInvariants()).join()).toContain('no more is refunded than was charged');
    await mend();
    await sql(
      'payments',
      `ALTER TABLE charge ADD CONSTRAINT charge_refund_within
       CHECK (held_cents + refunded_cents <= amount_cents)`,
    );
    await sweep();
  });
}

/** F6: many refund fractions of one payment. */
export function partialRefunds(): void {
  test('F6: concurrent partial refunds never add up to more than was paid', async () => {
    const [payer, staff] = [await aPayer(), await someStaff(5)];
    const { id, amount } = payer.additionalCharge;
    const part = Math.floor(amount / 2);
    const answers = await Promise.all(staff.map((person) => persistent(person, id, part)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.code));
    expect(codes.filter((code) => code === 'made')).toHaveLength(2);
    for (const code of codes.filter((one) => one !== 'made'))
      expect(['not_refundable', 'refund_too_large']).toContain(code);
    expect((await refundsOf(payer)).reduce((sum, one) => sum + one, 0)).toBe(2 * part);
    await sweep();
  });
}
