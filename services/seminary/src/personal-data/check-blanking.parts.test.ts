import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { checkBlanking } from './check-blanking.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('seminary');
  await db.run`INSERT INTO seminary (id, name) VALUES (1, 'Seminary') ON CONFLICT DO NOTHING`;
});
afterAll(() => db.drop());

test.each([
  {
    what: 'is not redeemed',
    redeemed: null,
    studentId: 7001,
    reasons: ['Seminary exams are not redeemed.'],
  },
  { what: 'is redeemed', redeemed: 1, studentId: 7002, reasons: [] },
  { what: 'was discarded', redeemed: 2, studentId: 7003, reasons: [] },
])('a seminary record of the student that $what gives $reasons', async (row) => {
  await db.run`
    INSERT INTO seminary_student (first_name, last_name, email, phone, last4_ssn, dob, address,
      city, zip, country, seminary_id, seminary_year, student_id, redeemed_exams, redeemed_at,
      created_by)
    VALUES ('Chana', 'Weiss', 'chana@seminary.test', '718-555-0100', '0123', '2004-04-15',
      '10 Garden Street', 'Brooklyn', '11219', 'United States', 1, 2024, ${row.studentId},
      ${row.redeemed}, ${row.redeemed === null ? null : steadyNow()}, 'test')`;
  expect(await checkBlanking(db, row)).toEqual({ reasons: row.reasons, credits: 0 });
  expect(await checkBlanking(db, { studentId: row.studentId + 100 })).toEqual({
    reasons: [],
    credits: 0,
  });
});
