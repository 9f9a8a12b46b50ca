import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useAfterPause } from './use-after-pause.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function soon() {
  const search = jest.fn<(term: string) => void>();
  const { result } = renderHook(() => useAfterPause(search, 300));
  return { search, result };
}

test('runs once after the pause, with the last word', () => {
  const { search, result } = soon();
  result.current('Li');
  jest.advanceTimersByTime(200);
  result.current('Lit');
  jest.advanceTimersByTime(300);
  expect(search.mock.calls).toEqual([['Lit']]);
});

test('leaves a person who followed a link during the pause where the link led', () => {
  const { search, result } = soon();
  result.current('Lit');
  window.history.pushState(null, '', '/admin/history/7');
  jest.advanceTimersByTime(300);
  expect(search).not.toHaveBeenCalled();
});

test('runs on a page whose filters changed its address during the pause', () => {
  const { search, result } = soon();
  result.current('Lit');
  window.history.pushState(null, '', '?who=staff');
  jest.advanceTimersByTime(300);
  expect(search).toHaveBeenCalledTimes(1);
});

test('does not run once it is cancelled', () => {
  const { search, result } = soon();
  result.current('Lit');
  result.current.cancel();
  jest.advanceTimersByTime(300);
  expect(search).not.toHaveBeenCalled();
});
