import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { aggregateNames } from './expressions/aggregates.ts';
import { operatorNames } from './expressions/expression.ts';
import { functionNames } from './expressions/functions.ts';

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** Returns the names that the README lists under a heading, sorted. */
function listed(heading: string): readonly string[] {
  const [, list = ''] = README.split(`${heading}:\n\n`);
  const [names = ''] = list.split('\n\n');
  return names.trim().split(/\s+/).toSorted();
}

test.each([
  { heading: 'Functions', names: functionNames },
  { heading: 'Aggregates', names: aggregateNames },
  { heading: 'Operators', names: operatorNames },
])('$heading of the simulated PostgreSQL are those that its README lists', ({ heading, names }) => {
  expect(names.toSorted()).toEqual(listed(heading));
});
