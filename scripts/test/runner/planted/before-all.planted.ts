import { beforeAll, describe, test } from '@jest/globals';

describe('after a beforeAll that fails', () => {
  beforeAll(() => {
    throw new Error('the world is not there');
  });
  test('one fails', () => {});
  test('the other fails too', () => {});
});
