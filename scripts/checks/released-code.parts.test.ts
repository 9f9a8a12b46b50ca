// Migrations since the last release only expand: old pods serve on the new schema until the last of
// them is gone, and again after a rollback.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { releasedTree, whyNoReleasedTree } from '../releases/released-tree.ts';
import { type Schema, schemaOf, stumblingBlocks } from '../releases/schema-changes.ts';
import { root, services } from './charts/charts.ts';
import { readTemplates } from './sql/templates.ts';

/** Statements that no pod asks: of tests, and of the seed, which makes tables for itself. */
const NOT_SERVED = /\/(?:testing|seed[^/]*)(?:\.ts|\/)/;
/**
 * New rules of old tables that what the released code writes cannot break, each with the reason.
 */
const HARMLESS: Readonly<Record<string, string>> = {};

const missing = await whyNoReleasedTree();
const tree = missing === undefined ? await releasedTree() : undefined;
afterAll(() => tree?.remove());

const schema = (db: TestDatabase): Promise<Schema> =>
  schemaOf(async (statement) => (await db.pool.query(statement)).rows);

/** Migrates a database as a release does by itself. */
async function migrate(root: string, service: string, db: TestDatabase): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [`${root}/services/kit/database/migrate.ts`, service],
    { env: { ...process.env, DATABASE_URL: db.url } },
  );
}

/** Works on an empty database of a service, without a table. */
async function onEmptyDatabase<T>(service: string, work: (db: TestDatabase) => Promise<T>) {
  const db = await freshDatabase(service);
  try {
    await db.pool.query('DROP SCHEMA public CASCADE');
    await db.pool.query('CREATE SCHEMA public');
    return await work(db);
  } finally {
    await db.drop();
  }
}

/** Statements of a service that a database cannot even plan. */
async function unplannable(db: TestDatabase, service: string): Promise<string[]> {
  const failed: string[] = [];
  for (const { place, text } of statements.filter((one) => one.service === service)) {
    if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text)) continue;
    await db.pool
      .query(`EXPLAIN (GENERIC_PLAN) ${text}`)
      .catch((error: Error) => failed.push(`${place}: ${error.message}`));
  }
  return failed;
}
const statements = tree
  ? readTemplates('services/**/*.ts', new Map(), `${tree.root}/`).found.filter(
      ({ place }) => !NOT_SERVED.test(place),
    )
  : [];

const withTree = tree ? describe : describe.skip;
withTree(missing ?? 'the code that was released last', () => {
  test('is that of the chart that was released last', () => {
    const version = (file: string) =>
      /^version: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 'none';
    const released = readdirSync('charts/portal/ci/released')
      .map((name) => /^portal-(.*)\.tgz$/.exec(name)?.[1])
      .filter((name) => name !== undefined);
    expect(statements.length).toBeGreaterThan(100);
    expect(released).toContain(version(`${tree?.root}/charts/portal/Chart.yaml`));
  });

  test.each([...services])('finds in the new schema all that %s asks for', async (service) => {
    const db = await freshDatabase(service);
    try {
      expect(await unplannable(db, service)).toEqual([]);
    } finally {
      await db.drop();
    }
  });

  test.each([...services])(
    'may write to the new schema of %s as it did to its own',
    async (service) => {
      const blocks = await onEmptyDatabase(service, async (db) => {
        await migrate(tree?.root ?? '', service, db);
        const before = await schema(db);
        await migrate(root, service, db);
        return stumblingBlocks(before, await schema(db));
      });
      expect(blocks.filter((block) => !(block in HARMLESS))).toEqual([]);
    },
  );

  test('control: what contracts is seen', async () => {
    const db = await freshDatabase('catalog');
    try {
      const before = await schema(db);
      await db.pool.query('ALTER TABLE exam RENAME COLUMN subject TO title');
      await db.pool.query('ALTER TABLE exam ADD COLUMN level text NOT NULL');
      await db.pool.query('ALTER TABLE exam ALTER COLUMN credits TYPE bigint');
      await db.pool.query('CREATE UNIQUE INDEX ON exam (title)');
      expect(await unplannable(db, 'catalog')).not.toEqual([]);
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
