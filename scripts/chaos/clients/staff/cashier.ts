import { newYorkDay } from '@portal/contract/days';
import {
  getSchoolInfo,
  recordSchoolPayment,
  submitSchoolPayment,
} from '@portal/contract/schools/office';
import { findStudent } from '@portal/contract/students/lookup';
import { steadyNow } from '@portal/kit/steady-clock';
import { aOneTimeCard } from '../../../e2e/cards/school-payments.ts';
import type { Client } from '../client.ts';
import { cents } from '../students/about.ts';

/** Enters payments of one school, by cheque and by card, and looks up data. */
export class Cashier {
  readonly #client: Client;
  readonly #schoolId: number;
  #payments = 0;

  constructor(client: Client, schoolId: number) {
    this.#client = client;
    this.#schoolId = schoolId;
  }

  async step(): Promise<void> {
    const { chance } = this.#client;
    const what = chance.weighed({ cheque: 4, card: 3, report: 1, student: 2 });
    if (what === 'report') await this.#client.read(getSchoolInfo, { schoolId: this.#schoolId });
    if (what === 'student')
      await this.#client.read(findStudent, { lastName: chance.pick(['Levi', 'Stern', 'Gold']) });
    if (what === 'cheque') await this.#enterCheque();
    if (what === 'card') await this.#chargeCard();
  }

  async #enterCheque(): Promise<void> {
    const amount = this.#someAmount();
    const payment = { schoolId: this.#schoolId, amount, date: newYorkDay(steadyNow()) };
    await this.#client.change(recordSchoolPayment, payment, {
      effect: ({ schoolPaymentBalance }) => this.#paid(amount, schoolPaymentBalance),
    });
  }

  async #chargeCard(): Promise<void> {
    const amount = this.#someAmount();
    const card = await aOneTimeCard().catch(() => null);
    if (!card) return;
    await this.#client.change(
      submitSchoolPayment,
      { schoolId: this.#schoolId, amount, ...card },
      {
        intent: { charged: cents(amount) },
        effect: ({ schoolPaymentBalance }) => ({
          ...this.#paid(amount, schoolPaymentBalance),
          charged: cents(amount),
        }),
      },
    );
  }

  #paid(amount: number, balance: number) {
    return { school: { id: this.#schoolId, cents: cents(amount), after: cents(balance) } };
  }

  /** All amounts differ, also from every price and fee, so that each is found at the processor. */
  #someAmount(): number {
    this.#payments += 1;
    return 5_000 + this.#payments / 100;
  }
}
