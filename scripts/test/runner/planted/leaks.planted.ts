import { jest, test } from '@jest/globals';

test('leaves everything behind', () => {
  Object.assign(globalThis, { leftBehind: true });
  process.env['LEFT_BEHIND'] = '1';
  process.chdir('/');
  jest.spyOn(console, 'info').mockReturnValue();
  jest.useFakeTimers();
});
