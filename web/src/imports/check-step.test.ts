import { expect, test } from '@jest/globals';
import { countChoices, runText } from './check-step.tsx';

const counts = { add: 10, same: 3, duplicate: 2, twice: 1, error: 4 };

test('counts the actions, by presets and by choices', () => {
  expect(countChoices(counts, new Map())).toEqual({ add: 10, cohort: 0 });
  const chosen = new Map([
    [2, { choice: 'skip', preset: 'add' }],
    [3, { choice: 'cohort', preset: 'skip' }],
    [4, { choice: 'add', preset: 'skip' }],
    [5, { choice: 'add', preset: 'skip' }],
  ] as const);
  expect(countChoices(counts, chosen)).toEqual({ add: 11, cohort: 1 });
});

test.each([
  [{ add: 12, cohort: 2 }, 'Add 12 students, update 2 cohorts'],
  [{ add: 1, cohort: 0 }, 'Add 1 student'],
  [{ add: 0, cohort: 1 }, 'Update 1 cohort'],
  [{ add: 0, cohort: 0 }, 'Add 0 students'],
  [{ add: 4_800, cohort: 0 }, 'Add 4,800 students'],
])('of %j the button says %j', (done, text) => {
  expect(runText(done)).toBe(text);
});
