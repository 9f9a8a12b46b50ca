import { expect, test } from '@jest/globals';
import { persistent } from './persistent.ts';

const unavailable = Object.assign(new Error('unavailable'), { status: 503, code: 'unavailable' });
const inProgress = Object.assign(new Error('in progress'), {
  status: 409,
  code: 'request_in_progress',
});
const refused = Object.assign(new Error('no'), { status: 409, code: 'not_enough_credits' });

/** Creates a client whose calls fail with these errors in turn and then succeed. */
function failing(...errors: Error[]) {
  const calls: unknown[] = [];
  const said: string[] = [];
  const grant = async (request: unknown, by: unknown) => {
    calls.push([request, by]);
    const error = errors.shift();
    if (error) throw error;
    return 'granted';
  };
  return { calls, said, client: persistent({ grant }, (line) => said.push(line), [0, 0, 0]) };
}

test('retries a slow service with the same key, and logs that once', async () => {
  const { calls, said, client } = failing(unavailable, inProgress);
  expect(await client.grant({ credits: 3 }, { key: 'seed:miri' })).toBe('granted');
  expect(calls).toEqual(Array.from({ length: 3 }, () => [{ credits: 3 }, { key: 'seed:miri' }]));
  expect(said).toHaveLength(1);
});

test('does not retry a refused call', async () => {
  const { calls, client } = failing(refused);
  await expect(client.grant({}, {})).rejects.toBe(refused);
  expect(calls).toHaveLength(1);
});

test('ends the seed with the error of a service that stays unavailable', async () => {
  const { calls, client } = failing(unavailable, unavailable, unavailable, unavailable);
  await expect(client.grant({}, {})).rejects.toBe(unavailable);
  expect(calls).toHaveLength(4);
});
