import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { together } from '@portal/kit/commands/commands-together';
import { durable } from '@portal/kit/commands/process';
import { DomainError } from '@portal/kit/errors';
import { CreditsPurchased } from '@portal/proto/payments/v1/events';
import { savedCardOrNone } from '../cards/list-cards.ts';
import {
  chargeOnce,
  closeUnpaid,
  Dropped,
  openPayment,
  type Paying,
  PROCESSOR_AWAY,
  settlePayment,
} from '../charges/paying/pay-card.ts';
import type { NewCharge } from '../charges/records/new-charge.ts';
import { grantLot, singleCreditsLot } from '../credits/granting/grant-lot.ts';
import {
  lotsToPlanWith,
  reserveCredits,
  retakesFree,
  spendBoughtCredits,
} from '../credits/spending/reserve-credits.ts';
import { giveCreditsBack } from '../credits/spending/return-credits.ts';
import type { ExamCost, Spending } from '../lots/spend-plan.ts';
import { buyerOf, withProjections } from '../projections/buyer.ts';
import { examCosts } from '../projections/buyers.ts';
import { creditsPrice } from '../purchases/purchase-checks.ts';
import { creditsInWords } from '../purchases/thanks.ts';
import { type BulkPlan, bulkPlans } from './bulk-plan.ts';
import { type ExamToQuote, failedTries } from './quote-bulk-exams.ts';

export interface ExamToPay extends ExamToQuote {
  registrationId: number;
  subject: string;
}
export interface PayBulkExams {
  runId: string;
  studentId: number;
  schoolId: number;
  prepays: boolean;
  exams: ExamToPay[];
  ccId: string | null;
  agreedCents: number;
}
export interface ExamPaid {
  registrationId: number;
  outcome: 'paid' | 'declined' | 'over_agreed' | 'closed';
  spending: Spending;
  creditsToPay: number;
  amountCents: number;
  isFree: boolean;
}
export interface BulkPaid {
  exams: ExamPaid[];
  paymentId?: number;
  declineReason?: string;
  processorAway: boolean;
}
interface Refused {
  reason: string;
  isDropped: boolean;
}
interface PayingBulk extends Paying {
  exams: ExamPaid[];
  refused?: Refused;
}

/** The longest description that the processor accepts. */
const MAX_DESCRIPTION = 250;

const needsMoney = ({ outcome, amountCents }: ExamPaid): boolean =>
  outcome === 'paid' && amountCents > 0;
const sumOf = (exams: readonly ExamPaid[], part: (exam: ExamPaid) => number): number =>
  exams.reduce((sum, exam) => sum + part(exam), 0);
const nothing: Spending = {
  credits: 0,
  proctorFeeCents: 0,
  usualProctorFeeCents: 0,
  noAdditionalFees: false,
  freeSeminaryRetake: false,
  packages: { ids: [] },
};

/**
 * Spends what the student has for each exam, in the order sent, all in this transaction: that is
 * what reserves it. Throws price_not_set.
 */
async function reserve(tx: Tx, input: PayBulkExams): Promise<ExamPaid[]> {
  const { studentId, schoolId, prepays, exams, agreedCents } = input;
  const [buyer, costs, lots, free] = await Promise.all([
    buyerOf(tx, studentId, tx.now),
    examCosts(
      tx,
      exams.map(({ examId }) => examId),
    ),
    lotsToPlanWith(tx, studentId),
    retakesFree(tx, failedTries(exams)),
  ]);
  const orders = exams.map(({ examId, additionalChargeCents, failedRegistrationId }) => ({
    exam: costs.get(examId) as ExamCost,
    additionalChargeCents,
    mayRetakeFree: free.has(failedRegistrationId ?? 0),
  }));
  const { pricePerCreditCents } = buyer;
  const plans = bulkPlans(orders, lots, { schoolId, prepays, pricePerCreditCents }, agreedCents);
  for (const plan of plans) creditsPrice(plan?.creditsToPay ?? 0, buyer);
  const planned = exams.flatMap(({ registrationId, examId }, index) => {
    const plan = plans[index];
    return plan ? [{ registrationId, examId, plan }] : [];
  });
  const reserved = await reserveCredits(tx, studentId, planned);
  return exams.map(({ registrationId }, index) =>
    paidBy(registrationId, plans[index] ?? null, reserved.has(registrationId)),
  );
}

function paidBy(registrationId: number, plan: BulkPlan | null, isReserved: boolean): ExamPaid {
  if (plan === null || !isReserved)
    return {
      registrationId,
      outcome: plan === null ? 'over_agreed' : 'closed',
      spending: nothing,
      creditsToPay: 0,
      amountCents: 0,
      isFree: false,
    };
  const { lines: _, creditsToPay, amountCents, isFree, ...spending } = plan;
  return { registrationId, outcome: 'paid', spending, creditsToPay, amountCents, isFree };
}

/** One row for the missing credits of all exams, one for each additional charge. */
function chargesOf(
  input: PayBulkExams,
  reserved: readonly ExamPaid[],
  credits: number,
  creditsCents: number,
): NewCharge[] {
  const fees = reserved.filter(needsMoney).flatMap(({ registrationId }) => {
    const exam = input.exams.find((one) => one.registrationId === registrationId) as ExamToPay;
    if (exam.additionalChargeCents === 0) return [];
    const description = `Additional fee: ${exam.subject}`;
    return [
      {
        typeId: '3' as const,
        description,
        amountCents: exam.additionalChargeCents,
        registrationId,
      },
    ];
  });
  const bought = {
    typeId: '2' as const,
    description: creditsInWords(credits),
    amountCents: creditsCents,
    registrationId: null,
  };
  return [...(credits > 0 ? [bought] : []), ...fees];
}

async function begin(tx: Tx, input: PayBulkExams, processId: string): Promise<PayingBulk> {
  const exams = await reserve(tx, input);
  const { studentId, runId, schoolId, ccId } = input;
  const due = exams.filter(needsMoney);
  const card =
    due.length > 0 && ccId !== null ? await savedCardOrNone(tx, studentId, ccId) : undefined;
  const isWithoutCard = due.length > 0 && card === undefined;
  const credits = sumOf(due, ({ creditsToPay }) => creditsToPay);
  const fees = input.exams.filter(({ registrationId }) =>
    due.some((exam) => exam.registrationId === registrationId),
  );
  const creditsCents =
    sumOf(due, ({ amountCents }) => amountCents) -
    fees.reduce((sum, exam) => sum + exam.additionalChargeCents, 0);
  const charges = isWithoutCard ? [] : chargesOf(input, exams, credits, creditsCents);
  const paying = await openPayment(tx, processId, {
    studentId,
    purpose: `bulk:${runId}`,
    description: charges
      .map(({ description }) => description)
      .join(', ')
      .slice(0, MAX_DESCRIPTION),
    charges,
    ...(credits > 0 ? { lot: singleCreditsLot(credits, creditsCents, schoolId) } : {}),
    card,
  });
  return {
    ...paying,
    exams,
    ...(isWithoutCard
      ? {
          refused: {
            reason: 'This card is not on file any more, or has expired.',
            isDropped: false,
          },
        }
      : {}),
  };
}

/** After the payment: issues the missing credits as a lot and spends it at once. */
async function spendNewLot(tx: Tx, state: PayingBulk, schoolId: number): Promise<ExamPaid[]> {
  await settlePayment(tx, state);
  const { studentId, paymentId, exams } = state;
  const due = exams.filter(needsMoney);
  const credits = sumOf(due, ({ creditsToPay }) => creditsToPay);
  if (credits === 0) return exams;
  const { sum: creditsCents } = await tx.one<{ sum: number }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS sum
    FROM charge WHERE payment_id = ${paymentId} AND type_id = '2'`;
  const { id: lotId } = await grantLot(
    tx,
    studentId,
    singleCreditsLot(credits, creditsCents, schoolId),
    paymentId,
  );
  tx.emit(CreditsPurchased, { lotId, studentId });
  const bought = due.filter(({ creditsToPay }) => creditsToPay > 0);
  const spent = await spendBoughtCredits(
    tx,
    lotId,
    bought.map(({ registrationId, creditsToPay }) => ({ registrationId, credits: creditsToPay })),
  );
  return exams.map((exam): ExamPaid => {
    const { registrationId, creditsToPay, spending } = exam;
    if (!bought.includes(exam)) return exam;
    if (!spent.has(registrationId)) return { ...exam, outcome: 'closed' };
    return { ...exam, spending: { ...spending, credits: spending.credits + creditsToPay } };
  });
}

/** No money came: exams that needed some hold nothing any more, those that credits cover stay. */
async function releaseReserved(
  tx: Tx,
  state: PayingBulk,
  { reason, isDropped }: Refused,
): Promise<ExamPaid[]> {
  if (state.paymentId > 0) await closeUnpaid(tx, state, isDropped ? 'dropped' : 'declined', reason);
  for (const { registrationId } of state.exams.filter(needsMoney))
    await giveCreditsBack(tx, state.studentId, registrationId);
  return state.exams.map((exam) =>
    needsMoney(exam) ? { ...exam, outcome: 'declined', spending: nothing } : exam,
  );
}

/**
 * Pays with the student's credits and a card: a process, since a charge may outlive its request.
 */
export const payingBulkExams = durable<PayBulkExams, PayingBulk, BulkPaid>({
  name: 'payBulkExams',
  begin: (tx, input, _call, id) => begin(tx, input, id),
  steps: [
    {
      name: 'charge',
      async run(process) {
        const { paymentId, refused } = process.state;
        if (paymentId === 0 || refused) return undefined;
        try {
          return { captured: await chargeOnce(process) };
        } catch (error) {
          if (!(error instanceof DomainError) || error.status !== 402) throw error;
          return {
            refused: { reason: error.extra.reason ?? '', isDropped: error instanceof Dropped },
          };
        }
      },
    },
    {
      name: 'settle',
      async commit(tx, { state, input }) {
        if (state.refused) return { exams: await releaseReserved(tx, state, state.refused) };
        return state.paymentId === 0
          ? undefined
          : { exams: await spendNewLot(tx, state, input.schoolId) };
      },
    },
  ],
  answer: ({ exams, paymentId, refused }) => ({
    exams,
    ...(paymentId > 0 && !refused ? { paymentId } : {}),
    ...(refused ? { declineReason: refused.reason } : {}),
    processorAway: refused?.reason === PROCESSOR_AWAY,
  }),
  mustFinish: 'credits are held for the run that asked',
});

const reserveAll = async (tx: Tx, input: PayBulkExams): Promise<BulkPaid> => ({
  exams: await reserve(tx, input),
  processorAway: false,
});
/** Nothing is charged where the school prepays, so that one transaction is all of it. */
const reserveBulkExams = command('reserveBulkExams', reserveAll);

/**
 * Pays for one student of a bulk run with credits and card: the student's credits
 * are spent first, the missing ones are one charge that becomes a generic lot. Where the school
 * prepays nothing is charged: the answer says what its balance owes for each exam. Refuses with
 * charge_unknown as long as the outcome of the charge is unknown.
 */
export const payBulkExams = (call: Call, input: PayBulkExams): Promise<BulkPaid> =>
  withProjections(call, () =>
    input.prepays ? reserveBulkExams(call, input) : payingBulkExams.start(call, input),
  );

/**
 * The same of several students of a school that prepays, in one transaction if that can be
 * (together).
 */
export const payBulkExamsOfStudents = together({
  name: 'reserveBulkExams',
  work: reserveAll,
  alone: payBulkExams,
});
