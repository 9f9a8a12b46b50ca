import { inNewYork } from '@portal/kit/clock';
import { byStep } from '@portal/kit/commands/by-step';
import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import { money } from '@portal/kit/money';
import type { StudyRefund } from '@portal/proto/payments/v1/study';
import { studyPayments } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { noPayments } from '../eligibility/ask-tti.ts';
import { followUp } from '../following-up/follow-up.ts';
import { type RefundPart, refundPlan } from '../records/refund-plan.ts';
import {
  freeProgram,
  insertStudyRefund,
  keepProgram,
  onRecord,
  paymentsOf,
  refundablePayments,
  takeProgram,
  wantLeave,
} from '../records/store.ts';
import { type SeenPayment, seenPayments } from '../records/study-payment.ts';
import { getRefundData, type RefundData, type RefundRequest } from './get-refund-data.ts';

export interface RefundStudy extends RefundRequest {
  keepMembership: boolean;
  /** Above 0, in cents. */
  cents: number;
  saidBy: string | null;
}
export interface StudyRefunded {
  payments: SeenPayment[];
  errors: string[];
}
type Part = RefundPart & { paymentId: number; paidAt: Date };
interface RefundingStudy {
  studentProgramId: number;
  parts: Part[];
  listed: RefundData['student']['payments'];
  refunds?: StudyRefund[];
  errors: string[];
  answer?: StudyRefunded;
}

const tooLarge = () => domainError('refund_too_large');
const pending = () =>
  domainError(
    'charge_pending',
    'A payment of this student is being worked on. Please try again in a few minutes.',
  );

async function begin(tx: Tx, input: RefundStudy, call: Call, id: string): Promise<RefundingStudy> {
  const { ttiStudentId, programId } = input;
  const { student, program } = prefetchedOf<RefundData>(call);
  const { name, woodmontOnly, studentProgramId: partnerId } = program;
  const year = program.year ?? call.now.getUTCFullYear();
  const studentProgramId = await keepProgram(tx, {
    ttiStudentId,
    programId,
    name,
    woodmontOnly,
    year,
    partnerId,
  });
  if (!(await takeProgram(tx, studentProgramId, id))) throw pending();
  const payments = await refundablePayments(tx, ttiStudentId, programId);
  const plan = refundPlan(payments, input.cents);
  if (!plan) throw tooLarge();
  const ours = await paymentsOf(tx, ttiStudentId, programId);
  const parts = plan.map((part) => {
    const paid = ours.find((one) => one.id === part.id);
    if (!paid || paid.paymentId === null)
      throw new Error('a payment without a charge cannot be given back');
    return { ...part, paymentId: paid.paymentId, paidAt: paid.paidAt };
  });
  const listed = student.payments.filter((one) => one.programId === programId);
  return { studentProgramId, parts, listed, errors: [] };
}

const dayOf = (at: Date): string => {
  const { month, day, year } = inNewYork(at);
  return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${year}`;
};

/**
 * Refunds a study (C-A70): the money first, then reports it to TTI; the student leaves once all of
 * it has been refunded.
 */
export const refundingStudy = durable<RefundStudy, RefundingStudy, StudyRefunded>({
  name: 'refundStudy',
  begin,
  steps: [
    {
      name: 'refund',
      run: async ({ input, state, call, keyFor }) => {
        const parts = state.parts.map(({ paymentId, cents }) => ({
          paymentId,
          amountCents: cents,
        }));
        const by = { ...byStep({ call, keyFor }, 'refund'), deadlineMs: CHARGE_MS };
        return {
          refunds: (
            await studyPayments.refundStudy({ ttiStudentId: input.ttiStudentId, parts }, by)
          ).refunds,
        };
      },
      commit: async (tx, { id, input, state }) => {
        const errors: string[] = [];
        for (const part of state.parts) {
          const refund = state.refunds?.find((one) => one.paymentId === part.paymentId);
          if (refund && refund.state !== 'refused') await keepRefund(tx, input, part, refund);
          else
            errors.push(
              `The payment of ${money(part.cents)} of ${dayOf(part.paidAt)} was not refunded: ` +
                `${refund?.error ?? 'no answer'}`,
            );
        }
        if (errors.length === 0)
          await wantLeave(
            tx,
            state.studentProgramId,
            input.keepMembership ? 'program' : 'membership',
          );
        await freeProgram(tx, state.studentProgramId, id);
        return { errors };
      },
      undo: (tx, { id, state }) => freeProgram(tx, state.studentProgramId, id),
    },
    {
      name: 'follow',
      run: async ({ state, call }) => {
        await followUp(call, state.studentProgramId, true);
        return undefined;
      },
      commit: async (tx, { input, state }) => {
        const ours = await paymentsOf(tx, input.ttiStudentId, input.programId);
        return { answer: { payments: seenPayments(state.listed, ours), errors: state.errors } };
      },
    },
  ],
  answer: ({ answer }) => answer as StudyRefunded,
  mustFinish: 'money may have gone back',
});

async function keepRefund(
  tx: Tx,
  { ttiStudentId, saidBy }: RefundStudy,
  part: Part,
  refund: StudyRefund,
): Promise<void> {
  const { refundId, transactionId, doneAt } = refund;
  await insertStudyRefund(tx, {
    refundOf: part.id,
    reference: `refund:${refundId}`,
    cents: part.cents,
    unsettlesCents: part.unsettlesCents,
    refundId,
    askedAt: tx.now,
    madeAt: refund.state === 'done' ? (doneAt ?? tx.now) : null,
    transactionId: transactionId ?? null,
    by: tx.actor.name,
    saidBy,
  });
  tx.audit({
    op: 'insert',
    table: 'study_payment',
    id: part.id,
    ...(await onRecord(tx, ttiStudentId)),
    change: { refundCents: part.cents, refundId, state: refund.state, saidBy },
  });
}

/**
 * Refunds money, newest payment first. Refuses with no_student, no_payments, not_refundable,
 * refund_too_large and charge_pending before any money moves.
 */
export const refundStudy = (call: Call, input: RefundStudy): Promise<StudyRefunded> =>
  startWithPrefetch(refundingStudy, call, input, async () => {
    const data = await getRefundData(call.db, input);
    if (data.message !== null) throw domainError('not_refundable', data.message);
    if (data.payments.every((one) => one.amountCents <= 0)) throw noPayments();
    if (input.cents <= 0 || input.cents > data.maxRefundCents) throw tooLarge();
    return data;
  });
