import { randomUUID } from 'node:crypto';
import { listCharges } from '../charges/records/list-charges.ts';
import { payFees } from '../fees/pay-fees.ts';
import { student, world } from './with-world.ts';

let lastRegistration = 2000;
/** The fees due for a registration: the proctor fee and the exam's own. */
export const both = { proctorFeeCents: 1500, proctorFeeIfMovedCents: 0, additionalFeeCents: 5000 };
/** A student with a saved card and a registration of which fees are due. */
export const aDebtor = async (due = both) => {
  lastRegistration += 1;
  const id = world.aStudent();
  world.feesDue.set(lastRegistration, due);
  return { id, registrationId: lastRegistration, ccId: await world.aCard(student(id)) };
};
export type Debtor = Awaited<ReturnType<typeof aDebtor>>;
/** Pays the fees of a registration with its saved card, both unless said otherwise. */
export const pay = (
  { id, registrationId, ccId }: Debtor,
  proctorFeeCents = 1500,
  amountCents = 6500,
  key: string = randomUUID(),
  sessionId: number | null = null,
) =>
  payFees(student(id, { key }), {
    studentId: id,
    examId: 101,
    registrationId,
    sessionId,
    proctorFeeCents,
    amountCents,
    method: amountCents === 0 ? null : { ccId, newCard: null },
  });
/** Returns type, cents, status and refunded cents of a debtor's charges. */
export const charges = async ({ id }: Debtor) =>
  (await listCharges(student(id), id)).map((one) => [
    one.chargeTypeId,
    one.amountCents,
    one.status,
    one.refundedCents,
  ]);
/** Returns the transactions of a debtor at the processor. */
export const lines = async ({ id }: Debtor) =>
  (await world.processor.book()).filter((line) => line.customer === String(id));
