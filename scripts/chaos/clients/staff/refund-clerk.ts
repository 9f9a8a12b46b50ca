import type { PaymentMethod } from '@portal/contract/payments/cards';
import { refundPackage, type TransactionLog } from '@portal/contract/payments/transactions';
import {
  getPackagesTypesToDisplay,
  getPaymentMethods,
  purchasePackage,
} from '@portal/contract/purchases/payments';
import { getStudent } from '@portal/contract/students/lookup';
import type { StudentPackage } from '@portal/contract/students/staff-student';
import type { Client } from '../client.ts';
import { cents, type Subject } from '../students/about.ts';
import { buyPackage } from '../students/card-calls.ts';

/** Gives packages to students, sells them by their saved cards, and takes packages back. */
export class RefundClerk {
  readonly #client: Client;
  readonly #studentIds: readonly number[];

  constructor(client: Client, studentIds: readonly number[]) {
    this.#client = client;
    this.#studentIds = studentIds;
  }

  async step(): Promise<void> {
    const { chance } = this.#client;
    const studentId = chance.pick(this.#studentIds);
    const { student } = await this.#client.read(getStudent, { studentId });
    const whole = student.studentPackages.filter(
      ({ active, credit_balance }) => active && credit_balance > 0,
    );
    const what = chance.weighed({ assign: 1, sell: 2, refund: whole.length > 0 ? 3 : 0 });
    if (what === 'refund') await this.#refund(studentId, chance.pick(whole));
    else await this.#give(studentId, what === 'sell');
  }

  async #give(studentId: number, isSold: boolean): Promise<void> {
    const { packages } = await this.#client.read(getPackagesTypesToDisplay, {});
    const offer = packages.find(({ is_default }) => is_default);
    if (!offer) return;
    const subject: Subject = { client: this.#client, studentId, named: { student_id: studentId } };
    const [card]: readonly PaymentMethod[] = await this.#client.read(getPaymentMethods, {
      student_id: studentId,
    });
    if (isSold && card) {
      await buyPackage(subject, offer, { kind: 'saved', ccId: card.ccId });
      return;
    }
    await this.#client.change(
      purchasePackage,
      { packageId: offer.id, student_id: studentId },
      {
        studentId,
        effect: ({ totCreditsAvailable }) => ({
          credits: offer.number_of_credits,
          creditsAfter: totCreditsAvailable,
        }),
      },
    );
  }

  async #refund(studentId: number, { id }: StudentPackage): Promise<void> {
    await this.#client.change(refundPackage, { packageId: id, student_id: studentId } as never, {
      studentId,
      effect: ({ refundAmount, transactionLogs }) => ({
        refunded: cents(refundAmount),
        credits: takenBack(transactionLogs, id),
      }),
    });
  }
}

/** Returns the credits that a refund took, by the rows of its answer (newest first); below 0. */
function takenBack(logs: readonly TransactionLog[], packageId: number): number {
  const refunds = logs.filter(({ transaction_type }) => transaction_type === 'R');
  const row = refunds.find((one) => one.packageId === packageId) ?? refunds[0];
  return row?.credit_amount ?? 0;
}
