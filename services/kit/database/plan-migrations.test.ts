import { expect, test } from '@jest/globals';
import { planMigrations } from './plan-migrations.ts';

const ofKit = { name: '20_kit', sql: '', replaces: { '10_kit': 'a', '12_kit': 'b' } };
const own = { name: '21_own', sql: '', replaces: { '11_own': 'c' } };
const later = { name: '30_later', sql: '' };
const OLD = ['10_kit', '11_own', '12_kit'];

test.each<[string, string[], { run: string[]; record: string[] }]>([
  ['an empty database runs all', [], { run: ['20_kit', '21_own', '30_later'], record: [] }],
  ['one of 1.0.0 records both', OLD, { run: ['30_later'], record: ['20_kit', '21_own'] }],
  [
    'one that was cut off after the first runs the second',
    ['10_kit', '12_kit', '20_kit'],
    { run: ['21_own', '30_later'], record: [] },
  ],
  [
    'one that was cut off between the records goes on',
    [...OLD, '20_kit'],
    { run: ['30_later'], record: ['21_own'] },
  ],
  [
    'one that went past 1.0.0 records both',
    [...OLD, '30_later'],
    { run: [], record: ['20_kit', '21_own'] },
  ],
  [
    'one that is up to date has nothing to do',
    [...OLD, '20_kit', '21_own', '30_later'],
    { run: [], record: [] },
  ],
  [
    'one without the old names is up to date too',
    ['20_kit', '21_own', '30_later'],
    { run: [], record: [] },
  ],
])('%s', (_title, applied, expected) => {
  const { run, record } = planMigrations(new Set(applied), [ofKit, own, later]);
  expect({ run: run.map(({ name }) => name), record: record.map(({ name }) => name) }).toEqual(
    expected,
  );
});

test.each([
  { applied: ['10_kit'] },
  { applied: ['11_own'] },
  { applied: ['10_kit', '12_kit'] },
  { applied: ['10_kit', '11_own', '30_later'] },
])('refuses a database that has only $applied', ({ applied }) => {
  expect(() => planMigrations(new Set(applied), [ofKit, own, later])).toThrow(
    'Upgrade to 1.0.0 first',
  );
});
