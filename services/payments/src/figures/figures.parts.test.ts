import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { dayInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff } from '@portal/kit/testing';
import { refundCharge } from '../refunds/refund-charge.ts';
import { aBuyer, buyTwo } from '../testing/buying.ts';
import { student, withWorld, world } from '../testing/with-world.ts';
import { countFigures } from './count-figures.ts';
import { figureRpcs } from './rpc.ts';
import { readMoneyFigures } from './store.ts';

withWorld();

const count = () => countFigures(world.db, steadyNow());
const ofDay = async (day: string) => {
  await count();
  const [figure] = await readMoneyFigures(world.db, { from: day, to: day });
  return { captured: figure?.capturedCents ?? 0, refunded: figure?.refundedCents ?? 0 };
};
const { listMoneyEntries } = figureRpcs.handlers as unknown as Record<
  string,
  {
    handle: (
      request: object,
      call: object,
    ) => Promise<{
      entries: { amountCents: number; studentId?: number; payer?: string }[];
      total: number;
      sumCents: number;
    }>;
  }
>;
const behind = async (from: string, to: string, kind = '') => {
  const call = asStaff(world.db, ['ROLE_SUPER_ADMIN']);
  const entries = await listMoneyEntries?.handle({ from, to, kind, page: 1, pageSize: 200 }, call);
  return entries ?? { entries: [], total: -1, sumCents: -1 };
};

test('a purchase and its refund count on their day, and entries add up to the figure', async () => {
  const today = dayInNewYork(steadyNow());
  const before = await ofDay(today);
  const { id, ccId } = await aBuyer();
  await buyTwo(student(id), ccId);
  await world.processor.settle();
  const bought = await ofDay(today);
  const { chargeId } = await world.db.one<{ chargeId: number }>`
    SELECT charge.id AS charge_id FROM charge JOIN payment ON payment.id = charge.payment_id
    WHERE payment.student_id = ${id}`;
  await refundCharge(asStaff(world.db, ['ROLE_TECH_SUPPORT'], { key: randomUUID() }), {
    chargeId,
    amountCents: 4200,
  });
  const after = await ofDay(today);

  expect(bought).toEqual({ captured: before.captured + 8400, refunded: before.refunded });
  expect(after).toEqual({ captured: bought.captured, refunded: bought.refunded + 4200 });
  const [all, captured, refunded] = await Promise.all([
    behind(today, today),
    behind(today, today, 'captured'),
    behind(today, today, 'refunded'),
  ]);
  const sum = (entries: { amountCents: number }[]) =>
    entries.reduce((total, { amountCents }) => total + amountCents, 0);
  expect([all.sumCents, sum(all.entries)]).toEqual([
    after.captured - after.refunded,
    after.captured - after.refunded,
  ]);
  expect([captured.sumCents, sum(captured.entries)]).toEqual([after.captured, after.captured]);
  expect([refunded.sumCents, sum(refunded.entries)]).toEqual([-after.refunded, -after.refunded]);
  const own = all.entries.filter(({ studentId }) => studentId === id);
  expect(own.map(({ payer }) => payer)).toEqual(['Gold, Dana', 'Gold, Dana']);
});
