import { expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { asService, asStaff } from '@portal/kit/testing';
import { refundToBalance } from '../../balance/refund-to-balance.ts';
import {
  asAdmin,
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
import { anExam, anOrder, aStudent, aWorld, PAYING, PREPAYING } from '../../testing.ts';
import { orderBulk } from './order-bulk.ts';

withBulkWorld();

test('a fallen balance pays what it can; drops other exams and returns their credits', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world, PREPAYING, { free: 1 });
  const order = anOrder(world, [{ studentId, examIds: [anExam(world), anExam(world)] }]);
  world.payments.meanwhile = () => setBalance(EXAM);
  const result = await ended(asAdmin(), order).finally(() => {
    world.payments.meanwhile = async () => {};
  });
  expect(textsOf(result, studentId)).toEqual([
    'success',
    "There is not enough money in the school's account.",
  ]);
  expect([await balance(), world.registration.states(studentId)]).toEqual([
    EXAM - 2 * PRICE,
    ['scheduled', 'dropped'],
  ]);
  expect(world.payments.returned).toContain(idsOf(studentId)[1]);
});

test('two concurrent runs never overdraw the balance; the second one gets nothing', async () => {
  const own = await aWorld();
  await own.db.run`DROP INDEX bulk_run_one_open`; // only so can two of one school meet
  await setBalance(3 * EXAM, own);
  const orders = [0, 1].map(() =>
    anOrder(own, [{ studentId: aStudent(own), examIds: [anExam(own), anExam(own)] }]),
  );
  const results = await Promise.all(
    orders.map((order) =>
      orderBulk(asStaff(own.db, ['ROLE_ADMIN']), order).catch(
        (error: { code: string }) => error.code,
      ),
    ),
  );
  const good = results.flatMap((state) =>
    typeof state === 'object' && 'result' in state ? state.result.students : [],
  );
  const successes = good
    .flatMap(({ exams }) => exams)
    .filter(({ text }) => text === 'success').length;
  const scheduled = [...own.registration.registrations.values()].filter(
    ({ state }) => state === 'scheduled',
  ).length;
  expect([await balance(own), scheduled]).toEqual([(3 - successes) * EXAM, successes]);
  expect(successes).toBeGreaterThanOrEqual(2);
  await own.close();
});

test('without the lock and the trigger both spend it: more is used than there is', async () => {
  const own = await aWorld();
  await setBalance(EXAM, own);
  await own.db.run`ALTER TABLE balance_line DISABLE TRIGGER balance_line_moves_balance`;
  const looks = Promise.withResolvers<void>();
  let looked = 0;
  const naive = (registrationId: number) =>
    own.db.transaction(async (sql) => {
      const { cents } = await sql.one<{
        cents: number;
      }>`SELECT balance_cents AS cents FROM school_balance WHERE school_id = ${PREPAYING}`;
      looked += 1;
      if (looked === 2) looks.resolve();
      await looks.promise;
      if (cents < EXAM) return;
      const { id } = await sql.one<{ id: number }>`
        INSERT INTO balance_entry (school_id, kind, entered_at, day, registration_id, entered_by)
        VALUES (${PREPAYING}, 'registration', now(), now()::date, ${registrationId}, 'test')
        RETURNING id`;
      await sql.run`
        INSERT INTO balance_line VALUES (${id}, 'balance', ${-EXAM}), (${id}, 'usage', ${EXAM})`;
    });
  await Promise.all([naive(1), naive(2)]);
  const { sum } = await own.db.one<{ sum: number }>`
    SELECT sum(amount_cents)::bigint AS sum FROM balance_line
    JOIN balance_entry ON id = entry_id WHERE account = 'balance'`;
  expect(sum).toBeLessThan(0);
  await own.close();
});

test('an exam withdrawn after payment returns sum or fee, and its credits stay', async () => {
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
  const second = await ended(
    asAdmin(),
    anOrder(world, [{ studentId: byCard, examIds: [gone], ccId: `card of ${byCard}` }], PAYING),
  );
  expect(textsOf(second, byCard)).toEqual([
    "The payment was received and 3 credits were added to the student's account, but the " +
      'registration did not go through.',
  ]);
  expect(second.students[0]).toMatchObject({ chargedCents: 0, creditsUsed: 0 });
  expect([world.payments.returned, world.payments.refunded]).toEqual([
    expect.arrayContaining([...idsOf(byBalance), ...idsOf(byCard)]),
    expect.arrayContaining(idsOf(byCard)),
  ]);
});

test('a cancelled exam returns its sum once, to its cohort; an unpaid one nothing', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world, PREPAYING, { cohort: '2025-2026' });
  await ended(asAdmin(), anOrder(world, [{ studentId, examIds: [anExam(world)] }]));
  const [registrationId = 0] = idsOf(studentId);
  const back = (id: number) =>
    inTransaction(asService(world.db, 'schools'), 'test', (tx) =>
      refundToBalance(tx, id, studentId),
    );
  await Promise.all([back(registrationId), back(registrationId), back(999)]);
  await back(registrationId);
  expect(await entries([registrationId])).toEqual([
    { kind: 'registration', cohort: '2025-2026', cents: -EXAM },
    { kind: 'cancelled', cohort: '2025-2026', cents: EXAM },
  ]);
  expect(await balance()).toBe(100_000);
});
