import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { listCharges } from '../charges/records/list-charges.ts';
import { payFees } from '../fees/pay-fees.ts';
import { brokenInvariants } from '../invariants.ts';
import { refundCharge as refundThere, voidCharge } from '../partners/card-transactions.ts';
import { withProjections } from '../projections/buyer.ts';
import { buyingCredits } from '../purchases/buy-credits.ts';
import { receiptConsumers } from '../receipts/on-money-moved.ts';
import { withAnswersChanged, withRequestsRefused } from '../testing/answers.ts';
import { startWorld, type World } from '../testing/world.ts';
import { refundJob } from './make-refunds.ts';
import { refundCharge } from './refund-charge.ts';
import { countRefused } from './refund-facts.ts';
import { refundFees } from './refund-fees.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await world.processor.heal();
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.stop());

let lastRegistration = 7000;
/**
 * Creates a student who paid a proctor fee of $15 and an additional fee of $50 in one payment,
 * settled by default.
 */
async function aPayer({ settled = true } = {}) {
  lastRegistration += 1;
  const id = world.aStudent({ email: `payer${lastRegistration}@student.test` });
  const registrationId = lastRegistration;
  world.feesDue.set(registrationId, {
    proctorFeeCents: 1500,
    proctorFeeIfMovedCents: 0,
    additionalFeeCents: 5000,
  });
  const ccId = await world.aCard(asStudent(world.db, id));
  const agreed = { proctorFeeCents: 1500, amountCents: 6500, method: { ccId, newCard: null } };
  await payFees(asStudent(world.db, id), {
    studentId: id,
    examId: 101,
    registrationId,
    sessionId: null,
    ...agreed,
  });
  if (settled) await world.processor.settle();
  const [proctor, additional] = await world.db.many<{
    id: number;
  }>`SELECT id FROM charge WHERE registration_id = ${registrationId} ORDER BY type_id`;
  return {
    id,
    registrationId,
    proctor: proctor?.id as number,
    additional: additional?.id as number,
  };
}
type Payer = Awaited<ReturnType<typeof aPayer>>;
const by = (roles: string[], key: string = randomUUID(), studentId?: number) =>
  asStaff(world.db, roles, { key, ...(studentId === undefined ? {} : { studentId }) });
const SUPER = ['ROLE_SUPER_ADMIN'];
const refund = (chargeId: number, amountCents: number, key: string = randomUUID()) =>
  refundCharge(by(SUPER, key), { chargeId, amountCents });
const chargesOf = async ({ id }: Payer) =>
  (await listCharges(by(SUPER), id)).map((one) => [
    one.chargeTypeId,
    one.status,
    one.refundedCents,
    one.refundableCents,
  ]);
const refundsOf = async ({ id }: Payer) =>
  (await world.processor.book())
    .filter((line) => line.customer === String(id) && line.type === 'refund')
    .map((line) => line.amount);
const cancelled = ({ registrationId }: Payer) =>
  refundFees(asService(world.db, 'registration', { key: randomUUID() }), {
    registrationId,
    additionalFee: true,
    proctorFee: false,
    paymentIds: [],
  });

const once = { operation: 'createTransactionRequest', count: 1 };
const refundEventually = async () => {
  await world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state IN ('open', 'asked')`;
  await refundJob(world.db).run();
};

test('staff refund part of a settled charge, and then the rest', async () => {
  const payer = await aPayer();
  const charges = await refund(payer.additional, 2000);
  expect(charges.find((one) => one.id === payer.additional)).toMatchObject({
    status: 'partly refunded',
    refundedCents: 2000,
    refundableCents: 3000,
    lastChangeBy: 'staff',
  });
  await refund(payer.additional, 3000);
  expect(await chargesOf(payer)).toEqual([
    ['1', 'succeeded', 0, 1500],
    ['3', 'refunded', 5000, 0],
  ]);
  expect(await refundsOf(payer)).toEqual([20, 30]);
});

test('one key refunds once and repeats its response', async () => {
  const payer = await aPayer();
  const key = randomUUID();
  const first = await refund(payer.additional, 2000, key);
  expect(await refund(payer.additional, 2000, key)).toEqual(first);
  expect((await refusalOf(refund(payer.additional, 2100, key))).code).toBe(
    'idempotency_key_reused',
  );
  expect(await refundsOf(payer)).toEqual([20]);
});

test('concurrent duplicates over a slow processor get one response without error', async () => {
  const payer = await aPayer();
  const key = randomUUID();
  await world.processor.fault('slow', { operation: 'createTransactionRequest', ms: 700 });
  const answers = await Promise.all([
    refund(payer.additional, 2000, key),
    refund(payer.additional, 2000, key),
  ]);
  expect(answers[1]).toEqual(answers[0]);
  expect(await refundsOf(payer)).toEqual([20]);
});

test('two concurrent refunds of a charge never exceed the paid amount', async () => {
  const payer = await aPayer();
  const settled = await Promise.allSettled([1, 2, 3].map(() => refund(payer.additional, 3000)));
  expect(refusals(settled)).toEqual(['refund_too_large', 'refund_too_large']);
  expect(await refundsOf(payer)).toEqual([30]);
});

test('refunds by hand and of a cancelled exam add up to the payment, in either order', async () => {
  const payer = await aPayer();
  const settled = await Promise.allSettled([refund(payer.additional, 4000), cancelled(payer)]);
  expect(settled.map(({ status }) => status)).toContain('fulfilled');
  expect(['not_refundable', undefined]).toContain(refusals(settled)[0]);
  await refundEventually(); // one of the two may have found the payment in the other's hands
  expect((await refundsOf(payer)).reduce((sum, amount) => sum + amount, 0)).toBe(50);
  expect((await chargesOf(payer))[1]).toEqual(['3', 'refunded', 5000, 0]);
});

test.each([
  {
    what: 'more than was paid',
    cents: 5001,
    code: 'refund_too_large',
    detail: 'The refund cannot be more than $50.00.',
  },
  { what: 'nothing', cents: 0, code: 'invalid', detail: 'Please enter an amount.' },
  { what: 'less than nothing', cents: -100, code: 'invalid', detail: 'Please enter an amount.' },
])('refuses to refund $what', async ({ cents, code, detail }) => {
  const payer = await aPayer();
  expect(await refusalOf(refund(payer.additional, cents))).toMatchObject({
    status: 422,
    code,
    detail,
  });
  expect(await refundsOf(payer)).toEqual([]);
});

test('refuses a charge that is fully refunded, was never paid or does not exist', async () => {
  const payer = await aPayer();
  await refund(payer.proctor, 1500);
  expect(await refusalOf(refund(payer.proctor, 1))).toMatchObject({
    code: 'not_refundable',
    detail: 'This charge cannot be refunded.',
  });
  await world.db.run`
    INSERT INTO payment (id, invoice_number, student_id, purpose, amount_cents, state, attempted_at,
      created_by)
    VALUES (900001, 'never-paid', ${payer.id}, 'credits', 100, 'declined', now(), 'test')`;
  await world.db.run`
    INSERT INTO charge (id, payment_id, type_id, description, amount_cents, last_change_by)
    VALUES (900001, 900001, '3', 'None', 100, 'test')`;
  expect((await refusalOf(refund(900001, 1))).code).toBe('not_refundable');
  expect((await refusalOf(refund(2_000_000_000, 100))).code).toBe('charge_not_found');
  const other = world.aStudent();
  expect(
    (
      await refusalOf(
        refundCharge(by(SUPER, randomUUID(), other), {
          chargeId: payer.additional,
          amountCents: 100,
        }),
      )
    ).code,
  ).toBe('charge_not_found');
});

test('only tech support refunds credits, which stay; all else only super admins', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(asStudent(world.db, id));
  const call = asStudent(world.db, id);
  await withProjections(call, () =>
    buyingCredits.start(call, {
      studentId: id,
      credits: 2,
      amountCents: 8400,
      method: { ccId, newCard: null },
    }),
  );
  await world.processor.settle();
  const { chargeId } = await world.db.one<{ chargeId: number }>`
    SELECT charge.id AS charge_id FROM charge JOIN payment ON payment.id = charge.payment_id
    WHERE payment.student_id = ${id}`;
  const ask = (roles: string[]) => refundCharge(by(roles), { chargeId, amountCents: 4200 });
  expect(await refusalOf(ask(SUPER))).toMatchObject({ status: 403, code: 'tech_support_only' });
  expect(await ask(['ROLE_TECH_SUPPORT'])).toMatchObject([
    { status: 'partly refunded', refundableCents: 4200 },
  ]);
  expect(await world.db.one`SELECT balance FROM lot WHERE student_id = ${id}`).toEqual({
    balance: 2,
  });
  const payer = await aPayer();
  expect(
    (
      await refusalOf(
        refundCharge(by(['ROLE_TECH_SUPPORT']), { chargeId: payer.proctor, amountCents: 100 }),
      )
    ).code,
  ).toBe('forbidden');
});

test('voids an unsettled payment as a whole, and refuses less of it without a hold', async () => {
  const payer = await aPayer({ settled: false });
  const key = randomUUID();
  const refusal = {
    status: 409,
    code: 'charge_not_settled',
    detail: 'This charge is not settled yet. Please try again tomorrow.',
  };
  expect(await refusalOf(refund(payer.additional, 5000, key))).toMatchObject(refusal);
  expect(await refusalOf(refund(payer.additional, 5000, key))).toMatchObject(refusal);
  expect((await chargesOf(payer))[1]).toEqual(['3', 'succeeded', 0, 5000]);
  await cancelled(payer); // waits for settlement, and with the rest it is the whole payment
  await refund(payer.proctor, 1500);
  expect((await chargesOf(payer)).map(([, status]) => status)).toEqual(['voided', 'voided']);
});

test('a void without response may still arrive: a failed retry does not end it', async () => {
  const payer = await aPayer({ settled: false });
  await cancelled(payer);
  await world.processor.fault('garbage', once);
  const key = randomUUID();
  expect((await refusalOf(refund(payer.proctor, 1500, key))).code).toBe('charge_unknown');
  await world.processor.fault('error', once);
  await refundEventually();
  const statuses = async () => (await chargesOf(payer)).map(([, status]) => status);
  expect(await statuses()).toEqual(['refund pending', 'refund pending']);
  await refundEventually();
  expect(await statuses()).toEqual(['voided', 'voided']);
  expect(await refund(payer.proctor, 1500, key)).toHaveLength(2);
});

test('books a payment voided at the processor in full, even for a partial refund', async () => {
  const payer = await aPayer({ settled: false });
  await cancelled(payer);
  expect((await chargesOf(payer))[1]).toEqual(['3', 'refund pending', 0, 0]);
  const { transactionId } = await world.db.one<{ transactionId: string }>`
    SELECT transaction_id FROM payment WHERE student_id = ${payer.id}
    -- never null: transaction_id`;
  await voidCharge(transactionId);
  await refundEventually();
  expect(await chargesOf(payer)).toEqual([
    ['1', 'voided', 1500, 0],
    ['3', 'voided', 5000, 0],
  ]);
  expect(await refundsOf(payer)).toEqual([]);
});

test('a refund refused by the processor changes nothing and returns its message', async () => {
  const payer = await aPayer();
  await world.db.run`UPDATE payment SET card_last4 = '9999' WHERE student_id = ${payer.id}`;
  expect(await refusalOf(refund(payer.additional, 2000))).toMatchObject({
    status: 502,
    code: 'refund_failed',
    detail: 'The referenced transaction does not meet the criteria for issuing a credit.',
    extra: { isFinal: true },
  });
  expect((await chargesOf(payer))[1]).toEqual(['3', 'succeeded', 0, 5000]);
});

test('refuses a refund by hand at once while the processor is unavailable', async () => {
  const payer = await aPayer();
  await world.processor.fault('down');
  expect((await refusalOf(refund(payer.additional, 2000))).code).toBe('refund_failed');
  await world.processor.heal();
  await refundJob(world.db).run();
  expect((await chargesOf(payer))[1]).toEqual(['3', 'succeeded', 0, 5000]);
  expect(await refundsOf(payer)).toEqual([]);
});

test('a refund by hand whose answer was lost is being checked, and found to be made', async () => {
  const payer = await aPayer();
  const key = randomUUID();
  await world.processor.fault('drop-after-charge', { count: 1 });
  expect(await refusalOf(refund(payer.additional, 2000, key))).toMatchObject({
    status: 502,
    code: 'charge_unknown',
    detail: 'The refund is being checked. Please do not repeat it.',
  });
  expect((await chargesOf(payer))[1]).toEqual(['3', 'refund pending', 0, 3000]);
  await world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state = 'asked'`;
  await refundJob(world.db).run();
  expect((await chargesOf(payer))[1]).toEqual(['3', 'partly refunded', 2000, 3000]);
  expect(await refundsOf(payer)).toEqual([20]);
  expect(await refund(payer.additional, 2000, key)).toHaveLength(2);
});

test.each<[string, number, (payer: Payer) => Promise<unknown>]>([
  ['by hand', 2000, (payer) => refund(payer.additional, 2000)],
  ['that is owed', 5000, cancelled],
])(
  'a refund %s stays requested when a worker that lost its lease is refused',
  async (_, cents, begin) => {
    const payer = await aPayer();
    const looksUp = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const until = (): Promise<void> => {
      looksUp.resolve();
      return requested.promise;
    };
    const late = { requests: /getTransactionDetailsRequest/, code: 'E00001', times: 1, until };
    await withRequestsRefused(late, async () => {
      const slow = begin(payer).catch(() => null);
      await looksUp.promise;
      await world.db.run`
      UPDATE payment SET refund_lease_until = '-infinity' WHERE student_id = ${payer.id}`;
      await world.processor.fault('garbage', { operation: 'createTransactionRequest' });
      await refundEventually();
      await world.processor.heal();
      requested.resolve();
      await slow;
    });
    // the request may still arrive, so it is not sent again
    await refundEventually();
    expect((await chargesOf(payer))[1]).toEqual(['3', 'refund pending', 0, 5000 - cents]);
    expect(await refundsOf(payer)).toEqual([]);
  },
);

test('abandons a refund by hand that never reached the processor, without a repeat', async () => {
  const payer = await aPayer();
  await world.processor.fault('garbage', { operation: 'createTransactionRequest' });
  const key = randomUUID();
  expect((await refusalOf(refund(payer.additional, 2000, key))).code).toBe('charge_unknown');
  await world.processor.heal();
  await world.db.run`
    UPDATE refund SET next_try_at = '-infinity', asked_at = now() - interval '1 minute'
    WHERE state = 'asked'`;
  await refundJob(world.db).run();
  expect((await chargesOf(payer))[1]).toEqual(['3', 'succeeded', 0, 5000]);
  expect(await refusalOf(refund(payer.additional, 2000, key))).toMatchObject({
    code: 'refund_failed',
    detail: 'The card processor did not answer.',
  });
  expect(await refundsOf(payer)).toEqual([]);
});

test.each(['getTransactionDetailsRequest', 'getTransactionListForCustomerRequest'])(
  'a refused look-up (%s) says nothing about a refund by hand without response',
  async (operation) => {
    const payer = await aPayer();
    await world.processor.fault('drop-after-charge', once);
    expect((await refusalOf(refund(payer.additional, 2000))).code).toBe('charge_unknown');
    await world.processor.fault('error', { operation });
    await refundEventually();
    expect((await chargesOf(payer))[1]).toEqual(['3', 'refund pending', 0, 3000]);
    await world.processor.heal();
    await refundEventually();
    expect((await chargesOf(payer))[1]).toEqual(['3', 'partly refunded', 2000, 3000]);
    expect(await refundsOf(payer)).toEqual([20]);
  },
);

test('looks up an owed refund, refused after a lost response, before a new request', async () => {
  const payer = await aPayer();
  await world.processor.fault('garbage', once);
  await cancelled(payer);
  await world.processor.heal();
  const lost = await world.db.one<Parameters<typeof refundThere>[0] & { id: number }>`
    SELECT refund.id, payment.transaction_id, payment.card_last4 AS last4, refund.amount_cents,
      refund.invoice_number, 'late' AS note
    FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE payment.student_id = ${payer.id} -- never null: note`;
  await world.db.run`
    UPDATE refund SET asked_at = asked_at - interval '1 minute' WHERE id = ${lost.id}`;
  await world.processor.fault('error', once);
  await refundEventually();
  expect((await chargesOf(payer))[1]).toEqual(['3', 'refund pending', 0, 0]);
  await refundThere(lost);
  const before = await world.processor.calls('createTransactionRequest');
  await refundEventually();
  expect((await chargesOf(payer))[1]).toEqual(['3', 'refunded', 5000, 0]);
  expect(await world.processor.calls('createTransactionRequest')).toBe(before);
  expect(await refundsOf(payer)).toEqual([50]);
});

test('staff see a refused owed refund with error and next try; one notice to support', async () => {
  const payer = await aPayer();
  await world.db.run`UPDATE payment SET card_last4 = '9999' WHERE student_id = ${payer.id}`;
  const { error } = await cancelled(payer);
  for (let tries = 0; tries < 2; tries++) {
    await world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state = 'open'`;
    await refundJob(world.db).run();
  }
  const [, shown] = await listCharges(by(SUPER), payer.id);
  expect(shown).toMatchObject({
    status: 'refund pending',
    refundError: error,
    refundNextTryAt: expect.any(Date),
    refundableCents: 0,
  });
  expect(await countRefused(world.db)).toBe(1);
  const notices = await world.db.many<{
    payload: { data: { paymentId: number; refundIds: number[] } };
  }>`
    SELECT payload FROM outbox WHERE type = 'payments.refund_failed'
      AND (payload #>> '{data,studentId}')::bigint = ${payer.id}`;
  expect(notices).toHaveLength(1);

  const service = asService(world.db, 'payments');
  const failed = receiptConsumers.find((one) => one.event.$type === 'payments.v1.RefundFailed');
  for (let time = 0; time < 2; time++) {
    const data = {
      ...notices[0]?.payload.data,
      refundIds: notices[0]?.payload.data.refundIds.map(Number),
    };
    await failed?.handle(
      { id: randomUUID(), at: steadyNow(), data: data as never },
      service,
      (work) => inTransaction(service, 'test', work),
    );
  }
  const mails = await world.db.many<{
    subject: string;
    bodyText: string;
  }>`SELECT subject, body_text FROM mail WHERE recipient = 'support@jse.test'`;
  expect(mails.map(({ subject }) => subject)).toEqual([
    `A refund could not be made: student ${payer.id}`,
  ]);
  for (const part of [String(payer.registrationId), 'Additional fee', '$50.00', error as string])
    expect(mails[0]?.bodyText).toContain(part);
});

test('control: without the hold concurrent refunds exceed the payment', async () => {
  const payer = await aPayer();
  const { db } = world;
  // like a naive store: both read the rest, then both write
  const twice = async () => {
    const look = () =>
      db.one<{
        rest: number;
      }>`SELECT amount_cents - refunded_cents AS rest FROM charge WHERE id = ${payer.additional}`;
    for (const { rest } of [await look(), await look()]) {
      if (rest >= 3000)
        await db.run`
          UPDATE charge SET refunded_cents = refunded_cents + 3000 WHERE id = ${payer.additional}`;
    }
  };
  await expect(twice()).rejects.toThrow(/charge_refund_within/);
  await db.run`UPDATE charge SET refunded_cents = 0 WHERE id = ${payer.additional}`;
  await db.run`ALTER TABLE charge DROP CONSTRAINT charge_refund_within`;
  await twice();
  expect(Object.keys(await brokenInvariants(db))).toContain('no more is refunded than was charged');
  await db.run`UPDATE charge SET refunded_cents = 0 WHERE id = ${payer.additional}`;
  await db.run`
    ALTER TABLE charge ADD CONSTRAINT charge_refund_within CHECK
      (held_cents + refunded_cents <= amount_cents)`;
});

test.each(['underReview', 'heldByTheMoon'])(
  'does not repeat a refund without response that is %s at the processor',
  async (status) => {
    const payer = await aPayer();
    await world.processor.fault('drop-after-charge', {
      count: 1,
      operation: 'createTransactionRequest',
    });
    const says = (text: string) =>
      text.replace(/"transactionStatus":"refund[^"]*"/g, `"transactionStatus":"${status}"`);
    await withAnswersChanged(says, async () => {
      expect((await refusalOf(refund(payer.additional, 2000))).code).toBe('charge_unknown');
      await world.db.run`
        UPDATE refund SET asked_at = asked_at - interval '1 hour'
        WHERE charge_id = ${payer.additional}`;
      await refundEventually();
      expect(await chargesOf(payer)).toContainEqual(['3', 'refund pending', 0, 3000]);
    });
    await refundEventually();
    expect(await chargesOf(payer)).toContainEqual(['3', 'partly refunded', 2000, 3000]);
    expect(await refundsOf(payer)).toEqual([20]);
  },
);
