import { expect, test } from '@jest/globals';
import { giveBackStartupMemory } from './startup-memory.ts';

const MB = 2 ** 20;
const someMegabytes = (): number =>
  Array.from({ length: 40 }, () => Array.from({ length: MB / 8 }, Math.random)).length;

test('memory that nothing holds any more goes back to the system', () => {
  someMegabytes();
  const before = process.memoryUsage().heapTotal;
  giveBackStartupMemory();
  expect(before - process.memoryUsage().heapTotal).toBeGreaterThan(20 * MB);
});
