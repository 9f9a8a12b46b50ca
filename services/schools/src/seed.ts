import { serviceActor } from '@portal/kit/actor';
import { dayInNewYork, dayPlus, inNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/command';
import { connect, type Database } from '@portal/kit/database';
import { saveSchool } from './schools/save-school.ts';
import type { School } from './schools/school.ts';

/** Demo schools: 151 prepays, 209 does not, 300 has members. Prices are whole dollars. Does nothing when schools are there. */
export async function seed(db: Database, now: Date): Promise<void> {
  if (await db.maybe`SELECT 1 AS known FROM school LIMIT 1`) return;
  const call: Call = { db, actor: serviceActor('seed'), key: null, now, requestId: 'seed' };
  for (const school of demoSchools(now)) await saveSchool(call, school);
  await seedBalance(db, now);
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
    },
    { ...usual, id: 209, name: 'Ateres Leah High School', address: '35 Madison Avenue', city: 'Lakewood, NJ', sessionClosingTime: '17:00' },
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
  ];
}

/** School 151 paid in $6,000 and used $1,000 of it: its balance is $5,000. No command takes payments of schools yet. */
async function seedBalance(db: Database, now: Date): Promise<void> {
  const today = dayInNewYork(now);
  const entries = [
    { kind: 'manual_payment', day: dayPlus(today, { days: -60 }), comment: 'Check 1024', amount: 600_000, other: 'cash' },
    {
      kind: 'correction',
      day: dayPlus(today, { days: -58 }),
      comment: 'Exams of last term, taken over from the old system',
      amount: -100_000,
      other: 'correction',
    },
  ];
  await db.transaction(async (tx) => {
    for (const { kind, day, comment, amount, other } of entries) {
      const { id } = await tx.one<{ id: number }>`
        INSERT INTO balance_entry (school_id, kind, entered_at, day, comment, entered_by) VALUES (151, ${kind}, ${now}, ${day}, ${comment}, 'admin') RETURNING id`;
      await tx.run`INSERT INTO balance_line (entry_id, account, amount_cents) VALUES (${id}, 'balance', ${amount}), (${id}, ${other}, ${-amount})`;
    }
  });
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '');
  await seed(db, new Date());
  await db.close();
}
