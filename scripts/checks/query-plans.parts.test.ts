// Every SQL statement of the services is planned on empty tables, with scans of whole tables made dear: one that still reads a whole table has no index
// that helps it. Only tables that stay small may be read whole.
import { globSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { freshDatabase } from '@portal/kit/testing';
import pg from 'pg';
import { root, services } from './charts.ts';

/** The catalogue, its copies and lists of the office; places that are held for minutes; what is swept once an hour. */
const smallTables = new Set(
  'exam location package_type study_material price_list material_update college membership_type exam_copy location_copy package_copy price_copy school seminary seat_hold token inbox_set_aside'.split(
    ' ',
  ),
);
/** Indexes of what waits, or of a kind that there is little of: all of it may be read. */
const shortIndexes = new Set(
  'process_running outbox_waiting reset_request_order registration_half_made registration_held session_of_school session_at_locations study_payment_untold'.split(
    ' ',
  ),
);
/** Read whole on purpose. */
const meant: Readonly<Record<string, string>> = {
  'registration/src/copies/store.ts student_copy': 'the highest id is the last entry of its index',
  'seminary/src/study/follow-store.ts study_payment': 'payments of study: a few thousand in ten years',
};

const opened: { end: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const one of opened.reverse()) await one.end();
});

/** Where a nested `${...}` that begins at `from` ends. */
function endOfNested(text: string, from: number): number {
  let at = from;
  for (let depth = 1; depth > 0; at += 1) {
    if (text[at] === '`') at = endOfTemplate(text, at + 1);
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
  }
  return at;
}
function endOfTemplate(text: string, from: number): number {
  let at = from;
  while (text[at] !== '`') at = text.startsWith('${', at) ? endOfNested(text, at + 2) : at + 1;
  return at;
}
/** The statement of a template that begins at `from`, each value a parameter. */
function statementAt(text: string, from: number): string {
  const end = endOfTemplate(text, from);
  let statement = '';
  let values = 0;
  for (let at = from; at < end; ) {
    if (text.startsWith('${', at)) {
      at = endOfNested(text, at + 2);
      values += 1;
      statement += `$${values}`;
    } else {
      statement += text[at];
      at += 1;
    }
  }
  return statement.trim();
}

/** All statements of a service, with the file that they stand in. */
function statementsOf(folder: string): { file: string; statement: string }[] {
  const files = globSync('**/*.ts', { cwd: `${root}services/${folder}` }).filter(
    (file) => !/\.test\.ts$|testing|\/demo\/|seed|invariants|node_modules/.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(`${root}services/${folder}/${file}`, 'utf8');
    const tags = [...text.matchAll(/\.(?:one|maybe|many|run)(?:<[^`]*?>)?\s*`/g)];
    const statements = tags.map((tag) => statementAt(text, tag.index + tag[0].length));
    return statements
      .filter((statement) => /^(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(statement))
      .map((statement) => ({ file: `${folder}/${file}`, statement }));
  });
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}
/** Tables that a plan reads whole. */
function readWhole(plan: Plan): string[] {
  const isScan = plan['Node Type'] === 'Seq Scan';
  const isFullIndex =
    /^Index (Only )?Scan$/.test(plan['Node Type']) && plan['Index Cond'] === undefined && !shortIndexes.has(plan['Index Name'] ?? '');
  const own = isScan || isFullIndex ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
}

test.each([...services])('no statement of %s reads a table whole that grows', async (service) => {
  const database = await freshDatabase(service);
  opened.push({ end: () => database.drop() });
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  opened.push({ end: () => connection.end() });
  for (const dear of ['seqscan', 'hashjoin', 'mergejoin', 'material']) await connection.query(`SET enable_${dear} = off`);

  const statements = [...statementsOf(`${service}/src`), ...statementsOf('kit')];
  expect(statements.length).toBeGreaterThan(20);
  const found = new Set<string>();
  for (const { file, statement } of statements) {
    const asked = await connection.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`);
    const tables = asked.rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => readWhole(Plan));
    for (const table of tables) if (!smallTables.has(table)) found.add(`${file} ${table}`);
  }
  expect([...found].filter((place) => !(place in meant)).sort()).toEqual([]);
});
