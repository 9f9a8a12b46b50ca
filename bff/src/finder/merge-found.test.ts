import { expect, test } from '@jest/globals';
import type { FinderKind } from '@portal/contract/finder/finder-kinds';
import { malformed, unavailable } from '@portal/kit/errors';
import { askEach } from './ask-each.ts';
import { mergeFound, mergeRecent, type Opened, pageItem, type RankedItem } from './merge-found.ts';

const item = (kind: FinderKind, id: number, rank: number): RankedItem => ({
  kind,
  id,
  rank,
  title: `${kind} ${id}`,
  sub: '',
  href: `/${kind}/${id}`,
});
const many = (kind: FinderKind, count: number, rank: number): RankedItem[] =>
  Array.from({ length: count }, (_, at) => item(kind, at + 1, rank));
const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title);
const calendar = pageItem('page', { to: '/admin/calendar', label: 'Calendar' });

test('ranks exact ids, names, things, pages, then similar names (R-572)', () => {
  const items = mergeFound(
    [
      item('student', 1, 7),
      calendar,
      item('exam', 2, 5),
      item('student', 3, 4),
      item('student', 4, 3),
      item('student', 5, 2),
      item('session', 6, 1),
    ],
    [],
  );
  expect(titles(items)).toEqual([
    'session 6',
    'student 5',
    'student 4',
    'student 3',
    'exam 2',
    'Calendar',
    'student 1',
  ]);
});

test('equal matches rank by last opening, then by the order of the service', () => {
  const opened: Opened[] = [
    { kind: 'student', id: 2 },
    { kind: 'student', id: 1 },
  ];
  const items = mergeFound(
    [4, 3, 1, 2].map((id) => item('student', id, 3)),
    opened,
  );
  expect(titles(items)).toEqual(['student 2', 'student 1', 'student 4', 'student 3']);
  expect(items.map(({ recent }) => recent)).toEqual([true, true, false, false]);
});

test('a school precedes other results with its name, unless opened recently (R-572)', () => {
  const found = [item('session', 1, 5), item('exam', 2, 5), item('school', 3, 5)];
  expect(titles(mergeFound(found, []))).toEqual(['school 3', 'exam 2', 'session 1']);
  const opened: Opened[] = [{ kind: 'session', id: 1 }];
  expect(titles(mergeFound(found, opened))).toEqual(['session 1', 'school 3', 'exam 2']);
});

test('the same id of another kind does not count as opened', () => {
  const [first] = mergeFound([item('school', 2, 5)], [{ kind: 'exam', id: 2 }]);
  expect(first?.recent).toBe(false);
});

test('returns at most five of a kind and twenty in all (C-O50)', () => {
  const kinds = ['student', 'registration', 'session', 'school', 'exam'] as const;
  const items = mergeFound(
    kinds.flatMap((kind) => many(kind, 9, 5)),
    [],
  );
  expect(items).toHaveLength(20);
  expect(items.filter(({ kind }) => kind === 'school')).toHaveLength(5);
});

test('nothing typed: ten that were opened last, in that order, then pages', () => {
  const opened = Array.from({ length: 12 }, (_, at): Opened => ({ kind: 'student', id: 12 - at }));
  const items = mergeRecent(many('student', 12, 0), opened, [calendar]);
  expect(titles(items)).toEqual([
    ...[12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((id) => `student ${id}`),
    'Calendar',
  ]);
});

test('leaves out opened things that are deleted or no longer visible', () => {
  const opened: Opened[] = [
    { kind: 'session', id: 9 },
    { kind: 'school', id: 1 },
  ];
  expect(titles(mergeRecent([item('school', 1, 5)], opened, []))).toEqual(['school 1']);
});

test('names unavailable services; fails if all are unavailable or on a bug', async () => {
  const away = () => Promise.reject(unavailable());
  const answer = (number: number) => Promise.resolve(number);
  expect(await askEach({ one: away(), two: answer(1), three: answer(2) })).toEqual({
    results: [1, 2],
    unavailable: ['one'],
  });
  expect(await askEach({ one: answer(1) })).toEqual({ results: [1], unavailable: [] });
  await expect(askEach({ one: away(), two: away() })).rejects.toMatchObject({ status: 503 });
  const refused = Promise.reject(malformed('malformed', 'An id is needed.'));
  await expect(askEach({ one: answer(1), two: refused })).rejects.toMatchObject({ status: 400 });
  const bug = Promise.reject(new TypeError('a bug'));
  await expect(askEach({ one: bug })).rejects.toThrow(TypeError);
});
