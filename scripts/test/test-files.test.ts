import { expect, test } from '@jest/globals';
import { patternOf, projectOf, testFiles } from './test-files.ts';

test('every test file of the repository belongs to a kind', () => {
  const files = testFiles(true);
  expect(files.length).toBeGreaterThan(900);
  for (const file of files) expect(projectOf(file)).not.toBe('');
});

test.each([
  ['services/kit/money.test.ts', 'unit'],
  ['bff/src/testing/every-call/roles.test.ts', 'every-call'],
  ['services/kit/service.parts.test.ts', 'parts'],
  ['services/kit/service.parts.long.test.ts', 'parts'],
  ['web/src/exams/exam-row.test.tsx', 'web'],
  ['web/src/shared/api/calls.pact.test.tsx', 'pact'],
  ['charts/portal/ci/helm4.chart.long.test.ts', 'charts'],
  ['scripts/e2e/faults/deaths/buying.long.test.ts', 'faults'],
])('%s is one of %s', (file, kind) => {
  expect(projectOf(file)).toBe(kind);
});

test('a test file that lies where no stage looks is refused', () => {
  expect(() => projectOf('scripts/e2e/people/person.test.ts')).toThrow(
    'scripts/e2e/people/person.test.ts lies where no stage looks for tests',
  );
});

test('the pattern of a kind takes its files whole, and no others', () => {
  const pattern = new RegExp(patternOf('unit', ['a/b.test.ts', 'web/c.test.ts']));
  const matches = (file: string): boolean => pattern.test(`${process.cwd()}/${file}`);
  expect(['a/b.test.ts', 'web/c.test.ts', 'a/bxtest.ts', 'x/a/b.test.ts'].map(matches)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
