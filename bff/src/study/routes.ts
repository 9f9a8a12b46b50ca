import * as contract from '@portal/contract/seminary/study';
import type { StudyMethod as ReadMethod } from '@portal/contract/seminary/study-method';
import { dayInNewYork } from '@portal/kit/clock';
import { CHARGE_HEARD_MS } from '@portal/kit/grpc/charge-time';
import type { NewStudyMethod, StudyMethod } from '@portal/proto/payments/v1/study';
import type { StudyPayment } from '@portal/proto/seminary/v1/study';
import { declinedCards } from '../auth/account-limits.ts';
import { route } from '../http/route.ts';
import type { Session } from '../http/session/sessions.ts';
import { newCard, toCents } from '../payments/views.ts';

/** TTI is given eight seconds, once or twice: it is heard that it said nothing. */
const TTI_MS = 20_000;

/** cards that were declined are counted for the account that is signed in. */
const countDeclined = ({ session }: { session: Session }) =>
  declinedCards(session.kind, session.id);

const methodView = ({ type, last4 }: StudyMethod): contract.TtiPaymentMethod =>
  type === 'ACH'
    ? { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: last4 }
    : { PaymentMethodType: 'CC', CardLast4: last4, AccountLast4: null };

const paymentView = ({
  id,
  at,
  amountCents,
  account,
  methodType,
}: StudyPayment): contract.TtiPayment => ({
  StudentPaymentId: id,
  AddDate: dayInNewYork(at ?? new Date(0)),
  Amount: amountCents / 100,
  PaymentGateway: account as contract.TtiPayment['PaymentGateway'],
  PaymentMethodType: methodType as contract.TtiPayment['PaymentMethodType'],
});

function newMethod(read: ReadMethod): NewStudyMethod {
  if ('card' in read) return { card: newCard(read.card), bankAccount: undefined };
  const {
    acceptPaymentDescriptor,
    acceptPaymentValue,
    last4accountNumber,
    routingNumber,
    accountType,
    name,
  } = read.bankAccount;
  const token = { descriptor: acceptPaymentDescriptor, value: acceptPaymentValue };
  return {
    card: undefined,
    bankAccount: { ...token, last4: last4accountNumber, routingNumber, accountType, name },
  };
}

/** Returns a field that a service always sends, though its message allows it to be missing. */
function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a part of the answer of seminary is missing');
  return value;
}

export const studyRoutes = [
  route(contract.getTTIStudentInfo, async ({ input, by }, { seminary }) => {
    const {
      isSecondPayment = false,
      fullJoin = false,
      isRefund = false,
      student_id: ttiStudentId,
      programId,
      paymentTo,
    } = input;
    const info = await seminary.study.getStudyInfo(
      { ttiStudentId, programId, isSecondPayment, fullJoin, isRefund, paymentTo },
      { ...by, deadlineMs: TTI_MS },
    );
    return {
      student: { First: info.firstName, Last: info.lastName },
      amount: info.amountCents / 100,
      programs: info.programs.map((one) => ({ ProgramId: one.programId, Name: one.name })),
      programName: info.programName,
      totalPaid: info.totalPaidCents / 100,
      currentPaymentMethod: info.currentMethod ? methodView(info.currentMethod) : null,
      warning: info.warning ?? null,
    };
  }),

  route(
    contract.chargeAndJoin,
    async ({ input, by }, { seminary }) => {
      const { ttiStudentId, programId, paymentTo, fullJoin = false, userName, chargedBy } = input;
      const method = input.method ? newMethod(input.method) : undefined;
      const order = {
        ttiStudentId,
        programId,
        paymentTo,
        fullJoin,
        amountCents: toCents(input.amount),
        method,
      };
      const joined = await seminary.study.chargeAndJoin(
        { ...order, saidBy: userName ?? chargedBy },
        by,
      );
      return {
        isNewMember: joined.isNewMember,
        currentPaymentMethod: methodView(there(joined.currentMethod)),
        messages: joined.messages,
        payment: paymentView(there(joined.payment)),
      };
    },
    countDeclined,
  ),

  route(contract.refundAndUnjoin, async ({ input, by }, { seminary }) => {
    const { requestedRefundAmount, userName: saidBy, ...refund } = input;
    const { payments, errors } = await seminary.study.refundAndUnjoin(
      { ...refund, saidBy, amountCents: toCents(requestedRefundAmount) },
      { ...by, deadlineMs: CHARGE_HEARD_MS },
    );
    return { payments: payments.map(paymentView), errors };
  }),

  route(
    contract.secondPayment,
    async ({ input, by }, { seminary }) => {
      const { ttiStudentId, programId, amount, user: saidBy } = input;
      const amountCents = amount === undefined ? undefined : toCents(amount);
      const { payment, payments, messages } = await seminary.study.payRest(
        { ttiStudentId, programId, amountCents, saidBy },
        { ...by, deadlineMs: CHARGE_HEARD_MS },
      );
      return {
        success: true as const,
        payment: paymentView(there(payment)),
        payments: payments.map(paymentView),
        messages,
      };
    },
    countDeclined,
  ),

  route(
    contract.addPaymentMethod,
    async ({ input, by }, { seminary }) => {
      const { ttiStudentId, programId, paymentTo } = input;
      const { currentMethod, messages } = await seminary.study.saveMethod(
        { ttiStudentId, programId, paymentTo, method: newMethod(input.method) },
        by,
      );
      return { currentPaymentMethod: methodView(there(currentMethod)), messages };
    },
    countDeclined,
  ),

  route(contract.getRefundData, async ({ input, by }, { seminary }) => {
    const { payments, refundable, message, maxRefundCents } = await seminary.study.getRefundData(
      input,
      { ...by, deadlineMs: TTI_MS },
    );
    return {
      payments: payments.map(paymentView),
      refundable,
      message: message ?? null,
      maxRefund: maxRefundCents / 100,
    };
  }),
];
