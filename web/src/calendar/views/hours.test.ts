import { expect, test } from '@jest/globals';
import { droppedAt, hourOf, hoursOf } from './hours.ts';

const at = (testSessionTime: string) => ({ testSessionTime });

test('a week shows the hours in which sessions may begin, and any in which one does', () => {
  expect([hoursOf([])[0], hoursOf([]).at(-1)]).toEqual([6, 22]);
  expect(hoursOf([at('05:30'), at('23:00')])[0]).toBe(5);
  expect(hoursOf([at('05:30'), at('23:00')]).at(-1)).toBe(23);
});

test('a session that is dropped on another hour begins with it, on its own as before', () => {
  expect(hourOf(at('09:30'))).toBe(9);
  expect(droppedAt(at('09:30'), 14)).toBe('14:00');
  expect(droppedAt(at('09:30'), 8)).toBe('08:00');
  expect(droppedAt(at('09:30'), 9)).toBe('09:30');
});
