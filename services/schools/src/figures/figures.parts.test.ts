import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, refusalOf } from '@portal/kit/testing';
import { readAccount } from '../balance/read-balance.ts';
import { insertPayment } from '../balance/store.ts';
import { aWorld, PREPAYING, type World } from '../testing.ts';
import { rebuildFigures } from './rebuild-store.ts';
import { figureRpcs } from './rpc.ts';
import { readBalanceDays, readOpenings } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const pay = (date: string, amountCents: number) =>
  world.db.transaction((sql) =>
    insertPayment(
      sql,
      {
        schoolId: PREPAYING,
        kind: amountCents > 0 ? 'manual_payment' : 'correction',
        amountCents,
        date,
        comment: null,
        paymentId: null,
        cardLast4: null,
      },
      'a test',
      steadyNow(),
    ),
  );

test("daily balances equal the account's rows up to the day, also with late payments", async () => {
  const days = ['2025-03-08', '2025-03-09', '2025-03-10', '2025-11-02'];
  for (let turn = 0; turn < 30; turn++) {
    const day = days[turn % days.length] as string;
    await pay(day, turn % 5 === 4 ? -1 - turn : 1000 + turn);
  }
  const period = { from: '2025-03-09', to: '2025-12-31' };
  const shown = async () => ({
    openings: await readOpenings(world.db, period.from, PREPAYING),
    days: await readBalanceDays(world.db, period, PREPAYING),
  });

  const kept = await shown();
  const { report } = await readAccount(world.db, PREPAYING);
  const upTo = (day: string) =>
    report.filter(({ date }) => date <= day).reduce((sum, row) => sum + row.amountCents, 0);
  let balance = kept.openings[0]?.openingCents ?? 0;
  expect(balance).toBe(upTo('2025-03-08'));
  for (const { day, cents } of kept.days) {
    balance += cents;
    expect([day, balance]).toEqual([day, upTo(day)]);
  }
  await world.db.transaction((sql) => rebuildFigures(sql));
  expect(await shown()).toEqual(kept);
});

test('figures of balances are those of schools that prepay', async () => {
  const call = asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });
  const { listBalanceFigures } = figureRpcs.handlers as unknown as Record<
    string,
    { handle: (request: object, call: object) => Promise<{ schools: { schoolId: number }[] }> }
  >;
  const ask = (from: string, to: string) => listBalanceFigures?.handle({ from, to }, call);

  const figures = await ask('2025-03-01', '2025-03-31');
  const long = await refusalOf(ask('2024-01-01', '2025-01-01') as Promise<unknown>);

  expect(figures?.schools.map(({ schoolId }) => schoolId)).toContain(PREPAYING);
  expect([long.status, long.code]).toEqual([422, 'range_too_long']);
});
