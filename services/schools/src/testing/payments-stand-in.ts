import { errorsOf } from '@portal/kit/errors';
import type { RpcSet } from '@portal/kit/grpc/rpc';
import { steadyNow } from '@portal/kit/steady-clock';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { paymentsErrors } from '@portal/proto/errors/payments';
import {
  BulkServiceDefinition,
  type PayBulkExamsRequest,
  type QuoteBulkExamsRequest,
} from '@portal/proto/payments/v1/bulk';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import {
  type ChargeSchoolRequest,
  SchoolPaymentsServiceDefinition,
} from '@portal/proto/payments/v1/schools';
import { ofStudents } from './of-students.ts';

/** The result of the next charge of a school. */
export type ChargeFate = 'declined' | 'unknown' | 'lost';

/** Of a credit, in cents. */
export const PRICE = 4500;

/** payments in memory: credits of students, charges by key, and planned faults. */
export class PaymentsStandIn {
  /** Free school credits of a student. */
  readonly free = new Map<number, number>();
  /** How often quotes were requested. */
  requestedQuotes = 0;
  readonly cards = new Map<number, string>();
  /** Cents charged, by key. */
  readonly charges = new Map<string, number>();
  readonly returned: number[] = [];
  readonly refunded: number[] = [];
  /** Students whose card is declined. */
  readonly declined = new Set<number>();
  /** Students whose charges payments does not know. */
  readonly unknown = new Set<number>();
  credits: (examId: number) => number = () => 3;
  /** Charges of schools, by key. */
  readonly schoolCharges = new Map<string, ChargeSchoolRequest & { paymentId: number }>();
  readonly nextSchoolCharges: ChargeFate[] = [];
  isAway = false;
  /** Runs before payments answers a payment. */
  meanwhile: () => Promise<void> = async () => {};
  #answers = new Map<string, unknown>();

  #plan(studentId: number, examId: number, additionalChargeCents: number, left: { free: number }) {
    const credits = this.credits(examId);
    const used = Math.min(left.free, credits);
    left.free -= used;
    const creditsToPay = credits - used;
    return {
      credits,
      used,
      creditsToPay,
      amountCents: creditsToPay * PRICE + additionalChargeCents,
      studentId,
    };
  }

  sets(): RpcSet[] {
    return [
      standIn(BulkServiceDefinition, {
        quoteBulkExams: async ({ students }: QuoteBulkExamsRequest) => {
          this.requestedQuotes += 1;
          return {
            students: students.map(({ studentId, exams }) => {
              const free = this.free.get(studentId) ?? 0;
              const left = { free };
              const card = this.cards.get(studentId);
              return {
                studentId,
                pricePerCreditCents: PRICE,
                availableCredits: free,
                freeSchoolCredits: free,
                cards: card ? [{ ccId: card }] : [],
                exams: exams.map(({ examId, additionalChargeCents }) => {
                  const { used, ...plan } = this.#plan(
                    studentId,
                    examId,
                    additionalChargeCents,
                    left,
                  );
                  return { ...plan, examId, creditsFromBalance: used };
                }),
              };
            }),
          };
        },
        payBulkExams: async (request: PayBulkExamsRequest, call) =>
          this.#pay(request, call.key as string),
        payBulkExamsOfStudents: ofStudents(async (request: PayBulkExamsRequest, call) =>
          this.#pay(request, call.key as string),
        ),
      }),
      standIn(SchoolPaymentsServiceDefinition, {
        chargeSchool: async (request: ChargeSchoolRequest, call) =>
          this.#chargeSchool(request, call.key as string),
      }),
      standIn(CreditsServiceDefinition, {
        returnCredits: async ({ registrationId }: { registrationId: number }) => {
          if (!this.returned.includes(registrationId)) this.returned.push(registrationId);
          return {};
        },
      }),
      standIn(FeesServiceDefinition, {
        refundFees: async ({ registrationId }: { registrationId: number }) => {
          if (!this.refunded.includes(registrationId)) this.refunded.push(registrationId);
          return {};
        },
      }),
    ];
  }

  async #chargeSchool(request: ChargeSchoolRequest, key: string) {
    await this.meanwhile();
    const error = errorsOf(paymentsErrors);
    const fate = this.nextSchoolCharges.shift();
    if (fate === 'declined')
      throw error('card_declined', { reason: 'This transaction has been declined.' });
    const paymentId = this.schoolCharges.get(key)?.paymentId ?? this.schoolCharges.size + 70;
    this.schoolCharges.set(key, { ...request, paymentId });
    if (fate === 'unknown') throw error('charge_unknown', paymentsErrors.charge_unknown.detail[0]);
    if (fate === 'lost') throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    return { paymentId, transactionId: `t${paymentId}`, capturedAt: steadyNow(), last4: '1111' };
  }

  async #pay({ studentId, exams, prepays }: PayBulkExamsRequest, key: string) {
    if (this.isAway) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    await this.meanwhile();
    if (this.unknown.has(studentId))
      throw errorsOf(paymentsErrors)('charge_unknown', paymentsErrors.charge_unknown.detail[0]);
    const known = this.#answers.get(key);
    if (known) return known;
    const left = { free: this.free.get(studentId) ?? 0 };
    const isDeclined = this.declined.has(studentId);
    const paid = exams.map(({ registrationId, examId, additionalChargeCents }) => {
      const { used, creditsToPay, amountCents, credits } = this.#plan(
        studentId,
        examId,
        additionalChargeCents,
        left,
      );
      if (isDeclined && amountCents > 0)
        return { registrationId, outcome: 'declined', amountCents };
      const spending = { credits: prepays ? used : credits, proctorFeeCents: 1500 };
      return {
        registrationId,
        outcome: 'paid',
        spending,
        creditsToPay,
        amountCents,
        isFree: amountCents === 0,
      };
    });
    this.free.set(studentId, left.free);
    const cents = paid.reduce(
      (sum, { outcome, amountCents }) => sum + (outcome === 'paid' ? amountCents : 0),
      0,
    );
    if (!prepays && cents > 0) this.charges.set(key, cents);
    const answer = {
      exams: paid,
      ...(isDeclined ? { declineReason: 'This transaction has been declined.' } : {}),
      ...(cents > 0 ? { paymentId: 9 } : {}),
    };
    this.#answers.set(key, answer);
    return answer;
  }
}
