import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/command';
import { inTransaction } from '@portal/kit/command';
import { asService, asStaff, diesAt, eventually, refusalOf } from '@portal/kit/testing';
import { giveBack } from '../balance/give-back.ts';
import { PRICE } from '../testing/payments-stand-in.ts';
import { anExam, anOrder, aSession, aStudent, aWorld, PAYING, PREPAYING, type World } from '../testing.ts';
import type { BulkOrder } from './bulk-order.ts';
import { bulkRunProcess } from './bulk-run.ts';
import { finishUnknown } from './finish-unknown.ts';
import { getBulkRun } from './get-bulk-run.ts';
import { orderBulk } from './order-bulk.ts';
import { quoteBulk } from './quote-bulk.ts';
import type { RunResult } from './run-result.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  const broken = await world.db.many`
    SELECT b.school_id FROM school_balance b JOIN balance_entry e ON e.school_id = b.school_id JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
    GROUP BY b.school_id, b.balance_cents HAVING b.balance_cents <> sum(l.amount_cents) OR b.balance_cents < 0`;
  expect(broken).toEqual([]);
  await world.close();
});

const asAdmin = (key: string = randomUUID()): Call => asStaff(world.db, ['ROLE_ADMIN'], { key });
const asSchool = (schoolId = PREPAYING): Call => asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId });
const EXAM = 3 * PRICE;
const balance = async (of: World = world) =>
  (await of.db.one<{ cents: number }>`SELECT balance_cents AS cents FROM school_balance WHERE school_id = ${PREPAYING}`).cents;
/** Takes from the balance or pays into it, so that it is this. */
async function setBalance(cents: number, of: World = world): Promise<void> {
  const change = cents - (await balance(of));
  if (change === 0) return;
  await of.db.transaction(async (sql) => {
    const kind = change > 0 ? 'manual_payment' : 'correction';
    const { id } = await sql.one<{ id: number }>`
      INSERT INTO balance_entry (school_id, kind, entered_at, day, entered_by) VALUES (${PREPAYING}, ${kind}, now(), current_date, 'test') RETURNING id`;
    await sql.run`INSERT INTO balance_line VALUES (${id}, 'balance', ${change}), (${id}, ${change > 0 ? 'cash' : 'correction'}, ${-change})`;
  });
}
async function ended(call: Call, order: BulkOrder): Promise<RunResult> {
  const state = await orderBulk(call, order);
  if (!('result' in state)) throw new Error('the run goes on');
  return state.result;
}
const textsOf = (result: RunResult, studentId: number) =>
  result.students.find((student) => student.studentId === studentId)?.exams.map(({ text }) => text);
/** Makes the worker take up now what was left. */
async function resumed(): Promise<void> {
  await world.db.run`UPDATE process SET next_run_at = clock_timestamp(), lease_until = '-infinity' WHERE status = 'running'`;
  await bulkRunProcess.resume(world.db);
}
const entries = (registrationIds: number[]) =>
  world.db.many<{ kind: string; cohort: string | null; cents: number }>`
    SELECT e.kind, e.cohort, l.amount_cents AS cents FROM balance_entry e JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
    WHERE e.registration_id = ANY (${registrationIds}::bigint[]) ORDER BY e.id`;
const idsOf = (studentId: number) =>
  [...world.registration.registrations].filter(([, one]) => one.studentId === studentId).map(([id]) => id);

test('a prepaying school: registered, paid by the balance, told in the report', async () => {
  await setBalance(100_000);
  const exam = anExam(world);
  const [first, second] = [aStudent(world), aStudent(world)];
  const order = anOrder(
    world,
    [first, second].map((studentId) => ({ studentId, examIds: [exam], amountCents: EXAM })),
  );
  const result = await ended(asAdmin(), order);
  expect([textsOf(result, first), textsOf(result, second)]).toEqual([['success'], ['success']]);
  expect(result).toMatchObject({ balanceCents: 100_000 - 2 * EXAM, chargedFromBalanceCents: 2 * EXAM, error: null });
  expect(result.accountReport.at(-1)).toMatchObject({
    quantity: 2,
    cohort: '2026-2027',
    amountCents: -2 * EXAM,
    balanceCents: 100_000 - 2 * EXAM,
  });
  expect(result.studentsPerSession).toHaveLength(2);
  const events = await world.db.many`SELECT 1 FROM outbox WHERE type = 'schools.balance_charged'`;
  expect(events.length).toBeGreaterThanOrEqual(2);
});

test('free credits pay first; an exam that they cover wholly is not on the balance', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world, PREPAYING, { free: 4 });
  const result = await ended(asAdmin(), anOrder(world, [{ studentId, examIds: [anExam(world), anExam(world)] }]));
  expect(result.students[0]).toMatchObject({ chargedCents: 2 * PRICE, creditsUsed: 6 });
  expect((await entries(idsOf(studentId))).map(({ cents }) => cents)).toEqual([-2 * PRICE]);
});

test.each([
  'bulkRun.begin.commit',
  'bulkRun.students.before',
  'bulkRun.student.checked',
  'bulkRun.student.paid',
  'bulkRun.balance.commit',
  'bulkRun.student.dropped',
  'bulkRun.student.confirmed',
  'bulkRun.student.commit',
  'bulkRun.students.ran',
  'bulkRun.students.commit',
])('interrupted at %s, the run ends by itself or by the same key, and everything happens once', async (mark) => {
  await setBalance(100_000);
  const studentId = aStudent(world, PREPAYING, { free: 1 });
  const refused = anExam(world);
  world.registration.refusals.set(refused, 'requirements_not_met');
  const order = anOrder(world, [{ studentId, examIds: [anExam(world), refused, anExam(world)] }]);
  const call = asAdmin();
  const first = await diesAt(mark, () => orderBulk(call, order));
  expect(first === null || 'progress' in first).toBe(true);
  await resumed();
  const result = await ended(call, order);
  expect(textsOf(result, studentId)).toEqual(['success', 'The student does not meet the requirements for this exam.', 'success']);
  expect(world.registration.states(studentId)).toEqual(['scheduled', 'scheduled']);
  expect((await entries(idsOf(studentId))).map(({ cents }) => cents)).toEqual([-2 * PRICE, -EXAM]);
});

test('while payments is away the run waits, and goes on when it is back', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world);
  const call = asAdmin();
  const order = anOrder(world, [{ studentId, examIds: [anExam(world)] }]);
  expect(await diesAt('bulkRun.student.checked', () => orderBulk(call, order))).toMatchObject({ progress: { done: 0, total: 1 } });
  const twin = await orderBulk(asAdmin(), anOrder(world, [{ studentId: aStudent(world), examIds: [anExam(world)] }])).catch(
    (error) => error,
  );
  expect(twin).toMatchObject({ status: 409, code: 'run_in_progress' });
  await resumed();
  expect(textsOf(await ended(call, order), studentId)).toEqual(['success']);
});

test('a run is not left half done when a part refuses one of its steps: it goes on when that is mended', async () => {
  await setBalance(100_000);
  const [first, second] = [aStudent(world), aStudent(world)];
  const call = asAdmin();
  const order = anOrder(
    world,
    [first, second].map((studentId) => ({ studentId, examIds: [anExam(world)] })),
  );
  world.registration.refusesToConfirm = 1;
  expect(await orderBulk(call, order)).toMatchObject({ progress: { done: 1, total: 2 } });
  await resumed();
  const result = await ended(call, order);
  expect([textsOf(result, first), textsOf(result, second), await balance()]).toEqual([['success'], ['success'], 100_000 - 2 * EXAM]);
});

test('a run that takes longer than one waits for is told by its progress, then by its end', async () => {
  await setBalance(100_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  world.payments.meanwhile = () => promise;
  const call = asAdmin();
  const order = anOrder(world, [{ studentId: aStudent(world), examIds: [anExam(world)] }]);
  const early = await orderBulk(call, order, 50);
  expect(early).toMatchObject({ progress: { done: 0, total: 1 } });
  expect(await orderBulk(call, order, 50)).toEqual(early);
  const { runId } = (early as { progress: { runId: number } }).progress;
  resolve();
  world.payments.meanwhile = async () => {};
  const late = await eventually(
    () => getBulkRun(asSchool(), runId),
    (state) => 'result' in state,
  );
  expect(late).toMatchObject({ result: { students: [{ exams: [{ text: 'success' }] }] } });
  expect((await refusalOf(getBulkRun(asSchool(PAYING), runId))).code).toBe('run_not_found');
});

test('a balance that fell meanwhile pays what it can, exam by exam; what it cannot pay is dropped and its credits go back', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world, PREPAYING, { free: 1 });
  const order = anOrder(world, [{ studentId, examIds: [anExam(world), anExam(world)] }]);
  world.payments.meanwhile = () => setBalance(EXAM);
  const result = await ended(asAdmin(), order).finally(() => {
    world.payments.meanwhile = async () => {};
  });
  expect(textsOf(result, studentId)).toEqual(['success', "There is not enough money in the school's account."]);
  expect([await balance(), world.registration.states(studentId)]).toEqual([EXAM - 2 * PRICE, ['scheduled', 'dropped']]);
  expect(world.payments.returned).toContain(idsOf(studentId)[1]);
});

test('two runs that spend one balance at once: it is never spent below zero, and whoever lost has nothing', async () => {
  const own = await aWorld();
  await own.db.run`DROP INDEX bulk_run_one_open`; // only so can two of one school meet
  await setBalance(3 * EXAM, own);
  const orders = [0, 1].map(() => anOrder(own, [{ studentId: aStudent(own), examIds: [anExam(own), anExam(own)] }]));
  const results = await Promise.all(
    orders.map((order) => orderBulk(asStaff(own.db, ['ROLE_ADMIN']), order).catch((error: { code: string }) => error.code)),
  );
  const good = results.flatMap((state) => (typeof state === 'object' && 'result' in state ? state.result.students : []));
  const successes = good.flatMap(({ exams }) => exams).filter(({ text }) => text === 'success').length;
  const scheduled = [...own.registration.registrations.values()].filter(({ state }) => state === 'scheduled').length;
  expect([await balance(own), scheduled]).toEqual([(3 - successes) * EXAM, successes]);
  expect(successes).toBeGreaterThanOrEqual(2);
  await own.close();
});

test('without the lock and the trigger both would spend it: more is used than there is', async () => {
  const own = await aWorld();
  await setBalance(EXAM, own);
  await own.db.run`ALTER TABLE balance_line DISABLE TRIGGER balance_line_moves_balance`;
  const looks = Promise.withResolvers<void>();
  let looked = 0;
  const naive = (registrationId: number) =>
    own.db.transaction(async (sql) => {
      const { cents } = await sql.one<{ cents: number }>`SELECT balance_cents AS cents FROM school_balance WHERE school_id = ${PREPAYING}`;
      looked += 1;
      if (looked === 2) looks.resolve();
      await looks.promise;
      if (cents < EXAM) return;
      const { id } = await sql.one<{ id: number }>`
        INSERT INTO balance_entry (school_id, kind, entered_at, day, registration_id, entered_by)
        VALUES (${PREPAYING}, 'registration', now(), current_date, ${registrationId}, 'test') RETURNING id`;
      await sql.run`INSERT INTO balance_line VALUES (${id}, 'balance', ${-EXAM}), (${id}, 'usage', ${EXAM})`;
    });
  await Promise.all([naive(1), naive(2)]);
  const { sum } = await own.db.one<{ sum: number }>`
    SELECT sum(amount_cents)::bigint AS sum FROM balance_line JOIN balance_entry ON id = entry_id WHERE account = 'balance'`;
  expect(sum).toBeLessThan(0);
  await own.close();
});

test('a card pays what is missing; a declined one fails what needed it, and others are not touched', async () => {
  const [rich, poor] = [aStudent(world, PAYING, { card: true }), aStudent(world, PAYING, { card: true, free: 3 })];
  world.payments.declined.add(poor);
  const order = anOrder(
    world,
    [rich, poor].map((studentId) => ({ studentId, examIds: [anExam(world), anExam(world)], ccId: `card of ${studentId}` })),
    PAYING,
  );
  const result = await ended(asAdmin(), order);
  expect(textsOf(result, rich)).toEqual(['success', 'success']);
  expect(textsOf(result, poor)).toEqual(['success', 'There was a problem charging your card. This transaction has been declined.']);
  expect(result.students.map(({ chargedCents, error }) => [chargedCents, error !== null])).toEqual([
    [2 * EXAM, false],
    [0, true],
  ]);
  expect(result).toMatchObject({ balanceCents: null, accountReport: [], chargedFromBalanceCents: 0 });
});

test('a charge that is unknown for two minutes ends the run with that; when it is known the exam is registered', async () => {
  const studentId = aStudent(world, PAYING, { card: true });
  world.payments.unknown.add(studentId);
  const call = asAdmin();
  const order = anOrder(world, [{ studentId, examIds: [anExam(world)], ccId: `card of ${studentId}` }], PAYING);
  const early = (await orderBulk(call, order, 300)) as { progress: { runId: number } };
  const { runId } = early.progress;
  await world.db.run`UPDATE bulk_student SET pay_asked_at = now() - interval '121 seconds' WHERE run_id = ${runId}`;
  const state = await eventually(
    () => getBulkRun(asAdmin(), runId),
    (now) => 'result' in now,
  );
  const { result } = state as { result: RunResult };
  expect(textsOf(result, studentId)).toEqual(['The payment is being checked. Please do not pay again.']);
  expect(world.registration.states(studentId)).toEqual(['pending']);
  await finishUnknown(world.db, new Date());
  expect(world.registration.states(studentId)).toEqual(['pending']);
  world.payments.unknown.delete(studentId);
  await finishUnknown(world.db, new Date());
  expect(textsOf(await ended(call, order), studentId)).toEqual(['success']);
  expect([world.registration.states(studentId), world.payments.charges.size > 0]).toEqual([['scheduled'], true]);
});

test('an exam that is withdrawn after it was paid: the balance has its sum again, a card its fee, and credits stay', async () => {
  await setBalance(100_000);
  const gone = anExam(world, { additionalChargeCents: 2000 });
  world.registration.withdrawn.add(gone);
  const [byBalance, byCard] = [aStudent(world), aStudent(world, PAYING, { card: true })];
  const first = await ended(asAdmin(), anOrder(world, [{ studentId: byBalance, examIds: [gone] }]));
  expect(textsOf(first, byBalance)).toEqual(['This exam is not available.']);
  expect((await entries(idsOf(byBalance))).map(({ kind, cents }) => [kind, cents])).toEqual([
    ['registration', -EXAM - 2000],
    ['cancelled', EXAM + 2000],
  ]);
  expect(await balance()).toBe(100_000);
  const second = await ended(asAdmin(), anOrder(world, [{ studentId: byCard, examIds: [gone], ccId: `card of ${byCard}` }], PAYING));
  expect(textsOf(second, byCard)).toEqual([
    "The payment was received and 3 credits were added to the student's account, but the registration did not go through.",
  ]);
  expect(second.students[0]).toMatchObject({ chargedCents: 0, creditsUsed: 0 });
  expect([world.payments.returned, world.payments.refunded]).toEqual([
    expect.arrayContaining([...idsOf(byBalance), ...idsOf(byCard)]),
    expect.arrayContaining(idsOf(byCard)),
  ]);
});

test('a cancelled exam gives its sum back once, for the cohort of then; one that nobody paid gives nothing', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world, PREPAYING, { cohort: '2025-2026' });
  await ended(asAdmin(), anOrder(world, [{ studentId, examIds: [anExam(world)] }]));
  const [registrationId = 0] = idsOf(studentId);
  const back = (id: number) => inTransaction(asService(world.db, 'schools'), 'test', (tx) => giveBack(tx, id, studentId));
  await Promise.all([back(registrationId), back(registrationId), back(999)]);
  await back(registrationId);
  expect(await entries([registrationId])).toEqual([
    { kind: 'registration', cohort: '2025-2026', cents: -EXAM },
    { kind: 'cancelled', cohort: '2025-2026', cents: EXAM },
  ]);
  expect(await balance()).toBe(100_000);
});

test('exams that are in the session already are left out of the sums', async () => {
  await setBalance(100_000);
  const [studentId, exam] = [aStudent(world), anExam(world)];
  const order = anOrder(world, [{ studentId, examIds: [exam] }]);
  await ended(asAdmin(), order);
  await setBalance(0);
  expect(await quoteBulk(asAdmin(), order)).toMatchObject({ totalCents: 0, canPay: true });
  const again = await ended(asAdmin(), order);
  expect([textsOf(again, studentId), again.students[0]?.chargedCents]).toEqual([['success'], 0]);
});

test('who may order, and for what: own school, open session, agreed sums, enough money', async () => {
  await setBalance(EXAM);
  const studentId = aStudent(world);
  const order = anOrder(world, [{ studentId, examIds: [anExam(world)] }]);
  const code = async (call: Call, about: Partial<BulkOrder>) => (await refusalOf(orderBulk(call, { ...order, ...about }))).code;
  expect(await code(asSchool(PAYING), {})).toBe('school_not_found');
  expect(await code(asAdmin(), { schoolId: null })).toBe('invalid');
  expect(await code(asAdmin(), { schoolId: 987 })).toBe('school_not_found');
  expect(await code(asAdmin(), { sessionId: aSession(world, PAYING) })).toBe('session_not_found');
  expect(await code(asSchool(), { sessionId: aSession(world, PREPAYING, { closed: true }) })).toBe('session_closed');
  expect(await code(asAdmin(), { sessionId: aSession(world, PREPAYING, { startsAt: new Date(0) }) })).toBe('session_closed');
  expect(await code(asAdmin(), { students: [{ studentId, examIds: order.students[0]?.examIds ?? [], ccId: null, amountCents: 1 }] })).toBe(
    'amount_changed',
  );
  expect(await code(asAdmin(), { students: [{ studentId: 5, examIds: [5], ccId: null, amountCents: null }] })).toBe('student_not_allowed');
  await setBalance(EXAM - 1);
  expect(await code(asAdmin(), {})).toBe('school_balance_too_low');
  await setBalance(EXAM);
  expect(textsOf(await ended(asSchool(), { ...order, schoolId: null }), studentId)).toEqual(['success']);
});
