import { dayInNewYork, dayPlus, inNewYork, plusSeconds } from '@portal/kit/clock';
import { connect, type Database, NO_TIMEOUT, type Sql } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';

const DAY = 86_400;
const firstNames = [
  'Chana',
  'Leah',
  'Rochel',
  'Sarah',
  'Miriam',
  'Esther',
  'Devorah',
  'Tova',
  'Shira',
  'Malky',
];
const lastNames = ['Weiss', 'Klein', 'Friedman', 'Katz', 'Roth', 'Stern'];
/** The student whose exams are too early to redeem on every day: 1011 of those on record. */
const EARLY_PLACE = 10;
const states = ['open', 'open', 'redeemed', 'discarded', 'open', 'linked'] as const;

/**
 * Demo seminaries and 30 seminary students in every state. Does nothing when data is there; no
 * command makes these yet. Seminary study is made by its own calls.
 */
export async function seed(db: Database, now: Date): Promise<void> {
  if (await db.maybe`SELECT 1 AS known FROM seminary LIMIT 1`) return;
  await db.transaction(async (tx) => {
    await tx.run`
      INSERT INTO seminary (id, name)
      VALUES (1, 'Bnos Sarah Jerusalem'), (2, 'Machon Rivka'), (3, 'Nachalas Binah')`;
    for (let place = 0; place < 30; place++) await seedStudent(tx, place, now);
    await tx.run`SELECT setval(pg_get_serial_sequence('seminary_student', 'id'), 1000)`;
  });
}

/**
 * Not redeemed with and without a member link, redeemed, and discarded students in turn; the links
 * go to students of the members' school and of school 209.
 */
async function seedStudent(tx: Sql, place: number, now: Date): Promise<void> {
  const state = states[place % states.length] as (typeof states)[number];
  const { year, month } = inNewYork(now);
  const running = month >= 10 ? year : year - 1;
  const isOver = state === 'redeemed' || state === 'discarded';
  // of the next year from May on, so that the student's first of June is never near
  const early = month >= 5 ? year : year - 1;
  const seminaryYear = place === EARLY_PLACE ? early : isOver ? running - 2 : running - (place % 2);
  const first = firstNames[place % firstNames.length] as string;
  const last = lastNames[place % lastNames.length] as string;
  const member = state === 'open' ? null : place < 25 ? 2101 + place : 2201 + (place - 25);
  const redeemed = state === 'redeemed' ? 1 : state === 'discarded' ? 2 : null;
  const id = place + 1;
  await tx.run`
    INSERT INTO seminary_student (id, first_name, last_name, email, phone, last4_ssn, dob, address,
      city, state, zip, country, seminary_id, seminary_year, student_id, redeemed_exams,
      redeemed_at, created_by)
    VALUES (${id}, ${first}, ${last}, ${`${first}.${last}.${id}@seminary.test`.toLowerCase()},
      '718-555-0100', ${String(4000 + place)}, ${`2005-0${(place % 9) + 1}-15`},
      ${`${10 + place} Garden Street`}, 'Brooklyn', 'NY', '11219', 'United States',
      ${(place % 3) + 1}, ${seminaryYear}, ${member}, ${redeemed},
      ${redeemed === null ? null : plusSeconds(now, -90 * DAY)}, 'admin')`;
  const today = dayInNewYork(now);
  for (const [index, examId] of [401, 402, 101].entries()) {
    if (index > place % 3) continue;
    const takenDay = dayPlus(today, { days: -200 - 7 * index - place });
    const isPending = state === 'open' && place % 4 === 0 && index === 0;
    await tx.run`
      INSERT INTO seminary_exam (seminary_student_id, exam_id, actual_taken_date, taken_date, grade,
        grade_comment)
      VALUES (${id}, ${examId}, ${takenDay},
        ${redeemed === 1 ? dayPlus(today, { days: -90 }) : null},
        ${isPending ? null : String(75 + ((place * 7) % 25))}, ${isPending ? null : 'Pass'})`;
  }
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'seminary seed', ...NO_TIMEOUT });
  await seed(db, steadyNow());
  await db.close();
}
