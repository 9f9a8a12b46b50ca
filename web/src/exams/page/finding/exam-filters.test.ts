import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import fc from 'fast-check';
import { mayDo, mayNot } from '../../../shared/exams/testing.ts';
import { anExam } from '../../testing.ts';
import { credits } from '../testing.tsx';
import {
  costs,
  filterCount,
  filterParams,
  filtersOf,
  passesFilters,
  sorted,
  sortings,
} from './exam-filters.ts';

const read = (query: string) => filtersOf(new URLSearchParams(query));
const left = (query: string, exams: readonly Exam[]) =>
  exams.filter(passesFilters(read(query), credits)).map(({ id }) => id);

test('any choice of filters comes back from the address as it was', () => {
  const some = fc.record({
    vendor: fc.option(fc.nat(9), { nil: null }),
    cost: fc.option(fc.constantFrom(...(Object.keys(costs) as (keyof typeof costs)[])), {
      nil: null,
    }),
    isOpen: fc.boolean(),
    isOnline: fc.boolean(),
    sorting: fc.constantFrom(...sortings),
  });
  fc.assert(
    fc.property(some, (filters) => {
      expect(filtersOf(new URLSearchParams(filterParams(filters)))).toEqual(filters);
    }),
  );
});

test('an address with unknown filters leaves nothing out', () => {
  const filters = read('vendor=x&credits=toString&sort=constructor');
  expect([filterCount(filters), filterParams(filters)]).toEqual([0, {}]);
});

test.each([
  { query: 'vendor=3', ids: [2] },
  { query: 'credits=1-3', ids: [1, 2] },
  { query: 'credits=6-', ids: [3, 4] },
  { query: 'credits=held', ids: [1, 2, 3] },
  { query: 'open', ids: [1, 3] },
  { query: 'online', ids: [1] },
  { query: 'open&credits=6-', ids: [3] },
])('$query leaves exams $ids', ({ query, ids }) => {
  const exams = [
    anExam({ id: 1, vendor_id: 4, credits: 3 }),
    anExam({
      id: 2,
      vendor_id: 3,
      credits: 2,
      content_code: null,
      actions: [mayNot('register', 'requirements_not_met')],
    }),
    anExam({ id: 3, credits: 6, content_code: null, actions: mayDo('register') }),
    anExam({ id: 4, credits: 9, paper_only: true, actions: [] }),
  ];
  expect(left(query, exams)).toEqual(ids);
});

test('without known credits no exam is too expensive', () => {
  const dear = anExam({ credits: 90 });
  expect(passesFilters(read('credits=held'), undefined)(dear)).toBe(true);
});

test('ties keep the order of the names', () => {
  const exams = [
    anExam({ id: 1, credits: 4, examDuration: 60, vendor_id: 4 }),
    anExam({ id: 2, credits: 3, examDuration: 180, vendor_id: 1 }),
    anExam({ id: 3, credits: 3, examDuration: 120, vendor_id: 4 }),
  ];
  const orders = sortings.map((sorting) => sorted(exams, sorting).map(({ id }) => id));
  expect(orders).toEqual([
    [1, 2, 3],
    [2, 3, 1],
    [1, 3, 2],
    [2, 1, 3],
  ]);
});
