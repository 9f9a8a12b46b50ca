import { expect, test } from '@jest/globals';
import { clockOffsetMs, followClock, steadyNow } from '@portal/kit/steady-clock';

const HOUR = 3_600_000;
const moved = (): number => steadyNow().getTime() - Date.now() - clockOffsetMs;

test('moves the clock of its process by an hour', async () => {
  const ahead = async (): Promise<Date> => new Date(Date.now() + clockOffsetMs + HOUR);
  (await followClock(ahead)).stop();
  expect(moved()).toBeGreaterThan(HOUR / 2);
});
test('has the clock of the machine again', () => {
  expect(moved()).toBeLessThan(HOUR / 2);
});
