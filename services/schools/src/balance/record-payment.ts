import { can } from '@portal/access/can';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { schoolInView } from '../schools/school-in-view.ts';
import { entryKind, type ManualPayment } from './payment-rules.ts';
import { insertPayment } from './store.ts';

export interface RecordPayment extends ManualPayment {
  schoolId: number;
}

async function record(tx: Tx, payment: RecordPayment): Promise<{ entryId: number }> {
  const mayCorrect = can(tx.actor, 'school_balance.correct');
  const kind = entryKind(payment, { today: dayInNewYork(tx.now), mayCorrect });
  const entry = { ...payment, kind, paymentId: null, cardLast4: null };
  const entryId = await insertPayment(tx, entry, tx.actor.name, tx.now);
  const { schoolId: school, amountCents, date, comment } = payment;
  tx.audit({
    op: 'insert',
    table: 'balance_entry',
    id: entryId,
    change: { kind, school, amountCents, date, comment },
  });
  return { entryId };
}

/**
 * Enters a payment of a school that prepays, or a correction below zero, which alone may take the
 * balance below zero (C-A48). Refuses with school_not_found, school_not_charged or invalid.
 */
export async function recordPayment(call: Call, payment: RecordPayment): Promise<void> {
  const ask = async () => {
    const school = await schoolInView(call, 'school_payment.record', payment.schoolId);
    if (!school.chargeSchool) throw domainError('school_not_charged');
  };
  await commandWithPrefetch(call, { name: 'recordSchoolPayment', input: payment, ask }, (tx) =>
    record(tx, payment),
  );
}
