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

test('changes that come together cause one reload, within the two seconds of O-03', async () => {
  const { soon, count } = asks();
  for (let change = 0; change < 5; change++) soon();
  expect(count()).toBe(0);
  await passes(500);
  expect(count()).toBe(1);
});

test('a change during a request causes one more request after it, never beside it', async () => {
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
  { what: 'before the request', passed: 0, requests: 0 },
  { what: 'during a request', passed: 500, requests: 1 },
])('a page that is left $what sends no more', async ({ passed, requests }) => {
  const { soon, answer, stop, count } = asks();
  soon();
  await passes(passed);
  soon();
  stop();
  answer();
  await passes(5000);
  soon();
  await passes(5000);
  expect(count()).toBe(requests);
});
