import { expect, test } from '@jest/globals';
import { Deliveries } from './deliveries.ts';

const BOUND = 5_000;

test('times each page that hears from the request of the change', () => {
  const deliveries = new Deliveries(BOUND);
  deliveries.expect(1, [10, 11], 100);
  deliveries.heard(1, 10, 140);
  expect(deliveries.isWaiting(1)).toBe(true);
  deliveries.heard(1, 11, 160);
  expect(deliveries.isWaiting(1)).toBe(false);
  expect(deliveries.result).toEqual({ expected: 2, lost: 0, times: [40, 60] });
});

test('counts a change as lost for a page that hears after the bound', () => {
  const deliveries = new Deliveries(BOUND);
  deliveries.expect(1, [10, 11], 0);
  deliveries.heard(1, 10, 50);
  deliveries.expire(BOUND - 1);
  expect(deliveries.result.lost).toBe(0);
  deliveries.expire(BOUND);
  deliveries.heard(1, 11, BOUND + 1);
  expect(deliveries.result).toEqual({ expected: 2, lost: 1, times: [50] });
});

test('expects no page to hear of a refused change or of one that was not announced', () => {
  const deliveries = new Deliveries(BOUND);
  deliveries.expect(1, [10, 11], 0);
  deliveries.withdraw(1);
  deliveries.heard(2, 20, 10);
  deliveries.heard(1, 10, 10);
  deliveries.expire(BOUND);
  expect(deliveries.result).toEqual({ expected: 0, lost: 0, times: [] });
});
