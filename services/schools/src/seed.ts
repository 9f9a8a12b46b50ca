import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork, dayPlus, inNewYork, instantInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { connect, type Database, NO_TIMEOUT, type Sql } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../prisma/tables.ts';
import { saveSchool } from './schools/save-school.ts';
import type { School } from './schools/school.ts';

/**
 * Demo schools: 151 prepays, 209 does not, 300 has members, 412 owes money. Prices are whole
 * dollars. Does nothing when schools are there.
 */
export async function seed(db: Database, now: Date): Promise<void> {
  if (await db.maybe`SELECT 1 AS known FROM school LIMIT 1`) return;
  const call: Call = { db, actor: serviceActor('seed'), key: null, now, requestId: 'seed' };
  for (const school of demoSchools(now)) await saveSchool(call, school);
  await seedBalances(db, now);
}

function demoSchools(now: Date): Omit<School, 'version'>[] {
  const { year, month } = inNewYork(now);
  const running = month >= 7 ? year : year - 1;
  const latestCohort = `${running}-${running + 1}`;
  const usual = {
    gender: '2',
    latestCohort,
    multipleActiveCohorts: false,
    chargeSchool: false,
    studentsAreMembers: false,
    chargeProctorFee: true,
    memberPriceCents: null,
    nonmemberPriceCents: null,
    sessionClosingTime: '23:59',
    onlineSessions: false,
    active: true,
  };
  return [
    {
      ...usual,
      id: 151,
      name: 'Bnos Chaya Seminary',
      address: '4112 14th Avenue',
      city: 'Brooklyn, NY',
      multipleActiveCohorts: true,
      chargeSchool: true,
      chargeProctorFee: false,
      memberPriceCents: 3800,
      nonmemberPriceCents: 4500,
      onlineSessions: true,
    },
    {
      ...usual,
      id: 209,
      name: 'Ateres Leah High School',
      address: '35 Madison Avenue',
      city: 'Lakewood, NJ',
      sessionClosingTime: '17:00',
      onlineSessions: true,
    },
    {
      ...usual,
      id: 300,
      name: 'Mechon Torah College',
      address: '770 Forest Avenue',
      city: 'Monsey, NY',
      gender: '3',
      studentsAreMembers: true,
      latestCohort: null,
    },
    {
      ...usual,
      id: 412,
      name: 'Bais Tova Academy',
      address: '91 Viola Road',
      city: 'Suffern, NY',
      chargeSchool: true,
      chargeProctorFee: false,
      nonmemberPriceCents: 4500,
      memberPriceCents: 4000,
    },
  ];
}

/** Terms of school 151: it paid for each by a check for the use of the term before. */
const TERMS = 10;
const DAYS_OF_TERM = 35;
const TERM_CENTS = 243_000;

/**
 * School 151 used what it paid in, term by term, and $5,000 are left. School 412 used more than it
 * paid in before it came here: it owes $135.
 */
async function seedBalances(db: Database, now: Date): Promise<void> {
  const takenOver = 'Exams of the term, taken over from the old system';
  await db.transaction(async (tx) => {
    const of151 = { schoolId: 151, cents: TERM_CENTS };
    await seedPayment(tx, now, { schoolId: 151, check: 1001, cents: 500_000, daysAgo: 365 });
    for (let term = TERMS; term > 0; term--) {
      const daysAgo = DAYS_OF_TERM * term - 1;
      const used = { ...of151, cents: -TERM_CENTS, comment: takenOver, daysAgo: daysAgo + 5 };
      await seedCorrection(tx, now, used);
      await seedPayment(tx, now, { ...of151, check: 1030 - 2 * term, daysAgo });
    }
    await seedPayment(tx, now, { schoolId: 412, check: 77, cents: 50_000, daysAgo: 75 });
    const used = { schoolId: 412, comment: takenOver, cents: -63_500, daysAgo: 58 };
    await seedCorrection(tx, now, used);
  });
}

interface Entry {
  schoolId: number;
  kind: 'manual_payment' | 'correction';
  day: string;
  comment: string;
  cents: number;
  /** The account on the other side. */
  other: 'cash' | 'correction';
}

const seedPayment = (
  tx: Sql,
  now: Date,
  { check, daysAgo, ...of }: { schoolId: number; check: number; cents: number; daysAgo: number },
) =>
  seedEntry(tx, {
    ...of,
    kind: 'manual_payment',
    comment: `Check ${check}`,
    day: dayPlus(dayInNewYork(now), { days: -daysAgo }),
    other: 'cash',
  });

const seedCorrection = (
  tx: Sql,
  now: Date,
  { daysAgo, ...of }: { schoolId: number; comment: string; cents: number; daysAgo: number },
) =>
  seedEntry(tx, {
    ...of,
    kind: 'correction',
    day: dayPlus(dayInNewYork(now), { days: -daysAgo }),
    other: 'correction',
  });

async function seedEntry(
  tx: Sql,
  { schoolId, kind, day, comment, cents, other }: Entry,
): Promise<void> {
  const enteredAt = instantInNewYork(day, '12:30');
  const { id } = await tx.one<Pick<tables.BalanceEntry, 'id'>>`
    INSERT INTO balance_entry (school_id, kind, entered_at, day, comment, entered_by)
    VALUES (${schoolId}, ${kind}, ${enteredAt}, ${day}, ${comment}, 'admin') RETURNING id`;
  const change = { kind, school: schoolId, amountCents: cents, date: day, comment };
  await tx.run`
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, change,
      request_id)
    VALUES (${enteredAt}, 'staff', 1, 'admin', 'insert', 'balance_entry', ${String(id)},
      ${JSON.stringify(change)}::jsonb, 'seed')`;
  await tx.run`
    INSERT INTO balance_line (entry_id, account, amount_cents)
    VALUES (${id}, 'balance', ${cents}), (${id}, ${other}, ${-cents})`;
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'schools seed', ...NO_TIMEOUT });
  await seed(db, steadyNow());
  await db.close();
}
