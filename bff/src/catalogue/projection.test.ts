import { expect, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import { createProjection } from './projection.ts';

const settled = () => new Promise(setImmediate);

test('the first who ask share one question, and later ones get what is held', async () => {
  let requests = 0;
  const projection = createProjection<number>('exams', async () => ++requests, log);
  expect(await Promise.all([projection.get(), projection.get(), projection.get()])).toEqual([
    1, 1, 1,
  ]);
  expect(await projection.get()).toBe(1);
  projection.stop();
});

test('after a change it is asked for again, and the old value serves until the new one is there', async () => {
  const answers = [1, 2];
  const gate = Promise.withResolvers<void>();
  const projection = createProjection<number>(
    'exams',
    async (held) => {
      if (held !== null) await gate.promise;
      return answers.shift() ?? null;
    },
    log,
  );
  await projection.get();
  projection.refresh();
  expect(await projection.get()).toBe(1);
  gate.resolve();
  await settled();
  expect(await projection.get()).toBe(2);
  projection.stop();
});

test('a change that comes while it is being asked for is asked for after that', async () => {
  let requests = 0;
  const first = Promise.withResolvers<void>();
  const projection = createProjection<number>(
    'exams',
    async () => {
      requests += 1;
      if (requests === 1) await first.promise;
      return requests;
    },
    log,
  );
  const value = projection.get();
  projection.refresh();
  first.resolve();
  await value;
  await settled();
  expect(await projection.get()).toBe(2);
  projection.stop();
});

test('without a first value the failure is told, and the next one asks again', async () => {
  let requests = 0;
  const projection = createProjection<string>(
    'exams',
    async () => {
      requests += 1;
      if (requests === 1) throw new Error('down');
      return 'here';
    },
    log,
  );
  await expect(projection.get()).rejects.toThrow('down');
  expect(await projection.get()).toBe('here');
  projection.stop();
});

test('a part that is away later leaves what is held in use, and nothing new changes nothing', async () => {
  const answers = [
    async () => 'held',
    async () => Promise.reject(new Error('down')),
    async () => null,
  ];
  const projection = createProjection<string>(
    'exams',
    async () => (answers.shift() ?? (async () => null))(),
    log,
  );
  await projection.get();
  for (let times = 0; times < 2; times += 1) {
    projection.refresh();
    await settled();
    expect(await projection.get()).toBe('held');
  }
  projection.stop();
});
