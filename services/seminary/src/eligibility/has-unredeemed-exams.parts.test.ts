import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { hasUnredeemedExams } from './has-unredeemed-exams.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('seminary');
  await db.run`INSERT INTO seminary (id, name) VALUES (1, 'Machon Rivka')`;
});
afterAll(() => db.drop());

let last = 0;
interface Made {
  last4Ssn?: string;
  studentId?: number;
  redeemed?: number;
  exams?: number;
  lastName?: string;
}
/** A seminary student Leah with unique digits, born on 2005-03-15. */
async function made({ studentId, redeemed, exams = 1, lastName = 'Roth', ...given }: Made) {
  const last4Ssn = given.last4Ssn ?? String(5000 + ++last);
  const { id } = await db.one<{ id: number }>`
    INSERT INTO seminary_student (first_name, last_name, email, phone, last4_ssn, dob, address,
      city, zip, country, seminary_id, seminary_year, student_id, redeemed_exams, redeemed_at,
      created_by)
    VALUES ('Leah', ${lastName}, 'leah@seminary.test', '718-555-0100', ${last4Ssn}, '2005-03-15',
      '1 Garden Street', 'Brooklyn', '11219', 'United States', 1, 2025, ${studentId ?? null},
      ${redeemed ?? null}, ${redeemed === undefined ? null : steadyNow()}, 'admin')
    RETURNING id`;
  for (let exam = 1; exam <= exams; exam++)
    await db.run`
      INSERT INTO seminary_exam (seminary_student_id, exam_id, actual_taken_date)
      VALUES (${id}, ${exam}, '2026-01-10')`;
  return last4Ssn;
}
const standing = (studentId: number, last4Ssn: string, lastName = 'Roth') =>
  hasUnredeemedExams(asService(db, 'transcripts'), {
    studentId,
    firstName: 'Leah',
    lastName,
    maidenName: undefined,
    last4Ssn,
    dob: '2005-03-15',
  });

test('the linked one counts, with any name, until its exams are decided on', async () => {
  await made({ studentId: 801 });
  await made({ studentId: 802, redeemed: 1 });
  await made({ studentId: 803, redeemed: 2 });
  await made({ studentId: 804, exams: 0 });
  const all = [801, 802, 803, 804].map((id) => standing(id, '0000', 'Another'));
  expect(await Promise.all(all)).toEqual([true, false, false, false]);
});

test('without a link the only one of the same digits, birth date and name counts', async () => {
  const alone = await made({});
  expect(await standing(805, alone)).toBe(true);
  expect(await standing(805, alone, 'Stern')).toBe(false);
  const twice = await made({});
  await made({ last4Ssn: twice });
  expect(await standing(806, twice)).toBe(false);
  const ofAnother = await made({ studentId: 807 });
  expect(await standing(808, ofAnother)).toBe(false);
  expect(await standing(809, '9999')).toBe(false);
});
