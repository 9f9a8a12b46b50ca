import { expect, test } from '@jest/globals';
import { persistent } from './persistent.ts';

const unavailable = Object.assign(new Error('unavailable'), { status: 503, code: 'unavailable' });
const inProgress = Object.assign(new Error('in progress'), {
  status: 409,
  code: 'request_in_progress',
});
const refused = Object.assign(new Error('no'), { status: 409, code: 'not_enough_credits' });

/** A client whose calls fail with these errors, one after the other, and then go well. */
function failing(...errors: Error[]) {
  const asked: unknown[] = [];
  const said: string[] = [];
  const grant = async (request: unknown, by: unknown) => {
    asked.push([request, by]);
    const error = errors.shift();
    if (error) throw error;
    return 'granted';
  };
  return { asked, said, client: persistent({ grant }, (line) => said.push(line), [0, 0, 0]) };
}

test('a service that is too slow for a busy machine is asked again with the same key, and that is said once', async () => {
  const { asked, said, client } = failing(unavailable, inProgress);
  expect(await client.grant({ credits: 3 }, { key: 'seed:miri' })).toBe('granted');
  expect(asked).toEqual(Array.from({ length: 3 }, () => [{ credits: 3 }, { key: 'seed:miri' }]));
  expect(said).toHaveLength(1);
});

test('what the service has decided is not asked again', async () => {
  const { asked, client } = failing(refused);
  await expect(client.grant({}, {})).rejects.toBe(refused);
  expect(asked).toHaveLength(1);
});

test('a service that stays away ends the seed with its own words', async () => {
  const { asked, client } = failing(unavailable, unavailable, unavailable, unavailable);
  await expect(client.grant({}, {})).rejects.toBe(unavailable);
  expect(asked).toHaveLength(4);
});
