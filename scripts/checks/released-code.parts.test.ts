// Migrations since the last release only expand: old pods serve on the new schema until the last of
// them has ended, and again after a rollback.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  databaseOfRelease,
  freshDatabase,
  restoredCopy,
  type TestDatabase,
} from '@portal/kit/testing';
import { releasedSources, whyNoReleasedTree } from '../releases/released-tree.ts';
import { type Schema, schemaOf, stumblingBlocks } from '../releases/schema-changes.ts';
import { services } from './charts/charts.ts';
import { readStatements, type Statement } from './sql/statements/statements.ts';

/** Statements that no pod runs: of tests, and of the seed, which creates its own tables. */
const NOT_SERVED = /\/(?:testing|seed[^/]*)(?:\.ts|\/)/;
/** New rules of old tables that rows of the released code cannot break, each with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  'new rule of vendor: CREATE UNIQUE INDEX ON public.vendor USING btree (lower(name))':
    'the released code writes no vendor',
  "new rule of student_session: CHECK ((takes = ANY (ARRAY['seat'::text, 'special'::text, 'nothing'::text])))":
    'the released code keeps its initial value',
  'new rule of price_list: CHECK ((proctor_fee_cents >= 0))':
    'the released code keeps the initial fees',
  'new rule of price_list: CHECK ((retake_fee_cents >= 0))':
    'the released code keeps the initial fees',
  'new rule of registration: CHECK ((usual_proctor_fee_cents >= 0))':
    'the released code keeps its initial value',
  "new rule of money_entry: CHECK ((((kind = ANY (ARRAY['refund'::text, 'void'::text])) = (refund_id IS NOT NULL)) AND ((kind = 'adjustment'::text) = (difference_id IS NOT NULL)) AND ((kind = 'adjustment'::text) = (payment_id IS NULL)))) NOT VALID":
    'the released code writes no adjustments',
  "new rule of money_entry: CHECK ((kind = ANY (ARRAY['capture'::text, 'refund'::text, 'void'::text, 'adjustment'::text]))) NOT VALID":
    'the released code writes no adjustments',
  'new rule of money_entry: CREATE UNIQUE INDEX ON public.money_entry USING btree (difference_id) WHERE (difference_id IS NOT NULL)':
    'the released code writes no adjustments',
  'new rule of money_entry: FOREIGN KEY (difference_id) REFERENCES payment_difference(id)':
    'the released code writes no adjustments',
  "new rule of money_line: CHECK (((account = ANY (ARRAY['processor'::text, 'reconciliation'::text])) = (charge_id IS NULL))) NOT VALID":
    'the released code writes no adjustments',
  "new rule of money_line: CHECK ((account = ANY (ARRAY['processor'::text, 'proctor_fees'::text, 'credit_sales'::text, 'additional_fees'::text, 'retake_fees'::text, 'school_balances'::text, 'seminary_study'::text, 'reconciliation'::text]))) NOT VALID":
    'the released code writes no adjustments',
  "new rule of study_material: CHECK ((url ~ '^(https?://|file:[0-9a-f]{64}$)'::text))":
    'it allows everything that the released code writes',
  "new rule of credit_entry: CHECK ((kind = ANY (ARRAY['purchase'::text, 'assign'::text, 'grant'::text, 'spend'::text, 'return'::text, 'refund'::text, 'forfeit'::text]))) NOT VALID":
    'the released code writes no other kinds than before',
  'new rule of session: CHECK ((special_left >= 0))': 'the released code writes no special places',
};

const missing = await whyNoReleasedTree();
const tree = missing === undefined ? await releasedSources() : undefined;
const statements = tree
  ? readStatements(`${tree.root}/`).filter(({ place }) => !NOT_SERVED.test(place))
  : [];
afterAll(() => tree?.remove());

const schema = (db: TestDatabase): Promise<Schema> =>
  schemaOf(async (statement) => (await db.pool.query(statement)).rows);

interface Upgraded {
  readonly db: TestDatabase;
  /** Its schema at the release. */
  readonly before: Schema;
  /** Runs the pending migrations of the release. */
  readonly rollBack: (from: TestDatabase) => Promise<string[]>;
}

/** Returns a database of a service at its release. */
const released = (service: string) =>
  databaseOfRelease(service, pathToFileURL(`${tree?.root}/services/`));

/** Returns a database of a service at its release, migrated by this release. */
async function upgraded(service: string): Promise<Upgraded> {
  const { db, upgrade, rollBack } = await released(service);
  const before = await schema(db);
  await upgrade();
  return { db, before, rollBack };
}

/** Returns the statements that a database cannot plan. */
async function unplannable(db: TestDatabase, planned: readonly Statement[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { place, text } of planned) {
    if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text)) continue;
    await db.pool
      .query(`EXPLAIN (GENERIC_PLAN) ${text}`)
      .catch((error: Error) => failed.push(`${place}: ${error.message}`));
  }
  return failed;
}
const statementsOf = (service: string): Statement[] =>
  statements.filter((one) => one.service === service);

const withTree = tree ? describe : describe.skip;
withTree(missing ?? 'the last released code', () => {
  test('is that of the last released chart', () => {
    const version = (file: string) =>
      /^version: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 'none';
    const released = readdirSync('charts/portal/ci/released')
      .map((name) => /^portal-(.*)\.tgz$/.exec(name)?.[1])
      .filter((name) => name !== undefined);
    expect(statements.length).toBeGreaterThan(100);
    expect(released).toContain(version(`${tree?.root}/charts/portal/Chart.yaml`));
  });

  describe.each([...services])('in %s', (service) => {
    let database: Upgraded;
    beforeAll(async () => {
      database = await upgraded(service);
    });
    afterAll(() => database?.db.drop());

    test('finds all its tables and columns in the new schema', async () => {
      expect(await unplannable(database.db, statementsOf(service))).toEqual([]);
    });

    test('finds none of its migrations pending', async () => {
      expect(await database.rollBack(database.db)).toEqual([]);
    });

    test('can write to the new schema as to its own', async () => {
      const blocks = stumblingBlocks(database.before, await schema(database.db));
      expect(blocks.filter((block) => !(block in HARMLESS))).toEqual([]);
    });
  });

  test.each([...services])(
    'restores a backup of the released database of %s, which can go back',
    async (service) => {
      const { db, rollBack } = await released(service);
      await db.run`INSERT INTO outbox (id, type, payload) VALUES (gen_random_uuid(), 'x', '{}')`;
      const copy = await restoredCopy(service, db);
      try {
        expect(await copy.one`SELECT count(*)::integer AS rows FROM outbox`).toEqual({ rows: 1 });
        expect(await rollBack(copy)).toEqual([]);
      } finally {
        await copy.drop();
        await db.drop();
      }
    },
  );

  test('control: notices a contraction', async () => {
    const db = await freshDatabase('catalog');
    try {
      const before = await schema(db);
      await db.pool.query('ALTER TABLE exam RENAME COLUMN subject TO title');
      await db.pool.query('ALTER TABLE exam ADD COLUMN level text NOT NULL');
      await db.pool.query('ALTER TABLE exam ALTER COLUMN credits TYPE bigint');
      await db.pool.query('CREATE UNIQUE INDEX ON exam (title)');
      expect(await unplannable(db, statementsOf('catalog'))).not.toEqual([]);
      expect(stumblingBlocks(before, await schema(db))).toEqual([
        'exam.credits was integer and is bigint',
        'exam.level must be filled',
        'exam.title must be filled',
        "new rule of exam: CHECK ((title <> ''::text))",
        'new rule of exam: CREATE UNIQUE INDEX ON public.exam USING btree (title)',
      ]);
    } finally {
      await db.drop();
    }
  });
});
