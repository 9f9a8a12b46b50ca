import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { timeLimitsOf } from '@portal/kit/testing/calls/time-limits';
import { brokenInvariants } from '../../invariants.ts';
import { anExam, aStudent, aWorld, statesOf, type World } from '../../testing.ts';
import { type BuyExam, buyExam, buyExamProcess } from './buy-exam.ts';
import { expirePendingRegistrations } from './expire-pending-registrations.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const card = (ccId = 'visa') => ({ ccId, newCard: undefined });
const order = (examId: number, more: Partial<BuyExam> = {}): BuyExam => ({
  examId,
  numberOfCredits: 3,
  amountCents: 15_600,
  method: card(),
  ...more,
});
const charged = () =>
  [...world.payments.charges.values()].reduce((sum, credits) => sum + credits, 0);

test('a student buys the missing credits and is registered in one go', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const bought = await buyExam(
    asStudent(world.db, studentId),
    order(anExam(world), { numberOfCredits: 5 }),
  );
  expect(bought).toMatchObject({
    registration: { status: 'registered', creditsSpent: 3 },
    credits: { total: 2 },
    error: undefined,
  });
});

test('the timeout of a charge covers all requests to the processor', async () => {
  const buyer = asStudent(world.db, aStudent(world, { credits: 0 }));
  const limits = await timeLimitsOf(() => buyExam(buyer, order(anExam(world))));
  const path = '/payments.v1.PurchasesService/BuyCreditsForRegistration';
  expect(limits[path]).toBeGreaterThan(45_000);
});

test('payments gets the failed try that a bought exam repeats', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const examId = anExam(world);
  const first = await buyExam(asStudent(world.db, studentId), order(examId));
  await world.db.run`
    WITH graded AS (
      UPDATE registration SET status = 'graded' WHERE id = ${first.registration?.id} RETURNING id),
    result AS (
      INSERT INTO exam_result (registration_id, grade_comment, taken_on)
      SELECT id, 'Fail', '2026-01-05' FROM graded)
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status)
    SELECT id, '2026-01-06', 'service', 0, 'test', 'registered', 'graded' FROM graded`;
  const again = await buyExam(asStudent(world.db, studentId), order(examId));
  const failedTries = world.payments.failedTries;
  expect([first, again].map(({ registration }) => failedTries.get(registration?.id ?? 0))).toEqual([
    undefined,
    first.registration?.id,
  ]);
});

test('a double click charges once, whether with one key or with two', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const examId = anExam(world);
  const before = charged();
  const call = asStudent(world.db, studentId);
  const settled = await Promise.allSettled([
    buyExam(call, order(examId)),
    buyExam(call, order(examId)),
    buyExam(asStudent(world.db, studentId), order(examId)),
  ]);
  expect(
    refusals(settled).every((code) => ['request_in_progress', 'already_registered'].includes(code)),
  ).toBe(true);
  expect(charged() - before).toBe(3);
  expect(
    (await buyExam(call, order(examId)).catch(() => null)) === null ||
      (await statesOf(world.db, studentId)).includes('registered'),
  ).toBe(true);
  expect(
    (await statesOf(world.db, studentId)).filter((state) => state === 'registered'),
  ).toHaveLength(1);
});

test('a declined card leaves no registration, and the same key says so again', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const examId = anExam(world);
  const call = asStudent(world.db, studentId);
  expect((await refusalOf(buyExam(call, order(examId, { method: card('declined') })))).code).toBe(
    'card_declined',
  );
  expect((await refusalOf(buyExam(call, order(examId, { method: card('declined') })))).code).toBe(
    'card_declined',
  );
  expect(await statesOf(world.db, studentId)).toEqual(['dropped']);
  expect((await buyExam(asStudent(world.db, studentId), order(examId))).registration?.status).toBe(
    'registered',
  );
});

test.each([
  { code: 'exam_not_found', reason: 'an unknown exam', exam: null },
  { code: 'exam_not_found', reason: 'a retired exam', exam: { active: false } },
  { code: 'admin_only_exam', reason: 'an exam of the office', exam: { phonesystemActive: false } },
  {
    code: 'requirements_not_met',
    reason: 'an exam with requirements',
    exam: { requiredExamIds: [999_999] },
  },
  {
    code: 'registration_denied',
    reason: 'a barred student',
    exam: {},
    student: { deniedRegistration: true },
  },
])('refuses $reason with $code before any charge', async ({ code, exam, student = {} }) => {
  const studentId = aStudent(world, { credits: 0, ...student });
  const examId = exam === null ? 888_888 : anExam(world, exam);
  const before = charged();
  expect((await refusalOf(buyExam(asStudent(world.db, studentId), order(examId)))).code).toBe(code);
  expect(charged()).toBe(before);
  expect(await statesOf(world.db, studentId)).toEqual([]);
});

test('credits spent by a concurrent purchase stay bought, without a registration', async () => {
  const studentId = aStudent(world, { credits: 0 });
  world.payments.isSpentElsewhere = true;
  const call = asStudent(world.db, studentId);
  const input = order(anExam(world));
  const bought = await buyExam(call, input);
  world.payments.isSpentElsewhere = false;
  expect(bought.registration).toBeUndefined();
  expect(bought.error).toMatch(
    new RegExp(
      '^Your payment was received and 3 credits were added to your account, ' +
        'but the registration did not go through: ',
    ),
  );
  expect(bought.credits?.total).toBe(3);
  expect(await statesOf(world.db, studentId)).toEqual(['dropped']);
  expect(await buyExam(call, input)).toEqual(bought);
});

test('an exam withdrawn during its purchase returns the credits at once, for good', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const examId = anExam(world);
  world.payments.beforeAnswer = async () => {
    await world.db.run`UPDATE exam_copy SET active = false WHERE id = ${examId}`;
    world.payments.beforeAnswer = async () => {};
  };
  const bought = await buyExam(asStudent(world.db, studentId), order(examId));
  expect(bought.error).toContain('this exam is no longer available.');
  expect(bought.credits?.total).toBe(3);
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 60_000));
  expect(world.payments.balance.get(studentId)).toBe(3);
});

test('the worker retries after a lost response: one charge, one registration', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const before = charged();
  world.payments.losesAnswers = 99;
  expect(
    (await refusalOf(buyExam(asStudent(world.db, studentId), order(anExam(world))))).code,
  ).toBe('unavailable');
  world.payments.losesAnswers = 0;
  expect(await statesOf(world.db, studentId)).toEqual(['pending']);
  await world.db.run`UPDATE process SET next_run_at = clock_timestamp() WHERE status = 'running'`;
  await buyExamProcess.resume(world.db);
  expect(await statesOf(world.db, studentId)).toEqual(['registered']);
  expect(charged() - before).toBe(3);
});

test('a purchase that is still being cleared up is not closed under its charge', async () => {
  const studentId = aStudent(world, { credits: 0 });
  world.payments.losesAnswers = 99;
  await refusalOf(buyExam(asStudent(world.db, studentId), order(anExam(world))));
  world.payments.losesAnswers = 0;
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 10 * 60_000));
  expect(await statesOf(world.db, studentId)).toEqual(['pending']);
  await world.db.run`UPDATE process SET next_run_at = clock_timestamp() WHERE status = 'running'`;
  await buyExamProcess.resume(world.db);
  expect(await statesOf(world.db, studentId)).toEqual(['registered']);
});

test('a card that is good once does not stay in the finished process', async () => {
  const studentId = aStudent(world, { credits: 0 });
  await buyExam(
    asStudent(world.db, studentId),
    order(anExam(world), { method: card('secret-card') }),
  );
  const kept = await world.db.many`
      SELECT id FROM process WHERE input::text LIKE '%secret-card%'
      OR state::text LIKE '%secret-card%'`;
  expect(kept).toEqual([]);
});
