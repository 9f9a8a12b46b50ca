import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff } from '@portal/kit/testing';
import { spendCredits } from '../credits/spending/spend-credits.ts';
import { withProjections } from '../projections/buyer.ts';
import { buyPackage } from '../purchases/buy-package.ts';
import { aBuyer } from '../testing/buying.ts';
import { student, withWorld, world } from '../testing/with-world.ts';
import { bookMadeRefund } from './book-made-refund.ts';
import { refundPackage } from './packages/refund-package.ts';

withWorld();

/** Creates a student who bought a package for $200, of which the processor refunded $100. */
async function anOwner() {
  world.packages.set(90, { id: 90, numberOfCredits: 6, purchasePriceCents: 20_000 });
  const { id, ccId } = await aBuyer();
  const method = { ccId, newCard: null };
  const buying = { studentId: id, packageId: 90, amountCents: 20_000, method };
  await withProjections(student(id), () => buyPackage(student(id), buying));
  await world.processor.settle();
  const bought = await world.db.one<{ packageId: number; paymentId: number; chargeId: number }>`
    SELECT lot.id AS package_id, charge.payment_id, charge.id AS charge_id
    FROM lot JOIN charge ON charge.payment_id = lot.payment_id WHERE lot.student_id = ${id}`;
  const made = {
    invoiceNumber: randomUUID().slice(0, 20),
    transactionId: randomUUID().slice(0, 10),
    amountCents: 10_000,
    submittedAt: steadyNow(),
  };
  const book = () =>
    inTransaction(asService(world.db, 'payments'), 'test', (tx) =>
      bookMadeRefund(tx, { ...bought, refund: made, cause: 'package' }),
    );
  return { id, ...bought, book };
}
const causesOf = async (paymentId: number) =>
  (
    await world.db.many<{ cause: string }>`
      SELECT cause FROM refund WHERE payment_id = ${paymentId} ORDER BY id`
  ).map(({ cause }) => cause);

test('a refund of a package that the books lack closes it', async () => {
  const { packageId, paymentId, book } = await anOwner();
  expect(await book()).toBeNull();
  expect(await causesOf(paymentId)).toEqual(['package']);
  expect(await world.db.one`SELECT active, balance FROM lot WHERE id = ${packageId}`).toEqual({
    active: false,
    balance: 0,
  });
});

test('of a package that another refund has closed the money alone is booked', async () => {
  const { id, packageId, paymentId, book } = await anOwner();
  world.states.set(95_001, 'registered');
  const spending = { studentId: id, registrationId: 95_001, examId: 101 };
  const call = asService(world.db, 'registration', { key: randomUUID() });
  await withProjections(call, () =>
    spendCredits(call, { ...spending, failedRegistrationId: null }),
  );
  const order = { studentId: id, packageId, withoutProctorFees: false };
  const staff = asStaff(world.db, ['ROLE_TECH_SUPPORT'], { key: randomUUID(), studentId: id });
  expect(await refundPackage(staff, order)).toMatchObject({ refundedCents: 10_000 });
  expect(await book()).toBeNull();
  expect(await causesOf(paymentId)).toEqual(['package', 'staff']);
});
