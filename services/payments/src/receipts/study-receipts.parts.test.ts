import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, refusalOf } from '@portal/kit/testing';
import { listCharges } from '../charges/records/list-charges.ts';
import type { Reader } from '../charges/records/reader.ts';
import { refundJob } from '../refunds/make-refunds.ts';
import { refundCharge } from '../refunds/refund-charge.ts';
import { chargingStudy } from '../study/charge-study.ts';
import { refundStudy } from '../study/refund-study.ts';
import type { NewStudyMethod } from '../study/study-method.ts';
import { aBankAccount } from '../testing/opaque-value.ts';
import { startWorld, type World } from '../testing/world.ts';
import { receiptConsumers } from './on-money-moved.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

let next = 0;
const aTtiId = () => `R${++next}`;
const seminary = (key?: string) => asService(world.db, 'seminary', key ? { key } : {});
const superAdmin = (studentId: number) =>
  asStaff(world.db, ['ROLE_SUPER_ADMIN'], { key: randomUUID(), studentId });

async function pay(
  ttiStudentId: string,
  reader: Reader | null,
  { method, key }: { method?: NewStudyMethod; key?: string } = {},
) {
  const card = method ?? { card: await world.processor.newCard() };
  const order = {
    ttiStudentId,
    programId: 12,
    account: 'TTI' as const,
    amountCents: 60_000,
    description: 'Seminary study: Year in Israel',
  };
  return chargingStudy.start(seminary(key), { ...order, method: card, reader });
}

/** Gives every event of money that moved to its consumer, as a broker does that repeats itself. */
async function tellAll(): Promise<void> {
  const events = await world.db.many<{
    type: string;
    data: { paymentId: number; studentId: number; refundIds?: number[] };
  }>`
    SELECT type, payload -> 'data' AS data FROM outbox
    WHERE type IN ('payments.charge_captured', 'payments.charge_refunded') ORDER BY id`;
  const [onCaptured, onRefunded] = receiptConsumers;
  const service = asService(world.db, 'payments');
  for (let time = 0; time < 3; time++)
    for (const { type, data } of events) {
      const { paymentId, studentId, refundIds = [] } = data;
      const known = {
        paymentId: Number(paymentId),
        studentId: Number(studentId),
        refundIds: refundIds.map(Number),
      };
      const event = { id: randomUUID(), at: steadyNow(), data: known as never };
      const consumer = type === 'payments.charge_captured' ? onCaptured : onRefunded;
      await consumer?.handle(event, service, (work) => inTransaction(service, 'test', work));
    }
}
const mailsTo = (address: string) =>
  world.db.many<{
    subject: string;
    bodyText: string;
  }>`SELECT subject, body_text FROM mail WHERE recipient = ${address} ORDER BY id`;

test('sends one receipt to a TTI student who is not on record, despite repeats', async () => {
  const key = randomUUID();
  const method = { card: await world.processor.newCard() };
  const reader = { firstName: 'Tali', email: 'tali@tti.test' };
  const ttiStudentId = aTtiId();
  expect(await pay(ttiStudentId, reader, { method, key })).toEqual(
    await pay(ttiStudentId, reader, { method, key }),
  );
  await tellAll();
  const mails = await mailsTo('tali@tti.test');
  expect(mails).toMatchObject([{ subject: 'Your payment receipt' }]);
  for (const part of ['Dear Tali,', 'Seminary study: Year in Israel: $600.00', 'Visa ending 1111'])
    expect(mails[0]?.bodyText).toContain(part);
});

test('sends one email about a refund, also a partial one, to the same address', async () => {
  const ttiStudentId = aTtiId();
  const method = { bankAccount: await aBankAccount(world.processor, 'TTI') };
  const { paymentId } = await pay(
    ttiStudentId,
    { firstName: 'Shira', email: 'shira@tti.test' },
    { method },
  );
  await world.processor.settle();
  const key = randomUUID();
  const back = { ttiStudentId, parts: [{ paymentId, amountCents: 20_000 }] };
  for (let time = 0; time < 2; time++) await refundStudy(seminary(key), back);
  await refundJob(world.db).run();
  await tellAll();
  const mails = await mailsTo('shira@tti.test');
  expect(mails.map(({ subject }) => subject)).toEqual(['Your payment receipt', 'Your refund']);
  expect(mails[1]?.bodyText).toContain('We have refunded $200.00 to your bank account.');
  expect(mails[1]?.bodyText).toContain('Refunded to: Bank account ending 6789');
});

test('uses the address on record if TTI has none, and sends nothing without any', async () => {
  const [known, unknown] = [aTtiId(), aTtiId()];
  world.aStudent({ email: 'noa@student.test', ttiStudentId: known });
  await pay(known, null);
  const before = (await world.db.many`SELECT id FROM mail`).length;
  await pay(unknown, null);
  await tellAll();
  expect(await mailsTo('noa@student.test')).toMatchObject([{ subject: 'Your payment receipt' }]);
  expect(await world.db.many`SELECT id FROM mail`).toHaveLength(before + 1);
});

test('lists a study payment among the student’s charges, also if linked later', async () => {
  const ttiStudentId = aTtiId();
  const { paymentId } = await pay(ttiStudentId, null);
  const [other, hers] = [
    world.aStudent({ ttiStudentId: aTtiId() }),
    world.aStudent({ ttiStudentId }),
  ];
  const nobody = world.aStudent();
  for (const id of [other, nobody]) expect(await listCharges(superAdmin(id), id)).toEqual([]);
  const charges = await listCharges(superAdmin(hers), hers);
  expect(charges).toMatchObject([
    {
      chargeTypeId: '6',
      description: 'Seminary study: Year in Israel',
      amountCents: 60_000,
      status: 'succeeded',
      refundableCents: 0,
    },
  ]);
  const refused = refundCharge(superAdmin(hers), {
    chargeId: charges[0]?.id as number,
    amountCents: 100,
  });
  expect(await refusalOf(refused)).toMatchObject({ status: 404, code: 'charge_not_found' });
  await refundStudy(seminary(randomUUID()), {
    ttiStudentId,
    parts: [{ paymentId, amountCents: 60_000 }],
  });
  expect(await listCharges(superAdmin(hers), hers)).toMatchObject([
    { status: 'voided', refundedCents: 60_000 },
  ]);
});

test('events of study payments hold ids only', async () => {
  const rows = await world.db.many<{ payload: { data: object } }>`SELECT payload FROM outbox`;
  expect(JSON.stringify(rows)).not.toMatch(/Tali|Shira|@|6789/);
});

test('the address is kept with the payment and not with the process that made it', async () => {
  const processes = await world.db.many`SELECT input, state, answer FROM process`;
  expect(JSON.stringify(processes)).not.toContain('@');
});
