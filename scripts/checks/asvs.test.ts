// deploy/asvs.md against the numbers of the standard and the files that are there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'deploy/asvs.md'), 'utf8');

/**
 * How many requirements of level 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1
 * on, and those of level 3 come after them.
 */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2 },
  ...{ 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2 },
  ...{ 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3 },
  ...{ 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5, 'V6.6': 3, 'V6.8': 4 },
  ...{ 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2 },
  ...{ 'V8.1': 2, 'V8.2': 3, 'V8.3': 1, 'V8.4': 1, 'V9.1': 3, 'V9.2': 4 },
  ...{ 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11, 'V10.5': 5, 'V10.6': 2, 'V10.7': 3 },
  ...{ 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1 },
  ...{ 'V12.1': 3, 'V12.2': 2, 'V12.3': 4, 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5 },
  ...{ 'V14.1': 2, 'V14.2': 4, 'V14.3': 3, 'V15.1': 3, 'V15.2': 3, 'V15.3': 7 },
  ...{ 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3 },
  ...{ 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
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

test('every requirement of level 1 and 2 stands in the table once, in order', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(wanted);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
});

test('each says yes, no or n/a, how, and what shows it', () => {
  const bad = rows.filter(
    ({ level, met, how, paths }) =>
      !/^[12]$/.test(level) || !/^(yes|no|n\/a)$/.test(met) || how === '' || paths.length === 0,
  );
  expect(bad).toEqual([]);
});

test('every path that it names is there', () => {
  const named = new Set([...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path));
  const gone = [...named, ...rows.flatMap(({ paths }) => paths)].filter(
    (path) => path !== undefined && path !== 'n/a' && !existsSync(join(root, path)),
  );
  expect([named.size > 100, gone]).toEqual([true, []]);
});

test('what is not met stands at its top, and the numbers in its first lines are right', () => {
  const [top = ''] = text.split('## Decisions');
  const listed = [...top.matchAll(/^- \*\*(V[\d.]+)\*\*/gm)].map(([, number]) => number);
  const of = (answer: string) => rows.filter(({ met }) => met === answer);
  expect(listed).toEqual(of('no').map(({ number }) => number));
  expect(top).toContain(
    `Of 253 requirements ${of('yes').length} are met, ${of('no').length} are not, and ${of('n/a').length} do not apply`,
  );
});
