import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { enterLostPayment } from '../charges/paying/enter-lost-payment.ts';
import {
  grantLot,
  type LotOrder,
  packageLot,
  singleCreditsLot,
} from '../credits/granting/grant-lot.ts';
import { giveCreditsBack } from '../credits/spending/return-credits.ts';
import { lockHeldLots, spend } from '../credits/spending/spend.ts';
import type { PackageProjection } from '../projections/package-projection.ts';
import { bookMadeRefund, bookVoid } from '../refunds/book-made-refund.ts';
import { makeRefunds } from '../refunds/make-refunds.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import type { Difference, NotedCharge } from './what-differs.ts';

type Act<A extends Difference['act']> = Extract<Difference, { act: A }>;

/**
 * Corrects a difference in one transaction, once: a difference that was corrected before stays as
 * it is. Students get no email about what they were told of when it happened; only a new refund is
 * announced. Returns a remark for the operator, or null.
 */
export async function makeGood(call: Call, difference: Difference): Promise<string | null> {
  const inOne = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(call, `reconcile.${difference.act}`, work);
  switch (difference.act) {
    case 'book':
      return inOne((tx) => book(tx, difference));
    case 'refund': {
      await inOne(async (tx) => {
        if (await enterLostPayment(tx, difference.charge))
          await requestRefund(tx, { paymentId: difference.charge.note.paymentId }, 'not_recorded');
      });
      await makeRefunds(call.db, difference.charge.note.paymentId);
      return null;
    }
    case 'book refund':
      return inOne((tx) => bookMadeRefund(tx, difference));
    case 'book void':
      return inOne((tx) => bookVoid(tx, difference));
    case 'spend':
      return inOne((tx) => spendAgain(tx, difference));
    case 'return':
      await inOne((tx) => giveCreditsBack(tx, difference.studentId, difference.registrationId));
      return null;
    case 'refund fees':
      await inOne((tx) =>
        requestRefund(
          tx,
          { paymentId: difference.paymentId, feesOnly: true },
          'registration_closed',
        ),
      );
      await makeRefunds(call.db, difference.paymentId);
      return null;
    default:
      return difference.what;
  }
}

async function book(tx: Tx, { charge, hasLot, keepsFees }: Act<'book'>): Promise<string | null> {
  const { paymentId, studentId } = charge.note;
  const order = hasLot ? await lotOrder(tx, charge) : null;
  if (hasLot && (!order || studentId === null))
    return `transaction ${charge.transactionId}: its package is not in the catalogue any more`;
  if (!(await enterLostPayment(tx, charge))) return null;
  if (!keepsFees) await requestRefund(tx, { paymentId, feesOnly: true }, 'not_recorded');
  if (order && studentId !== null) {
    await tx.run`
      UPDATE payment SET lot_order = ${JSON.stringify(order)}::jsonb WHERE id = ${paymentId}`;
    await grantLot(tx, studentId, order, paymentId);
  }
  return null;
}

/** The lot that a charge paid for, by the package as it is in the catalogue now. */
async function lotOrder(tx: Tx, { note, items }: NotedCharge): Promise<LotOrder | null> {
  const paidCents = items
    .filter(({ typeId }) => typeId === '2')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { packageId, credits, lotSchoolId: schoolId } = note;
  if (packageId === null)
    return credits === null ? null : singleCreditsLot(credits, paidCents, schoolId);
  const found = await tx.maybe<PackageProjection>`
    SELECT id, number_of_credits, purchase_price_cents, display_name, proctor_fee_cents,
      no_additional_fees, is_special_program, seminary_study_tti_program_id, seminary_year,
      exams_allowed, vendors_allowed, active, admin_only, free_retake_credits
    FROM package_copy WHERE id = ${packageId}`;
  if (!found) return null;
  const order = packageLot(found, { source: 'package', paidCents, schoolId });
  return { ...order, credits: credits ?? order.credits };
}

async function spendAgain(tx: Tx, { registration }: Act<'spend'>): Promise<string | null> {
  const { id: registrationId, studentId, examId, creditsSpent, freeSeminaryRetake } = registration;
  const name = `registration ${registrationId} of student ${studentId}`;
  if (freeSeminaryRetake) return `${name} was paid by free retake credits: enter it by hand`;
  const copy = await tx.maybe<{ vendorId: number; usualProctorFeeCents: number }>`
    SELECT exam.vendor_id, price.proctor_fee_cents AS usual_proctor_fee_cents
    FROM exam_copy exam, price_copy price WHERE exam.id = ${examId}`;
  if (!copy) return `${name}: exam ${examId} is not in the read copy; ops rebuild payments`;
  const exam = { id: examId, ...copy, credits: creditsSpent, active: true };
  const lots = await lockHeldLots(tx, studentId);
  const order = { studentId, registrationId, exam, failedRegistrationId: null };
  const spent = await spend(tx, order, lots);
  if (spent.outcome === 'spent') return null;
  return (
    `${name} holds ${creditsSpent} credits that the student does not have in the books: they ` +
    'were given after the backup; assign them again, then reconcile once more'
  );
}
