import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { asStaff } from '@portal/kit/testing';
import { savingCard } from '../cards/save-card.ts';
import { listCharges } from '../charges/records/list-charges.ts';
import { refundJob } from '../refunds/make-refunds.ts';
import { refundCharge } from '../refunds/refund-charge.ts';
import { withRequestsRefused } from '../testing/answers.ts';
import { aBuyer, buyTwo } from '../testing/buying.ts';
import { student, withWorld, world } from '../testing/with-world.ts';

withWorld();

test('saves a card of a new customer once the processor finds the customer', async () => {
  const id = world.aStudent();
  const card = await world.processor.newCard();
  const late = { requests: /createCustomerPaymentProfileRequest/, code: 'E00040', times: 2 };
  const refused = await withRequestsRefused(late, () =>
    savingCard.start(student(id), { studentId: id, card }),
  );
  expect(refused).toBe(2);
  expect(
    await world.db.many`SELECT last4 FROM card WHERE student_id = ${id} AND last4 = ${card.last4}`,
  ).toHaveLength(1);
});

/** Charges a card and refunds the charge a moment later, as the office. */
async function aRefund() {
  const { id, ccId } = await aBuyer();
  await buyTwo(student(id), ccId);
  const by = () => asStaff(world.db, ['ROLE_TECH_SUPPORT'], { key: randomUUID() });
  const [charge] = await listCharges(by(), id);
  const chargeId = charge?.id as number;
  return {
    refund: () => refundCharge(by(), { chargeId, amountCents: charge?.amountCents as number }),
    stateOf: async () =>
      (
        await world.db.one<{ state: string }>`
        SELECT state FROM refund WHERE charge_id = ${chargeId}`
      ).state,
  };
}

test.each([
  { what: 'whose charge is not found yet', requests: /getTransactionDetails/, code: 'E00040' },
  { what: 'whose void is not found', requests: /voidTransaction/, code: '16' },
  { what: 'whose void a busy processor did not try', requests: /voidTransaction/, code: 'E00104' },
])('makes a refund $what instead of refusing it', async ({ requests, code }) => {
  const { refund, stateOf } = await aRefund();
  const late = { requests, code, times: 1 };
  expect(await withRequestsRefused(late, () => refund().catch(() => null))).toBe(1);
  expect(await stateOf()).not.toBe('refused');
  await world.letTimePass();
  await world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state IN ('open', 'asked')`;
  await refundJob(world.db).run();
  expect(await stateOf()).toBe('voided');
});
