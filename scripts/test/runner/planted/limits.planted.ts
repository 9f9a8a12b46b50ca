import { beforeEach, describe, test } from '@jest/globals';

const never = (): Promise<void> => new Promise(() => {});
test('ends at its limit', never, 20);
describe('a hook', () => {
  beforeEach(never, 20);
  test('ends at its own', () => {});
});
