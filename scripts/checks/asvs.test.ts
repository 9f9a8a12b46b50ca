// Compares docs/security/asvs.md with the numbers of the standard, the files that exist and the
// tests that each yes names (`path#part of a title`). npm test itself checks that these ran: a
// declared test that does not run fails it, unless scripts/test/left-out.json names it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8');

/**
 * The number of requirements of level 1 and 2 in each section of ASVS 5.0.0; they are numbered from
 * 1, followed by those of level 3.
 */
const SECTIONS: Readonly<Record<string, number>> = {
  'V1.1': 2,
  'V1.2': 9,
  'V1.3': 11,
  'V1.4': 3,
  'V1.5': 2,
  'V2.1': 3,
  'V2.2': 3,
  'V2.3': 4,
  'V2.4': 1,
  'V3.2': 2,
  'V3.3': 4,
  'V3.4': 6,
  'V3.5': 5,
  'V3.7': 2,
  'V4.1': 3,
  'V4.2': 1,
  'V4.3': 2,
  'V4.4': 4,
  'V5.1': 1,
  'V5.2': 3,
  'V5.3': 2,
  'V5.4': 3,
  'V6.1': 3,
  'V6.2': 12,
  'V6.3': 4,
  'V6.4': 4,
  'V6.5': 5,
  'V6.6': 3,
  'V6.8': 4,
  'V7.1': 3,
  'V7.2': 4,
  'V7.3': 2,
  'V7.4': 5,
  'V7.5': 2,
  'V7.6': 2,
  'V8.1': 2,
  'V8.2': 3,
  'V8.3': 1,
  'V8.4': 1,
  'V9.1': 3,
  'V9.2': 4,
  'V10.1': 2,
  'V10.2': 2,
  'V10.3': 4,
  'V10.4': 11,
  'V10.5': 5,
  'V10.6': 2,
  'V10.7': 3,
  'V11.1': 2,
  'V11.2': 3,
  'V11.3': 3,
  'V11.4': 4,
  'V11.5': 1,
  'V11.6': 1,
  'V12.1': 3,
  'V12.2': 2,
  'V12.3': 4,
  'V13.1': 1,
  'V13.2': 5,
  'V13.3': 2,
  'V13.4': 5,
  'V14.1': 2,
  'V14.2': 4,
  'V14.3': 3,
  'V15.1': 3,
  'V15.2': 3,
  'V15.3': 7,
  'V16.1': 1,
  'V16.2': 5,
  'V16.3': 4,
  'V16.4': 3,
  'V16.5': 3,
  'V17.1': 1,
  'V17.2': 4,
  'V17.3': 2,
};

interface Row {
  readonly number: string;
  readonly level: string;
  readonly met: string;
  readonly how: string;
  readonly paths: readonly string[];
}

const rows: readonly Row[] = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [, number = '', level = '', met = '', how = '', shown = ''] = line
      .split(' | ')
      .flatMap((cell, at) => (at === 0 ? ['', cell.replace('| ', '')] : [cell]));
    return {
      number,
      level,
      met,
      how,
      paths: [...shown.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
    };
  });

test('the table lists every requirement of level 1 and 2 once, in order', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(wanted);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
});

test('each requirement has yes, no or n/a, an explanation and its evidence', () => {
  const bad = rows.filter(
    ({ level, met, how, paths }) =>
      !/^[12]$/.test(level) || !/^(yes|no|n\/a)$/.test(met) || how === '' || paths.length === 0,
  );
  expect(bad).toEqual([]);
});

test('every named path exists', () => {
  const named = new Set([...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path));
  const gone = [...named, ...rows.flatMap(({ paths }) => paths)].filter(
    (path) =>
      path !== undefined && path !== 'n/a' && !existsSync(join(root, path.replace(/#.*/, ''))),
  );
  expect([named.size > 20, gone]).toEqual([true, []]);
});

/** Returns the titles of the tests and groups that a source declares. */
const titlesIn = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:\b(?:test|it|describe)\(|\]\)\(|\)\)\(|\w\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/gs,
    ),
  ].map(([, , title]) => title?.replace(/\\(['"`])/g, '$1') ?? '');

/**
 * Returns the sources of a test file: itself, and the modules beside it that declare tests for it.
 */
function declaredBy(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const beside = [...source.matchAll(/from '(\.\.?\/[^']+)'/g)]
    .map(([, path]) => join(dirname(file), path ?? ''))
    .filter((path) => existsSync(join(root, path)));
  return [source, ...beside.map((path) => readFileSync(join(root, path), 'utf8'))];
}

/** Tests that do not run, by their names in scripts/test/left-out.json. */
const leftOut = readFileSync(join(root, 'scripts/test/left-out.json'), 'utf8');

/** Returns why a reference names no running test; null: it names one. */
function faultOf(reference: string): string | null {
  const [, file = '', part = ''] = /^([^#]+)#(.+)$/.exec(reference) ?? [];
  if (part === '') return `${reference} names no test of a file`;
  if (!/(?<!\.long)\.test\.tsx?$/.test(file)) return `${file} does not run in npm test`;
  if (!existsSync(join(root, file))) return `${file} is gone`;
  const sources = declaredBy(file);
  const title = sources.flatMap(titlesIn).find((one) => one.includes(part));
  if (title === undefined) return `${file} has no test "${part}"`;
  const isSkipped = sources.some((source) =>
    source.split('\n').some((line) => /\.(?:skip|todo)\b/.test(line) && line.includes(part)),
  );
  return isSkipped || leftOut.includes(title) ? `"${title}" does not run` : null;
}

test('each yes names running tests', () => {
  const yes = rows.filter(({ met }) => met === 'yes');
  const faults = yes.flatMap(({ number, paths }) =>
    paths.flatMap((path) => {
      const fault = faultOf(path);
      return fault === null ? [] : [`${number}: ${fault}`];
    }),
  );
  expect(faults).toEqual([]);
});

test('finds a reference to a test that is missing, long or unnamed', () => {
  const own = 'scripts/checks/asvs.test.ts';
  expect(faultOf(`${own}#each yes names running tests`)).toBeNull();
  for (const wrong of [own, `${own}#`, `${own}#no such test`, 'scripts/gone.test.ts#x'])
    expect(faultOf(wrong)).not.toBeNull();
  expect(faultOf('scripts/checks/patterns.long.test.ts#no')).toContain('does not run');
  expect(faultOf('services/kit/ids.ts#x')).toContain('does not run');
});

test('the decisions that the standard wants written down are in the documents', () => {
  for (const heading of ['Sessions', 'Data and how it is kept', 'Cryptography in use', 'Logs'])
    expect(text).toContain(`**${heading}.**`);
  for (const fact of ['30 minutes', '8 hours', 'argon2id', 'AES-256-GCM', '`no-store`'])
    expect(text).toContain(fact);
  const pages: Readonly<Record<string, string>> = {
    'docs/operations/secrets.md': 'Who speaks for whom',
    'docs/concepts/personal-data.md': 'How long rows are kept',
    'docs/architecture.md': 'Promises',
  };
  for (const [page, heading] of Object.entries(pages))
    expect(readFileSync(join(root, page), 'utf8')).toContain(`\n## ${heading}\n`);
});

test('its top lists the unmet requirements, and its first lines have the right numbers', () => {
  const [top = ''] = text.split('## Decisions');
  const listed = [...top.matchAll(/^- \*\*(V[\d.]+)\*\*/gm)].map(([, number]) => number);
  const of = (answer: string) => rows.filter(({ met }) => met === answer);
  expect(listed).toEqual(of('no').map(({ number }) => number));
  expect(top.replaceAll(/\s+/g, ' ')).toContain(
    `Of 253 requirements ${of('yes').length} are met, ${of('no').length} are not, ` +
      `and ${of('n/a').length} do not apply`,
  );
});
