import { expect, test } from '@jest/globals';
import { serviceActor } from '@portal/kit/auth/actor';
import { createSchoolNames } from './school-names.ts';

const by = { actor: serviceActor('test') };

function namesWith(answer: (asked: number) => unknown) {
  const time = { now: 0, asked: 0 };
  const listSchools = async () => {
    time.asked += 1;
    return answer(time.asked);
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

test('a name is asked for once, even by many at once, and again after a minute or a change', async () => {
  const { names, time } = namesWith(() => schools);
  expect(await Promise.all([names.of(151, by), names.of(151, by)])).toEqual([
    'Bais Yaakov',
    'Bais Yaakov',
  ]);
  expect(time.asked).toBe(1);
  time.now = 60_000;
  await names.of(151, by);
  expect(time.asked).toBe(2);
  names.forget();
  await names.of(151, by);
  expect(time.asked).toBe(3);
});

test('no school, an unknown one, and one that nobody can name have no name', async () => {
  const { names, time } = namesWith((asked) =>
    asked === 1 ? { schools: [] } : Promise.reject(new Error('down')),
  );
  expect([await names.of(null, by), await names.of(undefined, by), time.asked]).toEqual([
    null,
    null,
    0,
  ]);
  expect(await names.of(7, by)).toBeNull();
  expect(await names.of(8, by)).toBeNull();
  await names.of(8, by);
  expect(time.asked).toBe(3);
});
