import { expect, test } from '@jest/globals';
import type { Call } from '../commands/command.ts';
import { bestFirst, type FindKind, finderHandler, RANK } from './find-things.ts';

const call = {} as Call;
const thing = (id: number, rank: number = RANK.thing) => ({ id, rank, title: `${id}`, sub: '' });

test('the best match comes first, then recently opened, then newest (R-572)', () => {
  const things = [thing(1), thing(9), thing(3), thing(5), thing(2, RANK.exactId)];
  expect(bestFirst(things, [3, 1]).map(({ id }) => id)).toEqual([2, 3, 1, 9, 5]);
});

test('equal matches are ordered by recently opened, then nearest, then newest', () => {
  const things = [3, 2, 1].map((distance, at) => ({ ...thing(at + 1), distance }));
  expect(bestFirst(things, []).map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(bestFirst([...things].reverse(), [1]).map(({ id }) => id)).toEqual([1, 3, 2]);
});

test('lists at most five of a kind, each with its kind', async () => {
  const many: FindKind = async () => [1, 2, 3, 4, 5, 6, 7].map((id) => thing(id));
  const { things } = await finderHandler({ school: many, exam: async () => [thing(8)] }).handle(
    { query: 'ab', recent: [{ kind: 'school', id: 1 }] },
    call,
  );
  expect(things.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'school 1',
    'school 7',
    'school 6',
    'school 5',
    'school 4',
    'exam 8',
  ]);
});

test('without words a kind is searched only for its own recent ids', async () => {
  const searched: (readonly number[])[] = [];
  const find: FindKind = async (_call, _query, recent) => {
    searched.push(recent);
    return recent.map((id) => thing(id));
  };
  const recent = [6, 5, 4, 3, 2, 1].map((id) => ({ kind: 'school', id }));
  const { things } = await finderHandler({ school: find, exam: find }).handle(
    { query: '  ', recent },
    call,
  );
  expect(searched).toEqual([[6, 5, 4, 3, 2, 1]]);
  expect(things).toHaveLength(6);
});
