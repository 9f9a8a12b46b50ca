import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork, dayPlus, inNewYork } from '@portal/kit/clock';
import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../prisma/tables.ts';
import { saveSchool } from './schools/save-school.ts';

const FIRST = 1001;
const names = (
  'Bais Rochel,Ohr Yaakov,Bnos Leah,Nachlas Yosef,Toras Chaim,Shaarei Binah,Kol Sara,' +
  'Mesivta Nesivos,Bais Miriam,Yesodei Torah'
).split(',');
const kinds = ['Seminary', 'High School', 'College', 'Institute'];

/**
 * Adds schools with mixed settings by the service's own command; every third one prepays and has a
 * balance. Changes no existing row.
 */
export async function seedLoad(db: Database, count: number, now: Date): Promise<void> {
  const call = { db, actor: serviceActor('seed'), key: null, now, requestId: 'seed load' };
  const { year, month } = inNewYork(now);
  const running = month >= 7 ? year : year - 1;
  const known = new Set(
    (await db.many<Pick<tables.School, 'id'>>`SELECT id FROM school`).map(({ id }) => id),
  );
  for (let place = 0; place < count; place++) {
    const id = FIRST + place;
    if (known.has(id)) continue;
    const chargeSchool = place % 3 === 0;
    const round = Math.floor(place / names.length);
    const numbered = round < kinds.length ? '' : ` ${Math.floor(round / kinds.length) + 1}`;
    await saveSchool(call, {
      id,
      name: `${names[place % names.length]} ${kinds[round % kinds.length]}${numbered}`,
      address: `${100 + place} School Street`,
      city: 'Brooklyn, NY',
      gender: '3',
      latestCohort: `${running}-${running + 1}`,
      multipleActiveCohorts: place % 2 === 0,
      chargeSchool,
      studentsAreMembers: place % 10 === 9,
      chargeProctorFee: !chargeSchool,
      memberPriceCents: chargeSchool ? 3800 : null,
      nonmemberPriceCents: chargeSchool ? 4500 : null,
      sessionClosingTime: '23:59',
      onlineSessions: place % 4 === 0,
      active: true,
    });
    if (chargeSchool) await payIn(db, id, now);
  }
  await db.run`
    SELECT setval(pg_get_serial_sequence('school', 'id'),
      (SELECT greatest(max(id), 1) FROM school))`;
  await db.run`ANALYZE`;
}

/** Adds two years of monthly checks and their use, as taken over from the old system. */
async function payIn(db: Database, schoolId: number, now: Date): Promise<void> {
  const today = dayInNewYork(now);
  await db.transaction(async (tx) => {
    for (let month = 24; month > 0; month--) {
      const day = dayPlus(today, { days: -30 * month });
      for (const [kind, comment, cents, other] of [
        ['manual_payment', `Check ${2000 + month}`, 250_000, 'cash'],
        [
          'correction',
          'Exams of the month, taken over from the old system',
          -200_000,
          'correction',
        ],
      ] as const) {
        const { id } = await tx.one<Pick<tables.BalanceEntry, 'id'>>`
          INSERT INTO balance_entry (school_id, kind, entered_at, day, comment, entered_by)
          VALUES (${schoolId}, ${kind}, ${now}, ${day}, ${comment}, 'admin') RETURNING id`;
        await tx.run`
          INSERT INTO balance_line (entry_id, account, amount_cents)
          VALUES (${id}, 'balance', ${cents}), (${id}, ${other}, ${-cents})`;
      }
    }
  });
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'schools load', ...NO_TIMEOUT });
  await seedLoad(db, Number(process.env.LOAD_SCHOOLS ?? '40'), steadyNow());
  await db.close();
}
