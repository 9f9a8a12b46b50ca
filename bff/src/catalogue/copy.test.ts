import { expect, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import { createCopy } from './copy.ts';

const settled = () => new Promise(setImmediate);

test('the first who ask share one question, and later ones get what is held', async () => {
  let asked = 0;
  const copy = createCopy<number>('exams', async () => ++asked, log);
  expect(await Promise.all([copy.get(), copy.get(), copy.get()])).toEqual([1, 1, 1]);
  expect(await copy.get()).toBe(1);
  copy.stop();
});

test('after a change it is asked for again, and the old value serves until the new one is there', async () => {
  const answers = [1, 2];
  const gate = Promise.withResolvers<void>();
  const copy = createCopy<number>(
    'exams',
    async (held) => {
      if (held !== null) await gate.promise;
      return answers.shift() ?? null;
    },
    log,
  );
  await copy.get();
  copy.refresh();
  expect(await copy.get()).toBe(1);
  gate.resolve();
  await settled();
  expect(await copy.get()).toBe(2);
  copy.stop();
});

test('a change that comes while it is being asked for is asked for after that', async () => {
  let asked = 0;
  const first = Promise.withResolvers<void>();
  const copy = createCopy<number>(
    'exams',
    async () => {
      asked += 1;
      if (asked === 1) await first.promise;
      return asked;
    },
    log,
  );
  const value = copy.get();
  copy.refresh();
  first.resolve();
  await value;
  await settled();
  expect(await copy.get()).toBe(2);
  copy.stop();
});

test('without a first value the failure is told, and the next one asks again', async () => {
  let asked = 0;
  const copy = createCopy<string>(
    'exams',
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('down');
      return 'here';
    },
    log,
  );
  await expect(copy.get()).rejects.toThrow('down');
  expect(await copy.get()).toBe('here');
  copy.stop();
});

test('a part that is away later leaves what is held in use, and nothing new changes nothing', async () => {
  const answers = [
    async () => 'held',
    async () => Promise.reject(new Error('down')),
    async () => null,
  ];
  const copy = createCopy<string>(
    'exams',
    async () => (answers.shift() ?? (async () => null))(),
    log,
  );
  await copy.get();
  for (let times = 0; times < 2; times += 1) {
    copy.refresh();
    await settled();
    expect(await copy.get()).toBe('held');
  }
  copy.stop();
});
