import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { broken } from '@portal/kit/commands/sweep';
import { invariants } from './invariants.ts';
import { aWorld, PREPAYING, type World } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
  await enter(1, 'manual_payment', 'cash', 10_000);
  await enter(2, 'registration', 'usage', -4000, 77);
  await enter(3, 'cancelled', 'usage', 4000, 77);
});
afterAll(() => world.close());

async function enter(
  id: number,
  kind: string,
  account: string,
  cents: number,
  registrationId: number | null = null,
): Promise<void> {
  await world.db.transaction(async (sql) => {
    await sql.run`
        INSERT INTO balance_entry (id, school_id, kind, entered_at, day, entered_by,
          registration_id) OVERRIDING SYSTEM VALUE
        VALUES (${900_000 + id}, ${PREPAYING}, ${kind}, now(), now()::date, 'test',
          ${registrationId})`;
    await sql.run`
        INSERT INTO balance_line VALUES (${900_000 + id}, 'balance', ${cents}),
          (${900_000 + id}, ${account}, ${-cents})`;
  });
}

test('books that are in order break nothing', async () => {
  expect(await broken(world.db, invariants)).toEqual({});
});

test.each([
  [
    'both sides of an entry of a balance sum to zero',
    "UPDATE balance_line SET amount_cents = 1 WHERE entry_id = 900001 AND account = 'cash'",
  ],
  [
    'the balance of a school is the sum of its entries',
    'UPDATE school_balance SET balance_cents = balance_cents + 1',
  ],
  [
    'a balance is given back what it gave',
    `UPDATE balance_line SET amount_cents = amount_cents + sign(amount_cents)
     WHERE entry_id = 900003`,
  ],
  [
    'a run that is not over is being worked on',
    `INSERT INTO bulk_run (process_id, school_id, session_id, send_study_materials, prepays,
       ordered_by, ordered_at)
     SELECT gen_random_uuid(), max(school_id), 1, false, true, 'test', now() FROM school_balance`,
  ],
])(
  'control: without the guards of the database it is seen that %s no more',
  async (name, damage) => {
    const client = await world.db.pool.connect();
    try {
      await client.query("SET session_replication_role = 'replica'");
      await client.query('BEGIN');
      await client.query(damage);
      const sql = {
        many: async (text: TemplateStringsArray) => (await client.query(text.join(''))).rows,
      };
      expect(Object.keys(await broken(sql as never, invariants))).toContain(name);
    } finally {
      await client.query('ROLLBACK');
      client.release(true);
    }
  },
);
