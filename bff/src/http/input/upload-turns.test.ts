import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import { createUploadTurns } from './upload-turns.ts';

const dana = { kind: 'student', id: 12 } as const;
const noam = { kind: 'student', id: 13 } as const;
const office = { kind: 'staff', id: 12 } as const;
const limits = { bytes: 100, ofAccount: 2, timeoutMs: 10_000 };
const codeOf = (taken: Promise<unknown>): Promise<string> =>
  taken.then(
    () => 'taken',
    (error: unknown) => (error instanceof DomainError ? error.code : 'bug'),
  );

test('limits uploads by account; other accounts, even with the same id, are apart', async () => {
  const turns = createUploadTurns(limits);
  const first = await turns.take(dana, 1);
  await turns.take(dana, 1);
  expect(await codeOf(turns.take(dana, 1))).toBe('too_many_tries');
  expect([await codeOf(turns.take(noam, 1)), await codeOf(turns.take(office, 1))]).toEqual([
    'taken',
    'taken',
  ]);
  first();
  expect(await codeOf(turns.take(dana, 1))).toBe('taken');
});

test('uploads beyond the total room wait in their order', async () => {
  const turns = createUploadTurns(limits);
  const first = await turns.take({ kind: 'student', id: 1 }, 60);
  const second = await turns.take({ kind: 'student', id: 2 }, 40);
  const order: number[] = [];
  const waiting = [50, 20, 30].map((bytes, at) =>
    turns.take({ kind: 'student', id: 10 + at }, bytes).then(() => order.push(at)),
  );
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  second();
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  first();
  await Promise.all(waiting);
  expect(order).toEqual([0, 1, 2]);
});

test('an upload that waits too long gets a retry answer and leaves nothing behind', async () => {
  const turns = createUploadTurns({ ...limits, timeoutMs: 1 });
  const leave = await turns.take(dana, 100);
  expect([
    await codeOf(turns.take(noam, 1)),
    await codeOf(turns.take(noam, 1)),
    await codeOf(turns.take(noam, 1)),
  ]).toEqual(['unavailable', 'unavailable', 'unavailable']);
  leave();
  expect([await codeOf(turns.take(noam, 50)), await codeOf(turns.take(noam, 50))]).toEqual([
    'taken',
    'taken',
  ]);
});

test('a file of more than the room there is gets all of it, and a turn ends once', async () => {
  const turns = createUploadTurns({ ...limits, timeoutMs: 1 });
  const leave = await turns.take(dana, 1000);
  expect(await codeOf(turns.take(noam, 1))).toBe('unavailable');
  leave();
  leave();
  await turns.take(noam, 100);
  expect(await codeOf(turns.take(office, 1))).toBe('unavailable');
});
