import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { conflict } from '../errors.ts';
import { asStudent, freshDatabase, refusalOf, type TestDatabase } from '../testing.ts';
import { durable } from './process.ts';
import { prefetchedOf, startWithPrefetch } from './start-with-prefetch.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());

/** A process that returns the prefetched value. */
const returning = (name: string) =>
  durable<{ thing: string }, { fetched: string }, { fetched: string }>({
    name,
    begin: async (_tx, _input, call) => ({ fetched: prefetchedOf<string>(call) }),
    steps: [{ name: 'settle', commit: async () => undefined }],
    answer: ({ fetched }) => ({ fetched }),
  });

test('the process gets the prefetched facts, and a known key skips the prefetch', async () => {
  const process = returning('told');
  const call = asStudent(db, 1);
  let fetched = 0;
  const ask = async () => `answer ${++fetched}`;
  for (const _try of [1, 2])
    expect(await startWithPrefetch(process, call, { thing: 'a' }, ask)).toEqual({
      fetched: 'answer 1',
    });
  expect(fetched).toBe(1);
});

test('a refused request whose duplicate succeeded gets the response of the duplicate', async () => {
  const process = returning('begun meanwhile');
  const call = asStudent(db, 2);
  const answer = await startWithPrefetch(process, call, { thing: 'a' }, async () => {
    await startWithPrefetch(process, call, { thing: 'a' }, async () => 'the twin');
    throw conflict('charge_pending', 'A payment for this is being checked.');
  });
  expect(answer).toEqual({ fetched: 'the twin' });
});

test('a refusal is returned when no duplicate has begun', async () => {
  const refused = startWithPrefetch(
    returning('refused'),
    asStudent(db, 3),
    { thing: 'a' },
    async () => {
      throw conflict('sold_out', 'Sold out');
    },
  );
  expect((await refusalOf(refused)).code).toBe('sold_out');
});
