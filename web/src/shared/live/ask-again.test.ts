import { afterAll, expect, jest, test } from '@jest/globals';
import { askingAgain } from './ask-again.ts';

jest.useFakeTimers();
afterAll(() => void jest.useRealTimers());

/** Asks whose answers come when the test lets them. */
function asks() {
  const answers: PromiseWithResolvers<void>[] = [];
  const again = askingAgain(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  const answer = () => answers.at(-1)?.resolve();
  return { ...again, answer, count: () => answers.length };
}
const passes = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('what comes together is asked for once, and well within the two seconds of O-03', async () => {
  const { soon, count } = asks();
  for (let change = 0; change < 5; change++) soon();
  expect(count()).toBe(0);
  await passes(500);
  expect(count()).toBe(1);
});

test('what changes while an answer is on its way is asked for once more after it, and never beside it', async () => {
  const { soon, answer, count } = asks();
  soon();
  await passes(500);
  soon();
  soon();
  await passes(5000);
  expect(count()).toBe(1);
  answer();
  await passes(500);
  expect(count()).toBe(2);
  answer();
  await passes(5000);
  expect(count()).toBe(2);
});

test.each([
  { what: 'before it was asked', passed: 0, asked: 0 },
  { what: 'while an answer is on its way', passed: 500, asked: 1 },
])('a page that is left $what asks no more', async ({ passed, asked }) => {
  const { soon, answer, stop, count } = asks();
  soon();
  await passes(passed);
  soon();
  stop();
  answer();
  await passes(5000);
  soon();
  await passes(5000);
  expect(count()).toBe(asked);
});
