import type { Calendar } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { Facts, PackageFacts } from './facts.ts';
import type { LoadStudent } from './people.ts';

/** A payment that the card processor took; money in cents. */
export interface LoadPayment {
  readonly id: number;
  readonly student_id: number;
  readonly purpose: string;
  readonly invoice_number: string;
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly at: string;
  readonly charges: readonly {
    type_id: string;
    description: string;
    amount_cents: number;
    registration_id: number | null;
  }[];
}
interface HeldLot {
  readonly id: number;
  readonly proctorFeeCents: number;
  readonly noAdditionalFees: boolean;
  readonly packageId: number | null;
  left: number;
}

/** Payment of a registration from a purse. */
export interface Spending {
  readonly lines: readonly { lot_id: number; credits: number }[];
  readonly proctorFeeCents: number;
  readonly noAdditionalFees: boolean;
  readonly packageIds: readonly number[];
}

/** Gives consecutive ids to lots and payments of all students. */
export interface Till {
  nextLotId(): number;
  nextPayment(payment: Pick<LoadPayment, 'student_id' | 'purpose' | 'at' | 'charges'>): LoadPayment;
}

export function openTill(): Till {
  let [lots, payments] = [1_000_000, 1_000_000];
  return {
    nextLotId: () => ++lots,
    nextPayment(payment) {
      payments++;
      return {
        ...payment,
        id: payments,
        invoice_number: `LOAD-${payments}`,
        transaction_id: String(50_000_000_000 + payments),
        amount_cents: payment.charges.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      };
    },
  };
}

/**
 * The credits of one student as the years go by: bought when they are missing, spent oldest first,
 * given back when an exam is cancelled.
 */
export class Purse {
  readonly lots: Record<string, unknown>[] = [];
  readonly payments: LoadPayment[] = [];
  private readonly held: HeldLot[] = [];
  private readonly student: LoadStudent;
  private readonly facts: Facts;
  private readonly till: Till;
  private readonly chance: Chance;
  private readonly calendar: Calendar;

  constructor(
    student: LoadStudent,
    {
      facts,
      till,
      chance,
      calendar,
    }: { facts: Facts; till: Till; chance: Chance; calendar: Calendar },
  ) {
    this.student = student;
    this.facts = facts;
    this.till = till;
    this.chance = chance;
    this.calendar = calendar;
  }

  /** Spends credits, so many days ago; buys missing ones right before. */
  spend(credits: number, daysAgo: number): Spending {
    let missing = credits - this.held.reduce((sum, lot) => sum + lot.left, 0);
    while (missing > 0) missing -= this.add(missing, daysAgo + 0.01);
    const used: { lot: HeldLot; credits: number }[] = [];
    let left = credits;
    for (const lot of this.held) {
      const taken = Math.min(left, lot.left);
      if (taken === 0) continue;
      lot.left -= taken;
      left -= taken;
      used.push({ lot, credits: taken });
    }
    return {
      lines: used.map(({ lot, credits: taken }) => ({ lot_id: lot.id, credits: taken })),
      proctorFeeCents: Math.max(...used.map(({ lot }) => lot.proctorFeeCents)),
      noAdditionalFees: used.every(({ lot }) => lot.noAdditionalFees),
      packageIds: [...new Set(used.flatMap(({ lot }) => lot.packageId ?? []))],
    };
  }

  giveBack({ lines }: Spending): void {
    for (const { lot_id, credits } of lines) {
      const lot = this.held.find(({ id }) => id === lot_id);
      if (lot) lot.left += credits;
    }
  }

  /**
   * Adds credits of some kind; answers how many. Half of them were paid by card, the others taken
   * over from the old system with all fees included.
   */
  add(wanted: number, daysAgo: number): number {
    if (this.student.isBuyer || this.chance.is(0.5))
      return this.grant(Math.max(wanted, this.chance.between(3, 12)), null, daysAgo);
    const fitting = this.facts.packages.filter((one) => one.vendorsAllowed === null);
    if (fitting.length > 0 && this.chance.is(0.6))
      return this.buyPackage(this.chance.pick(fitting), daysAgo);
    return this.buyCredits(wanted + this.chance.between(0, 2), daysAgo);
  }

  /** Credits taken over from the old system, all fees included. */
  grant(credits: number, vendorsAllowed: string | null, daysAgo: number): number {
    const rules = {
      packageId: null,
      name: null,
      proctorFeeCents: 0,
      noAdditionalFees: true,
      vendorsAllowed,
    };
    return this.keep('granted', credits, rules, { cents: 0, id: null }, daysAgo);
  }

  /** Credits for some vendors alone, bought a while ago and not touched. */
  addBound(daysAgo: number): void {
    const bound = this.facts.packages.find((one) => one.vendorsAllowed !== null);
    if (bound && this.chance.is(0.5)) this.buyPackage(bound, daysAgo);
    else this.grant(this.chance.between(2, 6), this.chance.is(0.5) ? '3' : '1,4', daysAgo);
  }

  /** A payment of fees, which belongs to no lot. */
  payFees(
    registrationId: number,
    fees: { proctor: number; additional: number },
    daysAgo: number,
  ): LoadPayment {
    const charges = [
      {
        type_id: '1',
        description: 'Proctor fee',
        amount_cents: fees.proctor,
        registration_id: registrationId,
      },
      {
        type_id: '3',
        description: 'Additional fee',
        amount_cents: fees.additional,
        registration_id: registrationId,
      },
    ].filter(({ amount_cents }) => amount_cents > 0);
    return this.pay(`fees:${registrationId}`, charges, daysAgo);
  }

  private pay(purpose: string, charges: LoadPayment['charges'], daysAgo: number): LoadPayment {
    const payment = this.till.nextPayment({
      student_id: this.student.row.id,
      purpose,
      at: this.calendar.moment(-daysAgo),
      charges,
    });
    this.payments.push(payment);
    return payment;
  }

  private buyPackage(pack: PackageFacts, daysAgo: number): number {
    const payment = this.pay(
      'package',
      [
        {
          type_id: '2',
          description: pack.name,
          amount_cents: pack.priceCents,
          registration_id: null,
        },
      ],
      daysAgo,
    );
    return this.keep(
      'package',
      pack.credits,
      { ...pack, packageId: pack.id },
      { cents: pack.priceCents, id: payment.id },
      daysAgo,
    );
  }

  private buyCredits(credits: number, daysAgo: number): number {
    const { memberCents, nonmemberCents } = this.facts.prices;
    const cents = credits * (this.student.isMember ? memberCents : nonmemberCents);
    const description = `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
    const payment = this.pay(
      'credits',
      [{ type_id: '2', description, amount_cents: cents, registration_id: null }],
      daysAgo,
    );
    const rules = {
      packageId: null,
      name: null,
      proctorFeeCents: 1500,
      noAdditionalFees: false,
      vendorsAllowed: null,
    };
    return this.keep('credits', credits, rules, { cents, id: payment.id }, daysAgo);
  }

  private keep(
    source: string,
    credits: number,
    rules: {
      packageId: number | null;
      name: string | null;
      proctorFeeCents: number;
      noAdditionalFees: boolean;
      vendorsAllowed: string | null;
    },
    paid: { cents: number; id: number | null },
    daysAgo: number,
  ): number {
    const id = this.till.nextLotId();
    const { packageId, proctorFeeCents, noAdditionalFees } = rules;
    const { row } = this.student;
    if (rules.vendorsAllowed === null)
      this.held.push({ id, proctorFeeCents, noAdditionalFees, packageId, left: credits });
    this.lots.push({
      id,
      student_id: row.id,
      source,
      package_id: packageId,
      package_name: rules.name,
      vendors_allowed: rules.vendorsAllowed,
      proctor_fee_cents: proctorFeeCents,
      no_additional_fees: noAdditionalFees,
      bought: credits,
      paid_cents: paid.cents,
      payment_id: paid.id,
      school_id: row.school_id,
      purchased_at: this.calendar.moment(-daysAgo),
      created_by: source === 'granted' ? 'system' : `student ${row.id}`,
    });
    return credits;
  }
}
