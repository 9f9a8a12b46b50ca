import type { Exam } from '@portal/contract/exams/exam';
import { sql } from '../../portal/databases.ts';
import { breakPartner, settle, transactions } from '../../portal/processor.ts';
import { examThat, feesPaid, isPlain, registered } from '../exams/registrations.ts';
import { aStudent, type SignedIn } from '../people/students.ts';

/** A student who paid both fees of an exam in one payment, which has a charge for each. */
export interface Payer extends SignedIn {
  examId: number;
  registrationId: number;
  /** A charge of $15. */
  proctorCharge: number;
  additionalCharge: { id: number; amount: number };
}

const hasItsOwnFee = (exam: Exam): boolean =>
  exam.additionalCharge > 0 &&
  exam.credits <= 20 &&
  isPlain({ ...exam, additionalCharge: 0, examDuration: Math.min(exam.examDuration, 150) });

/**
 * Registers an exam that has a fee of its own and pays both fees. Settles the payment by default.
 */
export async function aPayer({ settled = true } = {}): Promise<Payer> {
  const student = await aStudent({ credits: 20 });
  const exam = await examThat(student.person, hasItsOwnFee);
  const { exam: row, registrationId } = await registered(student.person, exam);
  await feesPaid(student.person, row);
  if (settled) await settle();
  const charges = await sql<{ id: string; type_id: string; amount_cents: string }>(
    'payments',
    'SELECT id, type_id, amount_cents FROM charge WHERE registration_id = $1 ORDER BY type_id',
    [registrationId],
  );
  const ofType = (type: string) => charges.find((charge) => charge.type_id === type);
  return {
    ...student,
    examId: exam.id,
    registrationId,
    proctorCharge: Number(ofType('1')?.id),
    additionalCharge: {
      id: Number(ofType('3')?.id),
      amount: Number(ofType('3')?.amount_cents) / 100,
    },
  };
}

/**
 * Drops the processor's response to the next refund of a student, once. Refunds of other students
 * are unaffected: they run automatically as soon as the processor has settled.
 */
export async function losingARefund({ id }: { id: number }): Promise<void> {
  const charge = (await transactions()).find(
    ({ type, customer }) => type === 'authCapture' && customer === String(id),
  );
  if (!charge) throw new Error(`student ${id} has paid nothing`);
  await breakPartner({
    partner: 'cards',
    mode: 'drop-after-charge',
    count: 1,
    operation: 'createTransactionRequest',
    about: charge.transId,
  });
}

/** Returns the processor's refunds to a student's cards, in dollars, oldest first. */
export async function refundsOf({ id }: { id: number }): Promise<number[]> {
  return (await transactions())
    .filter(({ type, customer }) => type === 'refund' && customer === String(id))
    .map(({ amount }) => amount);
}

/**
 * Makes the processor refuse refunds of a student's payments, as it does for another card than the
 * one that paid. Returns a function that undoes this.
 */
export async function refusingRefunds({ id }: { id: number }): Promise<() => Promise<void>> {
  const cards = await sql<{ id: string; card_last4: string }>(
    'payments',
    'SELECT id, card_last4 FROM payment WHERE student_id = $1',
    [id],
  );
  await sql('payments', "UPDATE payment SET card_last4 = '0000' WHERE student_id = $1", [id]);
  return async () => {
    for (const card of cards)
      await sql('payments', 'UPDATE payment SET card_last4 = $2 WHERE id = $1', [
        card.id,
        card.card_last4,
      ]);
  };
}

/** Has the open refunds of a student, on record or at TTI, retried now instead of in a while. */
export const retryRefunds = (payer: 'student_id' | 'tti_student_id', id: number | string) =>
  sql(
    'payments',
    `UPDATE refund SET next_try_at = '-infinity' WHERE state IN ('open', 'asked')
       AND payment_id IN (SELECT id FROM payment WHERE ${payer} = $1)`,
    [id],
  );

/** The processor's error for such a refund. */
export const refusedByProcessor =
  'The referenced transaction does not meet the criteria for issuing a credit.';

/** Returns the refunded cents of a student by the portal's ledger. */
export async function refundedOf({ id }: { id: number }): Promise<number> {
  const [sum] = await sql<{ cents: string | null }>(
    'payments',
    `SELECT sum(charge.refunded_cents) AS cents
     FROM charge JOIN payment ON payment.id = payment_id WHERE student_id = $1`,
    [id],
  );
  return Number(sum?.cents ?? 0);
}
