import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { diesAt, eventually, refusalOf } from '@portal/kit/testing';
import {
  asAdmin,
  asSchool,
  balance,
  EXAM,
  ended,
  entries,
  idsOf,
  setBalance,
  textsOf,
  withBulkWorld,
  world,
} from '../../testing/bulk-world.ts';
import { PRICE } from '../../testing/payments-stand-in.ts';
import { anExam, anOrder, aStudent, PAYING, PREPAYING } from '../../testing.ts';
import { bulkRunProcess } from './bulk-run.ts';
import { finishUnknown } from './finish-unknown.ts';
import { getBulkRun } from './get-bulk-run.ts';
import { orderBulk } from './order-bulk.ts';
import type { RunResult } from './run-result.ts';

withBulkWorld();

/** Makes the worker take up now what was left. */
async function resumed(): Promise<void> {
  await world.db.run`UPDATE process SET next_run_at = clock_timestamp(), lease_until = '-infinity'
      WHERE status = 'running'`;
  await bulkRunProcess.resume(world.db);
}

test.each([
  'bulkRun.begin.commit',
  'bulkRun.students.before',
  'bulkRun.student.checked',
  'bulkRun.student.paid',
  'bulkRun.balance.commit',
  'bulkRun.student.dropped',
  'bulkRun.student.confirmed',
  'bulkRun.student.save',
  'bulkRun.students.ran',
  'bulkRun.students.commit',
])('interrupted at %s, the run ends automatically or by its key, without repeats', async (mark) => {
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
  expect(textsOf(result, studentId)).toEqual([
    'success',
    'The student does not meet the requirements for this exam.',
    'success',
  ]);
  expect(world.registration.states(studentId)).toEqual(['scheduled', 'scheduled']);
  expect((await entries(idsOf(studentId))).map(({ cents }) => cents)).toEqual([-2 * PRICE, -EXAM]);
});

test('a run waits while payments is unavailable, and resumes afterwards', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world);
  const call = asAdmin();
  const order = anOrder(world, [{ studentId, examIds: [anExam(world)] }]);
  expect(await diesAt('bulkRun.student.checked', () => orderBulk(call, order))).toMatchObject({
    progress: { done: 0, total: 1 },
  });
  const twin = await orderBulk(
    asAdmin(),
    anOrder(world, [{ studentId: aStudent(world), examIds: [anExam(world)] }]),
  ).catch((error) => error);
  expect(twin).toMatchObject({ status: 409, code: 'run_in_progress' });
  await resumed();
  expect(textsOf(await ended(call, order), studentId)).toEqual(['success']);
});

test('a run whose step a service refuses resumes once the fault is fixed', async () => {
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
  expect([textsOf(result, first), textsOf(result, second), await balance()]).toEqual([
    ['success'],
    ['success'],
    100_000 - 2 * EXAM,
  ]);
});

test('a run longer than the wait answers its progress, later its result', async () => {
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
  expect((await refusalOf(getBulkRun(asAdmin(), 999_999))).code).toBe('run_not_found');
});

test('a run not yet written at the end of the wait is returned once it is', async () => {
  await setBalance(100_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  world.payments.meanwhile = () => promise;
  const call = asAdmin();
  const order = anOrder(world, [{ studentId: aStudent(world), examIds: [anExam(world)] }]);
  const holder = await world.db.pool.connect();
  await holder.query('BEGIN; LOCK TABLE bulk_run IN EXCLUSIVE MODE');
  const early = orderBulk(call, order, 0).catch((error: unknown) => error);
  await eventually(
    () =>
      world.db.one<{ number: number }>`SELECT count(*)::int AS number FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    ({ number }) => number === 1,
  );
  await holder.query('COMMIT');
  holder.release();
  expect(await early).toMatchObject({ progress: { done: 0, total: 1 } });
  resolve();
  world.payments.meanwhile = async () => {};
  await eventually(
    () => orderBulk(call, order),
    (state) => 'result' in state,
  );
});

test('a charge unknown for two minutes ends the run; the exam follows later', async () => {
  const studentId = aStudent(world, PAYING, { card: true });
  world.payments.unknown.add(studentId);
  const call = asAdmin();
  const order = anOrder(
    world,
    [{ studentId, examIds: [anExam(world)], ccId: `card of ${studentId}` }],
    PAYING,
  );
  const early = (await orderBulk(call, order, 300)) as { progress: { runId: number } };
  const { runId } = early.progress;
  await world.db.run`UPDATE bulk_student SET pay_asked_at = now() - interval '121 seconds'
      WHERE run_id = ${runId}`;
  const state = await eventually(
    () => getBulkRun(asAdmin(), runId),
    (now) => 'result' in now,
  );
  const { result } = state as { result: RunResult };
  expect(textsOf(result, studentId)).toEqual([
    'The payment is being checked. Please do not pay again.',
  ]);
  expect(world.registration.states(studentId)).toEqual(['pending']);
  await finishUnknown(world.db, steadyNow());
  expect(world.registration.states(studentId)).toEqual(['pending']);
  world.payments.unknown.delete(studentId);
  await finishUnknown(world.db, steadyNow());
  expect(textsOf(await ended(call, order), studentId)).toEqual(['success']);
  expect([world.registration.states(studentId), world.payments.charges.size > 0]).toEqual([
    ['scheduled'],
    true,
  ]);
});
