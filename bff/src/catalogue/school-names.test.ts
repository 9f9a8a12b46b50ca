import { expect, test } from '@jest/globals';
import { serviceActor } from '@portal/kit/auth/actor';
import { createSchoolNames } from './school-names.ts';

const by = { actor: serviceActor('test') };

function namesWith(answer: (requests: number) => unknown) {
  const time = { now: 0, requests: 0 };
  const listSchools = async () => {
    time.requests += 1;
    return answer(time.requests);
  };
  return {
    names: createSchoolNames(
      { schools: { schools: { listSchools } } } as never,
      () => new Date(time.now),
    ),
    time,
  };
}
const schools = { schools: [{ id: 151, name: 'Bais Yaakov' }] };

test('fetches a name once, and again after a minute or a change', async () => {
  const { names, time } = namesWith(() => schools);
  expect(await Promise.all([names.of(151, by), names.of(151, by)])).toEqual([
    'Bais Yaakov',
    'Bais Yaakov',
  ]);
  expect(time.requests).toBe(1);
  time.now = 60_000;
  await names.of(151, by);
  expect(time.requests).toBe(2);
  names.forget();
  await names.of(151, by);
  expect(time.requests).toBe(3);
});

test('no school, an unknown one and an unavailable service have no name', async () => {
  const { names, time } = namesWith((requests) =>
    requests === 1 ? { schools: [] } : Promise.reject(new Error('down')),
  );
  expect([await names.of(null, by), await names.of(undefined, by), time.requests]).toEqual([
    null,
    null,
    0,
  ]);
  expect(await names.of(7, by)).toBeNull();
  expect(await names.of(8, by)).toBeNull();
  await names.of(8, by);
  expect(time.requests).toBe(3);
});
