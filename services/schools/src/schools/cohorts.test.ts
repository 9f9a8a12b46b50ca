import { expect, test } from '@jest/globals';
import { cohortChoices } from './cohorts.ts';

const june = new Date('2026-06-30T16:00:00Z');
const july = new Date('2026-07-01T16:00:00Z');

test.each([
  {
    of: 'a latest cohort',
    latestCohort: '2026-2027',
    multipleActiveCohorts: false,
    now: june,
    choices: ['2026-2027', '2027-2028'],
  },
  {
    of: 'several active cohorts',
    latestCohort: '2026-2027',
    multipleActiveCohorts: true,
    now: june,
    choices: ['2025-2026', '2026-2027', '2027-2028'],
  },
  {
    of: 'no cohort in June',
    latestCohort: null,
    multipleActiveCohorts: false,
    now: june,
    choices: ['2025-2026', '2026-2027'],
  },
  {
    of: 'no cohort in July',
    latestCohort: null,
    multipleActiveCohorts: true,
    now: july,
    choices: ['2026-2027', '2027-2028'],
  },
])('a school with $of offers $choices', ({ now, choices, ...school }) => {
  expect(cohortChoices(school, now)).toEqual(choices);
});
