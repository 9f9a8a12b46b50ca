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

test('reloads after a change and serves the old value until then', async () => {
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

test('a change during a load causes another load', async () => {
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

test('without a first value the load fails, and the next call loads again', async () => {
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

test('an outage or an unchanged answer keeps the current value', async () => {
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
