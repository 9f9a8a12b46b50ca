import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@portal/kit/database/database';
import { asService, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { brokenInvariants } from '../invariants.ts';
import { withProjections } from '../projections/buyer.ts';
import { startWorld, type World } from '../testing/world.ts';
import { type GrantCredits, grantCredits } from './granting/grant-credits.ts';
import { getCredits } from './reading/get-credits.ts';
import { listExamOffers } from './reading/list-exam-offers.ts';
import { returnCredits } from './spending/return-credits.ts';
import { spendCredits } from './spending/spend-credits.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.stop());

const service = (options = {}) => asService(world.db, 'registration', options);
const grant = (studentId: number, credits: number, more: Partial<GrantCredits> = {}) => {
  const usual = {
    vendorsAllowed: null,
    examsAllowed: [],
    proctorFeeCents: null,
    noAdditionalFees: false,
    isFreeSeminaryRetake: false,
    packageId: null,
  };
  const call = service();
  return withProjections(call, () => grantCredits(call, { studentId, credits, ...usual, ...more }));
};
let lastRegistration = 1000;
const aRegistration = () => {
  lastRegistration += 1;
  return lastRegistration;
};
const spend = (
  studentId: number,
  registrationId: number,
  examId = 101,
  failedRegistrationId: number | null = null,
  options = {},
) => {
  const call = service(options);
  return withProjections(call, () =>
    spendCredits(call, { studentId, registrationId, examId, failedRegistrationId }),
  );
};
const returnAll = (studentId: number, registrationId: number) =>
  returnCredits(service(), { studentId, registrationId });
const total = async (id: number) => (await getCredits(asStudent(world.db, id), id)).total;

test('spends credits in the order of the rules and returns them to their lots', async () => {
  const id = world.aStudent();
  await grant(id, 5);
  await grant(id, 1, { vendorsAllowed: '1,4' });
  await grant(id, 1, { examsAllowed: [101], proctorFeeCents: 0 });
  const registration = aRegistration();
  const spent = await spend(id, registration);
  expect(spent.spending).toEqual({
    credits: 3,
    packages: { ids: [] },
    proctorFeeCents: 1500,
    usualProctorFeeCents: 1500,
    noAdditionalFees: false,
    freeSeminaryRetake: false,
  });
  expect(spent.credits).toMatchObject({
    total: 4,
    generic: 4,
    vendors14: 0,
    examAllowedBalance: 0,
  });
  expect(await returnAll(id, registration)).toMatchObject({
    returned: 3,
    credits: { total: 7, generic: 5, vendors14: 1, examAllowedBalance: 1 },
  });
});

test('a registration spends once and is returned once, whatever the key', async () => {
  const id = world.aStudent();
  await grant(id, 8);
  const registration = aRegistration();
  const first = await spend(id, registration);
  expect(await spend(id, registration)).toEqual(first);
  expect(await total(id)).toBe(5);
  expect((await returnAll(id, registration)).returned).toBe(3);
  expect((await returnAll(id, registration)).returned).toBe(0);
  expect(await total(id)).toBe(8);
});

test('the first spending is repeated as it was also when nothing is left for another', async () => {
  const id = world.aStudent();
  await grant(id, 3);
  const registration = aRegistration();
  const first = await spend(id, registration);
  expect((await spend(id, registration)).spending).toEqual(first.spending);
});

test('refuses too few credits with the missing number and price, and spends nothing', async () => {
  const id = world.aStudent();
  await grant(id, 1);
  await grant(id, 9, { vendorsAllowed: '3' });
  expect(await refusalOf(spend(id, aRegistration()))).toMatchObject({
    code: 'not_enough_credits',
    extra: { missing: 2, expected: 8400 },
  });
  expect(await total(id)).toBe(10);
});

test('an exam without a price spends nothing', async () => {
  const id = world.aStudent();
  const registration = aRegistration();
  expect((await spend(id, registration, 104)).spending).toMatchObject({
    credits: 0,
    proctorFeeCents: 1500,
  });
  expect((await returnAll(id, registration)).returned).toBe(0);
});

test('a spend after the return of its registration’s credits is refused', async () => {
  const id = world.aStudent();
  await grant(id, 3);
  const registration = aRegistration();
  expect((await returnAll(id, registration)).returned).toBe(0);
  expect((await refusalOf(spend(id, registration))).code).toBe('credits_returned');
  expect(await total(id)).toBe(3);
});

test('credits of a refunded package are returned as generic ones with the same fees', async () => {
  const id = world.aStudent();
  await grant(id, 3, { vendorsAllowed: '1,4', proctorFeeCents: 0, noAdditionalFees: true });
  const registration = aRegistration();
  await spend(id, registration);
  await world.db.run`UPDATE lot SET active = false, refunded_at = now() WHERE student_id = ${id}`;
  const back = await returnAll(id, registration);
  expect(back).toMatchObject({ returned: 3, credits: { total: 3, generic: 3, vendors14: 0 } });
  expect((await spend(id, aRegistration(), 301)).spending).toMatchObject({
    proctorFeeCents: 0,
    noAdditionalFees: true,
  });
});

test('free retake credits pay only if a seminary package paid for the failed try', async () => {
  const id = world.aStudent();
  await grant(id, 3);
  await grant(id, 6, { isFreeSeminaryRetake: true, proctorFeeCents: 0 });
  await grant(id, 3, { examsAllowed: [101] });
  await world.db.run`
    UPDATE lot SET is_special_program = true, seminary_study_tti_program_id = 1
    WHERE student_id = ${id} AND exams_allowed <> '{}'`;
  const failed = aRegistration();
  expect((await spend(id, failed)).spending.freeSeminaryRetake).toBe(false);
  world.registrations.push({ id: failed, examId: 101, failed: true });
  expect(await listExamOffers(asStudent(world.db, id), id)).toEqual([
    { examId: 101, proctorFeeCents: 0, noAdditionalFees: false, freeSeminaryRetake: true },
  ]);
  const retake = await spend(id, aRegistration(), 101, failed);
  expect(retake.spending).toEqual({
    credits: 3,
    packages: { ids: [] },
    proctorFeeCents: 0,
    usualProctorFeeCents: 1500,
    noAdditionalFees: false,
    freeSeminaryRetake: true,
  });
  expect(retake.credits).toMatchObject({ total: 3, freeSeminaryRetake: 3 });
  expect((await spend(id, aRegistration(), 101, 424242)).spending.freeSeminaryRetake).toBe(false);
});

test('special offers list only the exams that special credits would pay', async () => {
  const id = world.aStudent();
  await grant(id, 9);
  expect(await listExamOffers(asStudent(world.db, id), id)).toEqual([]);
  await grant(id, 2, { vendorsAllowed: '1,4', proctorFeeCents: 0 });
  const offers = await listExamOffers(asStudent(world.db, id), id);
  expect(offers).toEqual([
    { examId: 102, proctorFeeCents: 0, noAdditionalFees: false, freeSeminaryRetake: false },
  ]);
});

test('one of two concurrent registrations gets the last credits', async () => {
  const id = world.aStudent();
  await grant(id, 2);
  await grant(id, 1, { vendorsAllowed: '1,4' });
  for (let round = 0; round < 10; round++) {
    const rivals = [aRegistration(), aRegistration()];
    const answers = await Promise.allSettled(rivals.map((registration) => spend(id, registration)));
    expect(refusals(answers)).toEqual(['not_enough_credits']);
    expect(await total(id)).toBe(0);
    for (const registration of rivals) await returnAll(id, registration);
    expect(await total(id)).toBe(3);
  }
});

test('twenty registrations race for credits that are enough for four', async () => {
  const id = world.aStudent();
  for (const part of [1, 4, 2, 5]) await grant(id, part);
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => spend(id, aRegistration())),
  );
  expect(refusals(answers)).toHaveLength(16);
  expect(await total(id)).toBe(0);
});

/** Reads, decides and writes like a store without a lock. */
async function naiveSpend(
  db: Database,
  lotId: number,
  credits: number,
  bothHaveRead: () => Promise<void>,
): Promise<void> {
  const { balance } = await db.one<{
    balance: number;
  }>`SELECT balance FROM lot WHERE id = ${lotId}`;
  await bothHaveRead();
  if (balance < credits) return;
  await db.transaction(async (sql) => {
    const { id } = await sql.one<{ id: number }>`
      INSERT INTO credit_entry (at, student_id, kind, made_by) SELECT clock_timestamp(), student_id,
        'spend', 'naive' FROM lot WHERE id = ${lotId} RETURNING id`;
    await sql.run`
      INSERT INTO credit_line (entry_id, account, lot_id, credits)
      VALUES (${id}, 'lot', ${lotId}, ${-credits}), (${id}, 'spent', NULL, ${credits})`;
  });
}
const meeting = (of: number) => {
  let arrived = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived === of) open();
    await all;
  };
};

test('control: reading before writing spends credits twice unless checked at commit', async () => {
  const id = world.aStudent();
  await grant(id, 3);
  const lot = await world.db.one<{ id: number }>`SELECT id FROM lot WHERE student_id = ${id}`;
  const race = () => {
    const bothHaveRead = meeting(2);
    return Promise.allSettled([
      naiveSpend(world.db, lot.id, 3, bothHaveRead),
      naiveSpend(world.db, lot.id, 3, bothHaveRead),
    ]);
  };
  await world.db.run`ALTER TABLE lot DROP CONSTRAINT lot_balance`;
  await race();
  const { balance } = await world.db.one<{
    balance: number;
  }>`SELECT balance FROM lot WHERE id = ${lot.id}`;
  expect(balance).toBe(-3);
  expect(Object.keys(await brokenInvariants(world.db))).toContain(
    'a lot is never below zero nor above what was bought',
  );
  const entry = await world.db.one<{ id: number }>`
    INSERT INTO credit_entry (at, student_id, kind, made_by)
    VALUES (clock_timestamp(), ${id}, 'return', 'test') RETURNING id`.catch(() => null);
  expect(entry).toBeNull(); // an entry alone does not balance
  await world.db.transaction(async (sql) => {
    const made = await sql.one<{ id: number }>`
      INSERT INTO credit_entry (at, student_id, kind, made_by)
      VALUES (clock_timestamp(), ${id}, 'return', 'test') RETURNING id`;
    await sql.run`
      INSERT INTO credit_line (entry_id, account, lot_id, credits)
      VALUES (${made.id}, 'lot', ${lot.id}, 6), (${made.id}, 'spent', NULL, -6)`;
  });
  await world.db
    .run`ALTER TABLE lot ADD CONSTRAINT lot_balance CHECK (balance BETWEEN 0 AND bought)`;
  const settled = await race();
  expect(settled.filter((one) => one.status === 'rejected')).toHaveLength(1);
  expect(await total(id)).toBe(0);
});

test('the ledger refuses unbalanced entries, changed lines and bare balances', async () => {
  const id = world.aStudent();
  await grant(id, 3);
  const { db } = world;
  const lot = await db.one<{ id: number }>`SELECT id FROM lot WHERE student_id = ${id}`;
  const unbalanced = db.transaction(async (sql) => {
    const entry = await sql.one<{ id: number }>`
      INSERT INTO credit_entry (at, student_id, kind, made_by)
      VALUES (clock_timestamp(), ${id}, 'spend', 'test') RETURNING id`;
    await sql.run`
      INSERT INTO credit_line (entry_id, account, lot_id, credits)
      VALUES (${entry.id}, 'lot', ${lot.id}, -1)`;
  });
  await expect(unbalanced).rejects.toThrow(/does not balance/);
  await expect(db.run`UPDATE credit_line SET credits = 9`).rejects.toThrow(/append-only/);
  await expect(db.run`DELETE FROM credit_entry`).rejects.toThrow(/append-only/);
  await expect(db.run`UPDATE money_line SET amount_cents = 1`).rejects.toThrow(/append-only/);
  await expect(db.run`TRUNCATE money_entry CASCADE`).rejects.toThrow(/append-only/);
  await expect(db.run`UPDATE lot SET balance = 2 WHERE id = ${lot.id}`).rejects.toThrow(
    /only by a ledger line/,
  );
  expect(await total(id)).toBe(3);
});
