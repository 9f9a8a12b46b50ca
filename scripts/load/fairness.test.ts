import { expect, test } from '@jest/globals';
import { fairnessOf, fairnessVerdict, readQueuedPeople, withoutQueueLines } from './fairness.ts';

const person = (queuedAt: number, letInAt: number) => ({ queuedAt, letInAt });

test('counts no one as overtaken when people go in by order of arrival', () => {
  const people = [person(0, 10_000), person(1000, 11_000), person(2000, 12_000)];
  expect(fairnessOf(people, 0)).toEqual({ waited: 3, overtakenShare: 0, maxOvertakenBy: 0 });
});

test('counts overtaken people, and how many overtook one of them', () => {
  const people = [person(0, 60_000), person(20_000, 30_000), person(25_000, 31_000)];
  expect(fairnessOf(people, 5000)).toEqual({ waited: 3, overtakenShare: 1 / 3, maxOvertakenBy: 2 });
});

test('allows the time between two polls of the queue', () => {
  expect(fairnessOf([person(0, 14_000), person(6000, 10_000)], 5000).maxOvertakenBy).toBe(0);
  expect(fairnessOf([person(0, 60_000), person(4000, 10_000)], 5000).maxOvertakenBy).toBe(0);
});

test('reads waiting people from the log of k6, and judges an empty log as fair', () => {
  const log =
    'time="x" level=info msg="arrival 12 1000 4000 5000" source=console\nother\n' +
    'msg="arrival 3 500 4100 5000"';
  expect(readQueuedPeople(log)).toEqual([person(1000, 4000), person(500, 4100)]);
  expect(fairnessOf(readQueuedPeople(''), 0)).toEqual({
    waited: 0,
    overtakenShare: 0,
    maxOvertakenBy: 0,
  });
});

test('allows one overtaken person in a hundred, not two', () => {
  const fair = Array.from({ length: 198 }, (_, n) => person(n, 100_000 + n));
  const passedBy = (n: number) => person(n, 150_000);
  // came much later, and was in before them
  const early = person(20_000, 110_000);
  const one = fairnessVerdict([...fair, passedBy(0), early]);
  expect(one).toMatchObject({ ok: true, measured: '0.50 % of 200, one by 1' });
  const some = fairnessVerdict([...fair, passedBy(0), passedBy(1), passedBy(2), early]);
  expect(some.ok).toBe(false);
});

test('leaves lines about waiting people out of the report', () => {
  expect(withoutQueueLines('before\nmsg="arrival 3 500 4100 5000"\nafter')).toBe('before\nafter');
});
