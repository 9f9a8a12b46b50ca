// Runs the statements of simulated worlds again, at the simulated server and at PostgreSQL.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { ROOT } from '../../start/paths.ts';
import { type Difference, Lockstep } from './lockstep.ts';
import { type Logs, readLogs } from './log-file.ts';
import { rowVariants } from './row-variants.ts';
import { realStructure, structureOf } from './structure.ts';

// Each change of the product changes what happens in a world. In several worlds together the office
// changes a waiting list, offers are accepted and expire, and some students take special places.
const SEEDS = [1, 2, 3, 4, 5, 6];
const STEPS = 8_000;
const TIMEOUT_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'portal-conformance-'));
const logs = new Map<number, Logs>();

beforeAll(async () => {
  await loadModule();
  for (const seed of SEEDS) {
    const file = join(folder, `${seed}.json`);
    const numbers = ['--seed', String(seed), '--steps', String(STEPS)];
    await promisify(execFile)(
      process.execPath,
      ['scripts/simulation/conformance/record.ts', ...numbers, '--file', file],
      // inherited options may belong to another run of Node, such as a profile
      { cwd: ROOT, env: { ...process.env, NODE_OPTIONS: '', TEST_CLOCK_OFFSET_MS: '0' } },
    );
    logs.set(seed, readLogs(file));
  }
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends a service's statements to both servers and then reads all tables. */
async function replay(both: Lockstep, seed: number, service: string): Promise<void> {
  for (const { session, at, text, values } of logs.get(seed)?.[service] ?? []) {
    if (both.isOver) return;
    if (text === null) await both.close(session);
    else await both.query(session, text, values, { at });
  }
  for (const table of both.server.catalog.tables.keys())
    await both.query(0, `SELECT * FROM ${table}`);
}

const statementsOfRegistration = () =>
  [...logs.values()]
    .flatMap(({ registration = [] }) => registration)
    .map(({ text, values }) => ({ text: (text ?? '').replace(/\s+/g, ' '), values }));

test('the worlds contain statements about special places', () => {
  const statements = statementsOfRegistration();
  const includes = (part: string, value: unknown) =>
    statements.some(({ text, values }) => text.includes(part) && values.includes(value));
  expect(includes('INSERT INTO student_session', 'special')).toBe(true);
  expect(includes('INSERT INTO seat_hold', true)).toBe(true);
  for (const part of [
    'INSERT INTO session_room',
    "SET takes = 'special', special_wanted_at = NULL",
    "SET takes = 'nothing', special_wanted_at",
  ])
    expect(statements.some(({ text }) => text.includes(part))).toBe(true);
});

test('the worlds contain statements about waiting lists', () => {
  const statements = statementsOfRegistration();
  const states = statements
    .filter(({ text }) => text.includes('UPDATE waiting_entry SET state'))
    .map(({ values }) => values[0]);
  expect(states).toEqual(expect.arrayContaining(['offered', 'accepted', 'expired', 'left']));
  for (const part of ['INSERT INTO waiting_entry', 'UPDATE waiting_entry w SET place'])
    expect(statements.some(({ text }) => text.includes(part))).toBe(true);
});

const databases = SEEDS.flatMap((seed) => [
  { seed, service: 'registration' },
  { seed, service: 'payments' },
]);

describe.each(databases)('$service in the world of seed $seed', ({ seed, service }) => {
  let both: Lockstep;
  let replayed: readonly Difference[];
  beforeAll(async () => {
    both = await Lockstep.of(service);
    await replay(both, seed, service);
    replayed = both.takeDifferences();
  }, TIMEOUT_MS);
  afterAll(() => both.end());

  test('the migrations build the same database at both servers', async () => {
    expect(structureOf(both.server.catalog)).toEqual(await realStructure(both.database));
  });

  test('statements of the service have equal answers and leave equal rows', () => {
    expect(replayed).toEqual([]);
    expect(both.counts.statements).toBeGreaterThan(1_000);
  });

  test(
    'a row that a table rejects fails with the same error',
    async () => {
      for (const table of both.server.catalog.tables.values()) {
        const rows = both.server.read<Record<string, unknown>>(`SELECT * FROM ${table.name}`);
        for (const row of new Set([rows[0], rows.at(-1)]))
          for (const { text, values } of row ? rowVariants(table, row) : [])
            if (!both.isOver) await both.query(0, text, values);
      }
      expect(both.takeDifferences()).toEqual([]);
      expect(both.counts.errors).toBeGreaterThan(200);
    },
    TIMEOUT_MS,
  );
});
