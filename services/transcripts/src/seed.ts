import { dayInNewYork, dayPlus, plusSeconds } from '@portal/kit/clock';
import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../prisma/tables.ts';

const DAY = 86_400;

/**
 * Adds demo results at the vendors, transcript requests and two invoices, one with a line of an
 * unknown student. Does nothing when data is there; no command makes these yet.
 */
export async function seed(db: Database, now: Date): Promise<void> {
  if (await db.maybe`SELECT 1 AS known FROM exam_result LIMIT 1`) return;
  const today = dayInNewYork(now);
  const results = [
    {
      student: 1001,
      vendor: 4,
      exam: 405,
      course: 'CIS-205',
      subject: 'Principles of Accounting II',
      credits: 3,
      days: 60,
      result: 'Pass',
      score: '91',
    },
    {
      student: 1001,
      vendor: 1,
      exam: 103,
      course: 'TAL-103',
      subject: 'Biblical Hebrew II',
      credits: null,
      days: 8,
      result: 'Pending',
      score: null,
    },
    {
      student: 1001,
      vendor: 4,
      exam: 406,
      course: 'CIS-206',
      subject: 'Macroeconomics',
      credits: null,
      days: 75,
      result: 'Fail',
      score: null,
    },
    {
      student: 2201,
      vendor: 1,
      exam: 101,
      course: 'TAL-101',
      subject: 'Ethics of the Fathers',
      credits: 3,
      days: 200,
      result: 'Pass',
      score: '88',
    },
    {
      student: 2202,
      vendor: 3,
      exam: 301,
      course: 'CCC-301',
      subject: 'Introduction to Psychology',
      credits: 3,
      days: 150,
      result: 'Pass',
      score: '84',
    },
  ];
  await db.transaction(async (tx) => {
    for (const [place, r] of results.entries()) {
      await tx.run`
        INSERT INTO exam_result (student_id, vendor_id, exam_id, vendor_reference, course_number,
          subject, credits, taken_date, result, score, received_at)
        VALUES (${r.student}, ${r.vendor}, ${r.exam}, ${`DEMO-${place}`}, ${r.course}, ${r.subject},
          ${r.credits}, ${dayPlus(today, { days: -r.days })}, ${r.result}, ${r.score}, ${now})`;
    }
    await tx.run`
      INSERT INTO transcript_request (student_id, vendor_group, state, requested_by, requested_at,
        answered_at, partner_reference)
      VALUES (2201, 'tal_cis', 'sent', 'advisor', ${plusSeconds(now, -40 * DAY)},
        ${plusSeconds(now, -40 * DAY)}, 'T-1001'),
        (2202, 'coopersmith', 'failed', 'admin', ${plusSeconds(now, -20 * DAY)},
          ${plusSeconds(now, -20 * DAY)}, NULL),
        (2202, 'coopersmith', 'sent', 'admin', ${plusSeconds(now, -19 * DAY)},
          ${plusSeconds(now, -19 * DAY)}, 'C-2044')`;
    const { id } = await tx.one<Pick<tables.TalInvoice, 'id'>>`
      INSERT INTO tal_invoice (number, day, file_name, file_key, total_cents, uploaded_by,
        uploaded_at)
      VALUES ('TAL-2044', ${dayPlus(today, { days: -30 })}, 'TAL-2044.csv', gen_random_uuid(), 4500,
        'techsupport', ${plusSeconds(now, -29 * DAY)}) RETURNING id`;
    await tx.run`
      INSERT INTO tal_invoice_line (invoice_id, line, tal_student_id, student_id, course_number,
        amount_cents, matched) VALUES (${id}, 1, 'TAL-5501', 2201, 'TAL-101', 4500, true)`;
    const { id: unclear } = await tx.one<Pick<tables.TalInvoice, 'id'>>`
      INSERT INTO tal_invoice (number, day, file_name, file_key, total_cents, uploaded_by,
        uploaded_at)
      VALUES ('TAL-2051', ${dayPlus(today, { days: -9 })}, 'TAL-2051.csv', gen_random_uuid(), 9000,
        'techsupport', ${plusSeconds(now, -8 * DAY)}) RETURNING id`;
    await tx.run`
      INSERT INTO tal_invoice_line (invoice_id, line, tal_student_id, student_id, course_number,
        amount_cents, matched)
      VALUES (${unclear}, 1, 'TAL-5501', 2201, 'TAL-107', 4500, true),
        (${unclear}, 2, 'TAL-9917', NULL, 'TAL-104', 4500, false)`;
  });
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'transcripts seed', ...NO_TIMEOUT });
  await seed(db, steadyNow());
  await db.close();
}
