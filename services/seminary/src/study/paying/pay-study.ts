import { byStep } from '@portal/kit/commands/by-step';
import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import type { Running } from '@portal/kit/commands/process-definition';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import { money } from '@portal/kit/money';
import type { StudyMethod, StudyPayer } from '@portal/proto/payments/v1/study';
import { studyPayments } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { noPayments } from '../eligibility/ask-tti.ts';
import {
  askStudentEligibility,
  checkDue,
  findDue,
  type StudyEligibility,
} from '../eligibility/find-due.ts';
import { checkPaymentTo } from '../eligibility/payment-to.ts';
import { followUp } from '../following-up/follow-up.ts';
import {
  freeProgram,
  insertStudyPayment,
  keepPayer,
  keepProgram,
  noteDue,
  onRecord,
  paymentsOf,
  studentOfProgram,
  takeProgram,
  wantJoin,
} from '../records/store.ts';
import type { Paying } from '../records/study-amounts.ts';
import { type SeenPayment, seenPayment, seenPayments } from '../records/study-payment.ts';

/** A card or bank account that payments reads; never a number. */
export type NewMethod = NonNullable<Parameters<typeof studyPayments.chargeStudy>[0]['method']>;

export interface PayStudy {
  ttiStudentId: string;
  programId: number;
  account: string;
  /** The amount that the person agreed to pay, in cents; null: any amount due. */
  agreedCents: number | null;
  paying: Paying;
  /** Null: the current payment method. */
  method: NewMethod | null;
  saidBy: string | null;
}
export interface StudyPaid {
  isNewMember: boolean;
  currentMethod: StudyMethod;
  messages: string[];
  payment: SeenPayment;
  payments: SeenPayment[];
}
type Charged = Awaited<ReturnType<typeof studyPayments.chargeStudy>>;

interface PayingStudy {
  studentProgramId: number;
  /** The student on record, when known. */
  studentId?: number | null;
  description: string;
  amountCents: number;
  settlesCents: number;
  /** The rest of the price afterwards. */
  restCents: number;
  wasMember: boolean;
  listed: StudyEligibility['student']['payments'];
  /** Where the receipt goes; not kept longer than until it is charged. */
  payer?: StudyPayer | null;
  charged?: Charged;
  paidId?: number;
  announced?: boolean;
  isOnRecord?: boolean;
  answer?: StudyPaid;
}
type Process = Running<PayStudy, PayingStudy>;

/** One charge is under way for this programme, or its outcome is not known yet. */
const pending = () =>
  domainError(
    'charge_pending',
    'A payment for this is being checked. Please do not pay again; ' +
      'check your account in a few minutes.',
  );
const emailInUse = () => domainError('email_in_use');

async function begin(tx: Tx, input: PayStudy, call: Call, id: string): Promise<PayingStudy> {
  const { student, program, studentId } = prefetchedOf<StudyEligibility>(call);
  const { name, year, woodmontOnly, studentProgramId: partnerId, programId } = program;
  const known = {
    ttiStudentId: student.studentId,
    programId,
    name,
    woodmontOnly,
    year: year ?? yearOf(call),
    partnerId,
  };
  const studentProgramId = await keepProgram(tx, known);
  if (!(await takeProgram(tx, studentProgramId, id))) throw pending();
  // again, now that no other process can pay: payments made since the query to TTI are our own rows
  const due = await findDue(tx, { student, program }, input.paying);
  checkDue(due, input.agreedCents, input.paying);
  const { amountCents, settlesCents, settledCents } = due;
  const restCents = Math.max(0, program.price - settledCents - settlesCents);
  const listed = student.payments.filter((one) => one.programId === programId);
  const payer = student.email ? { firstName: student.first, email: student.email } : null;
  return {
    studentProgramId,
    studentId,
    description: name,
    amountCents,
    settlesCents,
    restCents,
    wasMember: student.member,
    listed,
    payer,
  };
}
const yearOf = ({ now }: Call): number => now.getUTCFullYear();

function charge({ input, state, call, keyFor }: Process): Promise<Charged> {
  const { ttiStudentId, programId, account, method } = input;
  const { amountCents, description, payer } = state;
  const order = {
    ttiStudentId,
    programId,
    account,
    amountCents,
    description: `Seminary study: ${description}`,
    ...(method ? { method } : {}),
    ...(payer ? { payer } : {}),
  };
  return studyPayments.chargeStudy(order, {
    ...byStep({ call, keyFor }, 'charge'),
    deadlineMs: CHARGE_MS,
  });
}

/**
 * Pays for seminary study (C-A69, C-A71): checks before any charge, then the charge, then TTI and
 * identity. Failed reports to those are repeated.
 */
export const payingStudy = durable<PayStudy, PayingStudy, StudyPaid>({
  name: 'payStudy',
  begin,
  steps: [
    {
      name: 'charge',
      run: async (process) => ({ charged: await charge(process) }),
      commit: async (tx, { id, input, state }) => {
        const paid = state.charged as Charged;
        const method = paid.method as StudyMethod;
        const { studentProgramId, amountCents, settlesCents, restCents } = state;
        const paidId = await insertStudyPayment(tx, {
          studentProgramId,
          reference: paid.invoiceNumber,
          amountCents,
          settledCents: settlesCents,
          account: method.account,
          method: method.type,
          last4: method.last4,
          paidAt: paid.capturedAt as Date,
          paymentId: paid.paymentId,
          transactionId: paid.transactionId,
          by: tx.actor.name,
          saidBy: input.saidBy,
        });
        if (input.paying === 'rest') await noteDue(tx, studentProgramId, restCents);
        else
          await wantJoin(
            tx,
            studentProgramId,
            input.paying === 'full' ? 'membership' : 'program',
            restCents,
          );
        if (input.method) await keepPayer(tx, input.ttiStudentId, method);
        await freeProgram(tx, studentProgramId, id);
        tx.audit({
          op: 'insert',
          table: 'study_payment',
          id: paidId,
          ...(await onRecord(tx, input.ttiStudentId, state.studentId)),
          change: { amountCents, account: method.account, saidBy: input.saidBy },
        });
        return { paidId, payer: null };
      },
      undo: (tx, { id, state }) => freeProgram(tx, state.studentProgramId, id),
    },
    {
      name: 'follow',
      run: async ({ state, call }) => {
        const announced = await followUp(call, state.studentProgramId, true);
        return {
          announced,
          isOnRecord:
            announced && (await studentOfProgram(call.db, state.studentProgramId)) !== null,
        };
      },
      commit: async (tx, { input, state }) => ({ answer: await answerOf(tx, input, state) }),
    },
  ],
  answer: ({ answer }) => answer as StudyPaid,
  mustFinish: 'the charge may have been made',
});

async function answerOf(tx: Tx, input: PayStudy, state: PayingStudy): Promise<StudyPaid> {
  const ours = await paymentsOf(tx, input.ttiStudentId, input.programId);
  const own = ours.find((one) => one.id === state.paidId);
  const method = state.charged?.method;
  if (!own || !method) throw new Error('a payment of seminary study is gone');
  const isNewMember = input.paying === 'full' && !state.wasMember && state.announced === true;
  const messages = [
    `The payment of ${money(state.amountCents)} was received.`,
    ...(isNewMember ? ['The student is now a TTI member.'] : []),
    ...(state.announced
      ? []
      : [
          'TTI cannot be reached at the moment. It will be told as soon as it answers; ' +
            'please do not pay again.',
        ]),
    ...(state.announced && input.paying === 'full' && !state.isOnRecord
      ? ['The office will put the student on record at JSE.']
      : []),
  ];
  const payments = seenPayments(state.listed, ours);
  return { isNewMember, currentMethod: method, messages, payment: seenPayment(own), payments };
}

/**
 * Pays what is due. Refuses with no_student, no_interest, not_woodmont, already_paid,
 * amount_changed, email_in_use and charge_pending before any money.
 */
export const payStudy = (call: Call, input: PayStudy): Promise<StudyPaid> =>
  startWithPrefetch(payingStudy, call, input, async () => {
    checkPaymentTo(input.account);
    const standing = await askStudentEligibility(call, input.ttiStudentId, input.programId);
    const due = await findDue(call.db, standing, input.paying);
    if (input.paying === 'rest' && due.paidCents <= 0) throw noPayments();
    checkDue(due, input.agreedCents, input.paying);
    if (input.paying === 'full' && !standing.student.member && standing.emailInUse)
      throw emailInUse();
    return standing;
  });
