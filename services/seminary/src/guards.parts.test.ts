import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { broken } from '@portal/kit/commands/sweep';
import { asPublic, asStudent, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { invariants } from './invariants.ts';
import { seed } from './seed.ts';
import { listStudentPrograms } from './students/list-programs.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('seminary');
  await seed(db, asPublic(db).now);
});
afterAll(() => db.drop());

test('seeding again changes nothing', async () => {
  const count = () => db.one<{ n: number }>`SELECT count(*)::int AS n FROM seminary_student`;
  const before = await count();
  await seed(db, asStudent(db, 1).now);
  expect(await count()).toEqual(before);
  expect(before.n).toBe(30);
});

test('a redemption is never taken back or changed into a discard', async () => {
  await expect(
    db.run`UPDATE seminary_student SET redeemed_exams = NULL WHERE redeemed_exams = 1`,
  ).rejects.toThrow('irreversible');
  await expect(
    db.run`UPDATE seminary_student SET redeemed_exams = 1 WHERE redeemed_exams = 2`,
  ).rejects.toThrow('irreversible');
});

test('the database refuses a redemption without the member that the exams go to', async () => {
  await expect(
    db.run`UPDATE seminary_student SET redeemed_exams = 1 WHERE student_id IS NULL`,
  ).rejects.toThrow('check');
});

async function anInterest(
  ttiStudentId: string,
  studentId: number | null,
  state: string,
): Promise<number> {
  await db.run`INSERT INTO program (id, name) VALUES (1, 'Year in Israel') ON CONFLICT DO NOTHING`;
  const { id } = await db.one<{ id: number }>`
    INSERT INTO student_program (tti_student_id, student_id, program_id, year, state)
    VALUES (${ttiStudentId}, ${studentId}, 1, 2026, ${state}) RETURNING id`;
  return id;
}

/** A payment of $600 that two people give $400 of back at once. */
async function twoRefunds(ttiStudentId: string): Promise<string[]> {
  const studentProgramId = await anInterest(ttiStudentId, null, 'joined');
  const { id } = await db.one<{ id: number }>`
    INSERT INTO study_payment (student_program_id, amount_cents, settled_cents, gateway, method,
      last4, paid_at, made_at, charged_by)
    VALUES (${studentProgramId}, 60000, 60000, 'TTI', 'CC', '1111', now(), now(), 'test')
    RETURNING id`;
  const refund = () => db.run`
    INSERT INTO study_payment (student_program_id, amount_cents, settled_cents, gateway, method,
      last4, paid_at, refund_of, charged_by)
    VALUES (${studentProgramId}, -40000, -40000, 'TTI', 'CC', '1111', now(), ${id}, 'test')`;
  return (await Promise.allSettled([refund(), refund()])).map(({ status }) => status).sort();
}

test('two refunds at once never give back more than was paid', async () => {
  expect(await twoRefunds('T-1')).toEqual(['fulfilled', 'rejected']);
  expect(await broken(db, invariants)).toEqual({});
});

test('control: the sweep finds unguarded excess refunds and an abandoned interest', async () => {
  await db.run`ALTER TABLE study_payment DISABLE TRIGGER study_payment_bounded`;
  expect(await twoRefunds('T-4')).toEqual(['fulfilled', 'fulfilled']);
  await db.run`
    UPDATE student_program SET busy_with = gen_random_uuid() WHERE tti_student_id = 'T-4'`;
  expect(Object.keys(await broken(db, invariants))).toEqual([
    'no more of a payment is given back than was paid',
    'an interest that is taken is being worked on',
  ]);
  await db.run`
    DELETE FROM study_payment WHERE refund_of IN (SELECT id FROM study_payment
      WHERE student_program_id IN (SELECT id FROM student_program WHERE tti_student_id = 'T-4'))`;
  await db.run`UPDATE student_program SET busy_with = NULL`;
  await db.run`ALTER TABLE study_payment ENABLE TRIGGER study_payment_bounded`;
});

test('control: the sweep finds abandoned redemptions, and those without a student', async () => {
  await db.run`INSERT INTO seminary (id, name) VALUES (1, 'Machon Rivka') ON CONFLICT DO NOTHING`;
  const { id } = await db.one<{ id: number }>`
    INSERT INTO seminary_student (first_name, last_name, email, phone, last4_ssn, dob, address,
      city, zip, country, seminary_id, seminary_year, redeeming, created_by)
    VALUES ('Leah', 'Roth', 'leah@seminary.test', '718-555-0100', '5001', '2005-03-15',
      '1 Garden Street', 'Brooklyn', '11219', 'United States', 1, 2025, gen_random_uuid(), 'admin')
    RETURNING id`;
  await db.run`
    INSERT INTO seminary_exam (seminary_student_id, exam_id, actual_taken_date, registration_id)
    VALUES (${id}, 1, '2026-01-10', 77)`;
  expect(Object.keys(await broken(db, invariants))).toEqual([
    'a seminary student whose exams are being redeemed is worked on',
    'who has redeemed has exams with registrations, and nobody else has',
  ]);
  await db.run`DELETE FROM seminary_exam WHERE seminary_student_id = ${id}`;
  await db.run`DELETE FROM seminary_student WHERE id = ${id}`;
});

test('only programmes that a student has joined count', async () => {
  await anInterest('T-2', 2201, 'joined');
  await anInterest('T-3', 1003, 'interested');
  expect(await listStudentPrograms(asStudent(db, 2201))).toEqual([{ programId: 1, year: 2026 }]);
  expect(await listStudentPrograms(asStudent(db, 1003))).toEqual([]);
});
