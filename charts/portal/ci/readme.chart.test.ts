// The chart's README lists each setting as its schema says it.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readme, undescribed, withTable } from '../../../scripts/checks/charts/values-table.ts';

test('the table of settings is that of the schema (npm run chart-readme writes it)', () => {
  const text = readFileSync(readme, 'utf8');
  expect(text).toBe(withTable(text));
});

test('each setting has a sentence in the schema', () => {
  expect(undescribed()).toEqual([]);
});
