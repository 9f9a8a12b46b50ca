import { sql } from '../../portal/databases.ts';
import { transactions } from '../../portal/processor.ts';
import { FIRST_BALANCE, FIRST_CREDITS, type People } from './people.ts';
import type { Counts } from './steady-traffic.ts';

/** Dollars of each payment that steady-traffic.js records. */
const PAYMENT = 10;

/** The sums of the people of the traffic, by the books and by the card processor. */
export interface Books {
  readonly registrations: number;
  readonly openRegistrations: number;
  readonly credits: number;
  readonly schoolPayments: number;
  readonly schoolDollars: number;
  readonly charges: number;
  readonly chargedDollars: number;
}

export async function booksOf({ students, schoolIds }: People): Promise<Books> {
  const ids = students.map(({ id }) => id);
  const customers = new Set(ids.map(String));
  const [[registrations], [credits], [payments], [balance], atProcessor] = await Promise.all([
    sql<{ all: number; open: number }>(
      'registration',
      `SELECT count(*)::int AS all,
         count(*) FILTER (WHERE status NOT IN ('cancelled', 'dropped'))::int AS open
       FROM registration WHERE student_id = ANY($1)`,
      [ids],
    ),
    sql<{ sum: number }>(
      'payments',
      'SELECT sum(balance)::int AS sum FROM lot WHERE student_id = ANY($1)',
      [ids],
    ),
    sql<{ count: number }>(
      'schools',
      `SELECT count(*)::int AS count FROM balance_entry
       WHERE school_id = ANY($1) AND kind = 'manual_payment'`,
      [schoolIds],
    ),
    sql<{ cents: string }>(
      'schools',
      'SELECT sum(balance_cents) AS cents FROM school_balance WHERE school_id = ANY($1)',
      [schoolIds],
    ),
    transactions(),
  ]);
  const charges = atProcessor.filter(
    ({ customer, type, status }) =>
      type === 'authCapture' && status === 'captured' && customers.has(customer ?? ''),
  );
  return {
    registrations: registrations?.all ?? 0,
    openRegistrations: registrations?.open ?? 0,
    credits: credits?.sum ?? 0,
    schoolPayments: payments?.count ?? 0,
    schoolDollars: Number(balance?.cents ?? 0) / 100,
    charges: charges.length,
    chargedDollars: charges.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** Returns the expected sums after the confirmed requests: everything once. */
export function booksAfter(
  { students, schoolIds, price, examCredits }: People,
  counts: readonly Counts[],
): Books {
  const sum = (name: keyof Counts) => counts.reduce((all, one) => all + one[name], 0);
  const openRegistrations = sum('registered') - sum('given_back');
  return {
    registrations: sum('registered'),
    openRegistrations,
    credits: students.length * FIRST_CREDITS + sum('bought') - openRegistrations * examCredits,
    // the first balance of a school is one
    schoolPayments: schoolIds.length + sum('noted'),
    schoolDollars: schoolIds.length * FIRST_BALANCE + sum('noted') * PAYMENT,
    charges: sum('bought'),
    chargedDollars: sum('bought') * price,
  };
}
