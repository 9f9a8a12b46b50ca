import { dayInNewYork, dayPlus, inNewYork, plusSeconds } from '@portal/kit/clock';
import { connect, type Database, type Sql } from '@portal/kit/database';

const DAY = 86_400;
const firstNames = ['Chana', 'Leah', 'Rochel', 'Sarah', 'Miriam', 'Esther', 'Devorah', 'Tova', 'Shira', 'Malky'];
const lastNames = ['Weiss', 'Klein', 'Friedman', 'Katz', 'Roth', 'Stern'];
const states = ['open', 'open', 'redeemed', 'discarded', 'open', 'linked'] as const;

/** Demo seminaries, 30 seminary students in every state, programmes of seminary study with payments. Does nothing when data is there; no command makes these yet. */
export async function seed(db: Database, now: Date): Promise<void> {
  if (await db.maybe`SELECT 1 AS known FROM seminary LIMIT 1`) return;
  await db.transaction(async (tx) => {
    await tx.run`INSERT INTO seminary (id, name) VALUES (1, 'Bnos Sarah Jerusalem'), (2, 'Machon Rivka'), (3, 'Nachalas Binah')`;
    for (let place = 0; place < 30; place++) await seedStudent(tx, place, now);
    await tx.run`SELECT setval(pg_get_serial_sequence('seminary_student', 'id'), 1000)`;
    await seedPrograms(tx, now);
  });
}

/** Not redeemed with and without a member link, redeemed, and discarded students in turn; the links go to students of the members' school and of school 209. */
async function seedStudent(tx: Sql, place: number, now: Date): Promise<void> {
  const state = states[place % states.length] as (typeof states)[number];
  const { year, month } = inNewYork(now);
  const running = month >= 10 ? year : year - 1;
  const seminaryYear = state === 'redeemed' || state === 'discarded' ? running - 2 : running - (place % 2);
  const first = firstNames[place % firstNames.length] as string;
  const last = lastNames[place % lastNames.length] as string;
  const member = state === 'open' ? null : place < 25 ? 2101 + place : 2201 + (place - 25);
  const redeemed = state === 'redeemed' ? 1 : state === 'discarded' ? 2 : null;
  const id = place + 1;
  await tx.run`
    INSERT INTO seminary_student (id, first_name, last_name, email, phone, last4_ssn, dob, address, city, state, zip, country, seminary_id, seminary_year, student_id, redeemed_exams,
      redeemed_at, created_by)
    VALUES (${id}, ${first}, ${last}, ${`${first}.${last}.${id}@seminary.test`.toLowerCase()}, '718-555-0100', ${String(4000 + place)}, ${`2005-0${(place % 9) + 1}-15`},
      ${`${10 + place} Garden Street`}, 'Brooklyn', 'NY', '11219', 'United States', ${(place % 3) + 1}, ${seminaryYear}, ${member}, ${redeemed},
      ${redeemed === null ? null : plusSeconds(now, -90 * DAY)}, 'admin')`;
  const today = dayInNewYork(now);
  for (const [index, examId] of [401, 402, 101].entries()) {
    if (index > place % 3) continue;
    const takenDay = dayPlus(today, { days: -200 - 7 * index - place });
    const isPending = state === 'open' && place % 4 === 0 && index === 0;
    await tx.run`
      INSERT INTO seminary_exam (seminary_student_id, exam_id, actual_taken_date, taken_date, grade, grade_comment)
      VALUES (${id}, ${examId}, ${takenDay}, ${redeemed === 1 ? dayPlus(today, { days: -90 }) : null}, ${isPending ? null : String(75 + ((place * 7) % 25))}, ${isPending ? null : 'Pass'})`;
  }
}

async function seedPrograms(tx: Sql, now: Date): Promise<void> {
  const { year } = inNewYork(now);
  await tx.run`INSERT INTO program (id, name, woodmont_only) VALUES (1, 'Seminary Study Israel', false), (2, 'Seminary Study New York', false), (3, 'Woodmont Seminary Study', true)`;
  const people = [
    { tti: 'TTI-7001', member: 2201, program: 1, state: 'joined', due: 0, paid: [120_000] },
    { tti: 'TTI-7002', member: 2202, program: 1, state: 'joined', due: 60_000, paid: [60_000] },
    { tti: 'TTI-7003', member: 2203, program: 2, state: 'joined', due: 0, paid: [95_000, -20_000] },
    { tti: 'TTI-7004', member: null, program: 2, state: 'interested', due: 95_000, paid: [] },
    { tti: 'TTI-7005', member: 1003, program: 3, state: 'interested', due: 140_000, paid: [] },
  ];
  for (const { tti, member, program, state, due, paid } of people) {
    const joinedAt = state === 'joined' ? plusSeconds(now, -120 * DAY) : null;
    const { id } = await tx.one<{ id: number }>`
      INSERT INTO student_program (tti_student_id, student_id, program_id, year, state, amount_due_cents, joined_at)
      VALUES (${tti}, ${member}, ${program}, ${year}, ${state}, ${due}, ${joinedAt}) RETURNING id`;
    let first: number | null = null;
    for (const amount of paid) {
      const row: { id: number } = await tx.one<{ id: number }>`
        INSERT INTO study_payment (student_program_id, amount_cents, gateway, method, last4, paid_at, refund_of, told_partner_at, charged_by)
        VALUES (${id}, ${amount}, 'TTI', 'CC', '1111', ${plusSeconds(now, -110 * DAY)}, ${amount < 0 ? first : null}, ${plusSeconds(now, -110 * DAY)}, 'admissions') RETURNING id`;
      first ??= row.id;
    }
  }
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '');
  await seed(db, new Date());
  await db.close();
}
