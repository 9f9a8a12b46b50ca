import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import type { StudentData } from '@portal/contract/students/my-data';
import { dataPdf, factsOf } from './data-pdf.ts';

const row = {
  first_name: 'דנה',
  amount_cents: 1500,
  active: true,
  exams_allowed: [4, 9],
  change: { city: ['Monsey', 'Lakewood'], note: null },
  phone: null,
};

test('prints every fact of a row, whatever its form', () => {
  expect(factsOf(row)).toEqual([
    'First name: \u2068דנה\u2069',
    'Amount cents: 1500',
    'Active: yes',
    'Exams allowed: 4, 9',
    'Change: city Monsey, Lakewood, note none',
    'Phone: none',
  ]);
});

test('many rows fill as many US Letter pages as needed, streamed while rendered', async () => {
  const data: StudentData = {
    studentId: 12,
    askedAt: '2026-11-26T15:00:00Z',
    services: [
      { service: 'identity', tables: [{ name: 'student', rows: Array(400).fill(row) }] },
      { service: 'schools', tables: [] },
    ],
  };
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  const file = (await buffer(await dataPdf(data, TEST_NOW))).toString('latin1');
  clearInterval(count);
  expect(file).toMatch(/^%PDF-1\.\d/);
  expect(file.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(20);
  expect(turns).toBeGreaterThan(5);
});

test('Hebrew data is isolated from the English words of its line', () => {
  const data = '6 אולם 7';
  const facts = factsOf({ name: data, all: [data, data], change: { city: data, seen: [data] } });
  const isolated = new RegExp(`\u2068${data}\u2069`, 'g');
  expect(facts.join('\n').match(isolated)).toHaveLength(5);
  expect(facts.join('\n').replace(isolated, '')).not.toContain(data);
});
