import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { billFindings } from './bill-schema.ts';
import { LIST } from './bills.ts';
import { listChanges } from './list-changes.ts';
import { sbom } from './packages.ts';

const list = (...lines: string[]): string => `${lines.join('\n')}\n`;

test('lists each package that changed', () => {
  const before = list(
    '@a/b@1.0.0  MIT  all',
    'c@2.0.0  MIT  bff',
    'd@1.0.0  ISC  all',
    'e@1.0.0  MIT  all',
  );
  const after = list(
    '@a/b@1.1.0  MIT  all',
    'c@2.0.0  GPL-3.0  bff',
    'e@1.0.0  MIT  all',
    'f@0.1.0  MIT  schools',
  );
  expect(listChanges(before, after)).toEqual([
    'changed @a/b: version 1.0.0 -> 1.1.0',
    'changed c: license MIT -> GPL-3.0',
    'gone d: 1.0.0, ISC, in all',
    'added f: 0.1.0, MIT, in schools',
  ]);
});

test('lists nothing without a change, and joins versions of one package', () => {
  const current = readFileSync(LIST, 'utf8');
  expect(listChanges(current, current)).toEqual([]);
  expect(
    listChanges(list('a@1.0.0  MIT  all'), list('a@1.0.0  MIT  all', 'a@2.0.0  MIT  bff')),
  ).toEqual(['changed a: version 1.0.0 -> 1.0.0, 2.0.0; parts all -> all, bff']);
});

test('finds an invalid bill of materials by the schema', async () => {
  const packages = [{ name: 'zod', version: '4.0.0', license: 'MIT' }];
  const bill = sbom('bff', '1.0.0', packages);
  expect(await billFindings(JSON.stringify(bill))).toEqual([]);
  for (const wrong of [
    { ...bill, components: [{ type: 'parcel', name: 'zod' }] },
    {
      ...bill,
      components: [{ type: 'library', name: 'zod', licenses: [{ license: { id: 'No-Such' } }] }],
    },
    { ...bill, colour: 'red' },
  ])
    expect(await billFindings(JSON.stringify(wrong))).not.toEqual([]);
});
