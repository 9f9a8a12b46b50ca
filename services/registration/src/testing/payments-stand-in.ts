import { errorsOf } from '@portal/kit/errors';
import type { RpcSet } from '@portal/kit/grpc/rpc';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { paymentsErrors } from '@portal/proto/errors/payments';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';

const paymentsError = errorsOf(paymentsErrors);

/** Simulates that the service died: its callers see it unavailable and retry. */
const gone = () => Object.assign(new Error('gone'), { code: 'ECONNRESET' });

/**
 * payments in memory: credits of students, the credits that registrations spent, and the calls.
 */
export class PaymentsStandIn {
  readonly balance = new Map<number, number>();
  readonly spent = new Map<number, { studentId: number; credits: number }>();
  readonly returned: number[] = [];
  readonly refunds: {
    registrationId: number;
    additionalFee: boolean;
    proctorFee: boolean;
    paymentIds: number[];
  }[] = [];
  /** Payments for registrations that are booked at once, by key. */
  readonly paid = new Map<string, { paymentId: number; amountCents: number }>();
  /** Credits bought by card, by key. */
  readonly charges = new Map<string, number>();
  /** Fees of approved retakes, by key. */
  readonly retakeFees = new Map<
    string,
    { paymentId: number; registrationId: number; amountCents: number }
  >();
  /** The failed try that each registration was said to repeat, by registration. */
  readonly failedTries = new Map<number, number | undefined>();
  price: (examId: number) => number = () => 3;
  proctorFeeCents = 1500;
  noAdditionalFees = false;
  refundError: string | undefined;
  /** The quoted amounts of refunds. */
  refundQuote = { nowCents: 0, laterCents: 0 };
  isAway = false;
  /** Loses the answer of so many calls after their work is done. */
  losesAnswers = 0;
  /** Runs before a spend or a charge answers, to simulate concurrent changes. */
  beforeAnswer: () => Promise<void> = async () => {};
  /** A concurrent purchase was first: money is taken but the credits are spent. */
  isSpentElsewhere = false;

  /** The packages that students spend from. */
  readonly packages = new Map<number, number[]>();
  /** Answers as the previous release, which did not say which packages paid. */
  isOld = false;

  /** Once a key, as payments does it. */
  private readonly refundKeys = new Set<string>();
  private totals = (studentId: number) => ({
    total: this.balance.get(studentId) ?? 0,
    generic: this.balance.get(studentId) ?? 0,
  });

  private async answered<T>(work: () => T): Promise<T> {
    if (this.isAway) throw gone();
    const answer = work();
    await this.beforeAnswer();
    if (this.losesAnswers > 0) {
      this.losesAnswers--;
      throw gone();
    }
    return answer;
  }

  private spend(
    studentId: number,
    registrationId: number,
    examId: number,
    failedRegistrationId: number | undefined,
  ) {
    this.failedTries.set(registrationId, failedRegistrationId);
    const credits = this.price(examId);
    const has = this.balance.get(studentId) ?? 0;
    if (!this.spent.has(registrationId)) {
      if (has < credits) {
        throw paymentsError('not_enough_credits', {
          missing: credits - has,
          expected: (credits - has) * 5200,
        });
      }
      this.balance.set(studentId, has - credits);
      this.spent.set(registrationId, { studentId, credits });
    }
    const { proctorFeeCents, noAdditionalFees } = this;
    const packages = this.isOld ? undefined : { ids: this.packages.get(studentId) ?? [] };
    return { credits, proctorFeeCents, noAdditionalFees, freeSeminaryRetake: false, packages };
  }

  sets(): RpcSet[] {
    return [
      standIn(CreditsServiceDefinition, {
        listSpentPackages: ({ registrationIds }) =>
          this.answered(() => ({
            registrations: (registrationIds as number[]).flatMap((registrationId) => {
              const packageIds = this.packages.get(this.spent.get(registrationId)?.studentId ?? 0);
              return packageIds ? [{ registrationId, packageIds }] : [];
            }),
          })),
        spendCredits: ({ studentId, registrationId, examId, failedRegistrationId }) =>
          this.answered(() => ({
            spending: this.spend(studentId, registrationId, examId, failedRegistrationId),
            credits: this.totals(studentId),
          })),
        returnCredits: ({ studentId, registrationId }) =>
          this.answered(() => {
            const spending = this.spent.get(registrationId);
            if (spending)
              this.balance.set(studentId, (this.balance.get(studentId) ?? 0) + spending.credits);
            this.spent.delete(registrationId);
            this.returned.push(registrationId);
            return { returned: spending?.credits ?? 0, credits: this.totals(studentId) };
          }),
      }),
      standIn(PurchasesServiceDefinition, {
        buyCreditsForRegistration: (
          { studentId, registrationId, examId, numberOfCredits, method, failedRegistrationId },
          { key },
        ) =>
          this.answered(() => {
            if (method?.ccId === 'declined') throw paymentsError('card_declined');
            if (!this.charges.has(key as string)) {
              this.charges.set(key as string, numberOfCredits);
              this.balance.set(studentId, (this.balance.get(studentId) ?? 0) + numberOfCredits);
            }
            const spending = this.isSpentElsewhere
              ? undefined
              : this.spend(studentId, registrationId, examId, failedRegistrationId);
            return { spending, credits: this.totals(studentId), creditsBought: numberOfCredits };
          }),
        payForRegistration: (
          {
            studentId,
            registrationId,
            examId,
            numberOfCredits,
            amountCents,
            method,
            failedRegistrationId,
            additionalChargeCents,
          },
          { key },
        ) =>
          this.answered(() => {
            if (method?.ccId === 'declined') throw paymentsError('card_declined');
            const known = this.paid.get(key as string);
            if (!known)
              this.balance.set(studentId, (this.balance.get(studentId) ?? 0) + numberOfCredits);
            const paid = known ?? {
              paymentId: amountCents === 0 ? 0 : 950_000 + this.paid.size,
              amountCents,
            };
            this.paid.set(key as string, paid);
            const spending = this.isSpentElsewhere
              ? undefined
              : this.spend(studentId, registrationId, examId, failedRegistrationId);
            return {
              spending,
              credits: this.totals(studentId),
              creditsBought: numberOfCredits,
              paymentId: paid.paymentId,
              proctorFeeCents: this.proctorFeeCents,
              additionalFeeCents: this.noAdditionalFees ? 0 : additionalChargeCents,
            };
          }),
      }),
      standIn(FeesServiceDefinition, {
        payRetakeFee: ({ amountCents, method, registrationId }, { key }) =>
          this.answered(() => {
            if (method?.ccId === 'declined') throw paymentsError('card_declined');
            const known = this.retakeFees.get(key as string) ?? {
              paymentId: 900_000 + this.retakeFees.size,
              registrationId,
              amountCents,
            };
            this.retakeFees.set(key as string, known);
            return { paymentId: known.paymentId };
          }),
        quoteFeeRefunds: () => this.answered(() => this.refundQuote),
        refundFees: (request, { key }) =>
          this.answered(() => {
            if (!this.refundKeys.has(key as string)) this.refunds.push(request);
            this.refundKeys.add(key as string);
            return this.refundError
              ? { noCharge: false, error: this.refundError }
              : { noCharge: false, refundedCents: 5000 };
          }),
      }),
    ];
  }
}
