import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork, dayPlus, inNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { connect, type Database, NO_TIMEOUT, type Sql } from '@portal/kit/database/database';
import type * as tables from '../prisma/tables.ts';
import { saveSchool } from './schools/save-school.ts';
import type { School } from './schools/school.ts';

/**
 * Demo schools: 151 prepays, 209 does not, 300 has members, 412 owes money. Prices are whole dollars. Does nothing
 * when schools are there.
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

/**
 * School 151 paid in $6,000 and used $1,000 of it in days long past: its balance is $5,000. School
 * 412 used more than it paid in before it came here: it owes $135.
 */
async function seedBalances(db: Database, now: Date): Promise<void> {
  const takenOver = 'Exams of last term, taken over from the old system';
  await db.transaction(async (tx) => {
    await seedPayment(tx, now, { schoolId: 151, check: 1024, cents: 600_000, daysAgo: 60 });
    await seedCorrection(tx, now, { schoolId: 151, comment: takenOver, cents: -100_000 });
    await seedPayment(tx, now, { schoolId: 412, check: 77, cents: 50_000, daysAgo: 75 });
    await seedCorrection(tx, now, { schoolId: 412, comment: takenOver, cents: -63_500 });
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
  seedEntry(tx, now, {
    ...of,
    kind: 'manual_payment',
    comment: `Check ${check}`,
    day: dayPlus(dayInNewYork(now), { days: -daysAgo }),
    other: 'cash',
  });

const seedCorrection = (
  tx: Sql,
  now: Date,
  of: { schoolId: number; comment: string; cents: number },
) =>
  seedEntry(tx, now, {
    ...of,
    kind: 'correction',
    day: dayPlus(dayInNewYork(now), { days: -58 }),
    other: 'correction',
  });

async function seedEntry(
  tx: Sql,
  now: Date,
  { schoolId, kind, day, comment, cents, other }: Entry,
): Promise<void> {
  const { id } = await tx.one<Pick<tables.BalanceEntry, 'id'>>`
    INSERT INTO balance_entry (school_id, kind, entered_at, day, comment, entered_by)
    VALUES (${schoolId}, ${kind}, ${now}, ${day}, ${comment}, 'admin') RETURNING id`;
  await tx.run`
    INSERT INTO balance_line (entry_id, account, amount_cents)
    VALUES (${id}, 'balance', ${cents}), (${id}, ${other}, ${-cents})`;
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'schools seed', ...NO_TIMEOUT });
  await seed(db, new Date());
  await db.close();
}
