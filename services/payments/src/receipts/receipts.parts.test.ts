import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent } from '@portal/kit/testing';
import { withProjections } from '../projections/buyer.ts';
import { buyingCredits } from '../purchases/buy-credits.ts';
import { startWorld, type World } from '../testing/world.ts';
import { receiptConsumers } from './on-money-moved.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Buys a credit and gives the event of its capture to the consumer as often as said. */
async function captureTold(studentId: number, times: number): Promise<void> {
  const call = asStudent(world.db, studentId);
  const ccId = await world.aCard(asStudent(world.db, studentId));
  await withProjections(call, () =>
    buyingCredits.start(call, {
      studentId,
      credits: 1,
      amountCents: 4200,
      method: { ccId, newCard: null },
    }),
  );
  const { id: paymentId } = await world.db.one<{
    id: number;
  }>`SELECT id FROM payment WHERE student_id = ${studentId}`;
  const [onCaptured] = receiptConsumers;
  const service = asService(world.db, 'payments');
  for (let time = 0; time < times; time++) {
    const event = { id: randomUUID(), at: steadyNow(), data: { paymentId, studentId } as never };
    await onCaptured?.handle(event, service, (work) => inTransaction(service, 'test', work));
  }
}

test('sends one receipt to the student, however often the event arrives', async () => {
  await captureTold(world.aStudent({ email: 'dana@student.test' }), 3);
  const mails = await world.db.many<{
    subject: string;
    bodyText: string;
  }>`SELECT subject, body_text FROM mail WHERE recipient = 'dana@student.test'`;
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ subject: 'Your payment receipt' });
  expect(mails[0]?.bodyText).toContain('1 credit: $42.00');
  expect(mails[0]?.bodyText).toContain('Visa ending 1111');
});

test('a student without an address gets no mail', async () => {
  const before = await world.db.many`SELECT id FROM mail`;
  await captureTold(world.aStudent(), 1);
  expect(await world.db.many`SELECT id FROM mail`).toEqual(before);
});

test('events hold ids, never a name, an address or a card', async () => {
  const rows = await world.db.many<{
    type: string;
    payload: { data: object };
  }>`SELECT type, payload FROM outbox`;
  expect(new Set(rows.map((row) => row.type))).toEqual(
    new Set(['payments.card_saved', 'payments.charge_captured', 'payments.credits_purchased']),
  );
  for (const { payload } of rows)
    for (const value of Object.values(payload.data)) expect(typeof value).toMatch(/number|string/);
  expect(JSON.stringify(rows)).not.toMatch(/Dana|1111|@/);
});
