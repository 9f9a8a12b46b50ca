import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, test } from '@jest/globals';
import { asService, asStaff, asStudent } from '@portal/kit/testing';
import { lastSent, verifyEvents } from '@portal/kit/testing/events/message-pacts';
import {
  CardRemoved,
  CardSaved,
  ChargeRefunded,
  CreditsPurchased,
  DefaultCardChosen,
  FeesPaid,
  PackageAssigned,
  PackagePurchased,
  PackageTakenBack,
  RefundFailed,
} from '@portal/proto/payments/v1/events';
import { removeCard } from './cards/remove-card.ts';
import { setDefaultCard } from './cards/set-default-card.ts';
import { payFees } from './fees/pay-fees.ts';
import { withProjections } from './projections/buyer.ts';
import { assignPackage } from './purchases/assign-package.ts';
import { buyingCredits } from './purchases/buy-credits.ts';
import { buyPackage } from './purchases/buy-package.ts';
import { refundJob } from './refunds/make-refunds.ts';
import { refundPackage } from './refunds/packages/refund-package.ts';
import { refundCharge } from './refunds/refund-charge.ts';
import { refundFees } from './refunds/refund-fees.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.packages.set(1, { id: 1, numberOfCredits: 6, purchasePriceCents: 20_000 });
});
afterAll(() => world.stop());

const student = (id: number) => asStudent(world.db, id);
const superAdmin = () => asStaff(world.db, ['ROLE_SUPER_ADMIN'], { key: randomUUID() });

let lastRegistration = 9000;
/**
 * A student who paid an additional fee of $50 that is settled; answers who, the charge and the
 * registration.
 */
async function aPayer() {
  const id = world.aStudent();
  const registrationId = ++lastRegistration;
  const due = { proctorFeeCents: 0, proctorFeeIfMovedCents: 0, additionalFeeCents: 5000 };
  world.feesDue.set(registrationId, due);
  const ccId = await world.aCard(student(id));
  await payFees(student(id), {
    studentId: id,
    examId: 101,
    registrationId,
    sessionId: null,
    proctorFeeCents: 0,
    amountCents: 5000,
    method: { ccId, newCard: null },
  });
  await world.processor.settle();
  const { chargeId } = await world.db.one<{ chargeId: number }>`
    SELECT id AS charge_id FROM charge WHERE registration_id = ${registrationId}`;
  return { studentId: id, registrationId, chargeId };
}

test('payments emits what the consumers of its events rely on', async () => {
  await verifyEvents('payments', {
    'payments.card_saved': async () => {
      await world.aCard(student(world.aStudent()));
      return lastSent(world.db, CardSaved);
    },
    'payments.card_removed': async () => {
      const id = world.aStudent();
      const ccId = await world.aCard(student(id));
      await removeCard(student(id), { studentId: id, ccId });
      return lastSent(world.db, CardRemoved);
    },
    'payments.default_card_chosen': async () => {
      const id = world.aStudent();
      const ccId = await world.aCard(student(id));
      await setDefaultCard(student(id), { studentId: id, ccId });
      return lastSent(world.db, DefaultCardChosen);
    },
    'payments.credits_purchased': async () => {
      const studentId = world.aStudent();
      const method = { ccId: await world.aCard(student(studentId)), newCard: null };
      const order = { studentId, credits: 1, amountCents: 4200, method };
      await withProjections(student(studentId), () =>
        buyingCredits.start(student(studentId), order),
      );
      return lastSent(world.db, CreditsPurchased);
    },
    'payments.package_purchased': async () => {
      const studentId = world.aStudent();
      const method = { ccId: await world.aCard(student(studentId)), newCard: null };
      await buyPackage(student(studentId), {
        packageId: 1,
        studentId,
        amountCents: 20_000,
        method,
      });
      return lastSent(world.db, PackagePurchased);
    },
    'payments.package_assigned': async () => {
      const studentId = world.aStudent();
      await assignPackage(superAdmin(), { packageId: 1, studentId });
      return lastSent(world.db, PackageAssigned);
    },
    'payments.package_taken_back': async () => {
      const studentId = world.aStudent();
      await assignPackage(superAdmin(), { packageId: 1, studentId });
      const { packageId } = await world.db.one<{ packageId: number }>`
        SELECT id AS package_id FROM lot WHERE student_id = ${studentId}`;
      await refundPackage(superAdmin(), { studentId, packageId, withoutProctorFees: false });
      return lastSent(world.db, PackageTakenBack);
    },
    'payments.fees_paid': async () => {
      await aPayer();
      return lastSent(world.db, FeesPaid);
    },
    'payments.charge_refunded': async () => {
      const { chargeId } = await aPayer();
      await refundCharge(superAdmin(), { chargeId, amountCents: 1000 });
      return lastSent(world.db, ChargeRefunded);
    },
    'payments.refund_failed': async () => {
      const { studentId, registrationId } = await aPayer();
      // the processor refuses to pay back to another card than the one that paid
      await world.db.run`
        UPDATE payment SET card_last4 = '9999' WHERE student_id = ${studentId}`;
      await refundFees(asService(world.db, 'registration'), {
        registrationId,
        additionalFee: true,
        proctorFee: false,
        paymentIds: [],
      });
      await refundJob(world.db).run();
      return lastSent(world.db, RefundFailed);
    },
  });
});
