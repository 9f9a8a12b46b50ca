import { expect, test } from '@jest/globals';
import { blankOn, isName, refusedBy, stateOf } from './blanking-rules.ts';

const now = new Date('2026-03-09T12:00:00Z');
const none = { withdrawnAt: null, begunAt: null, doneAt: null };

test('72 hours pass before anything is removed', () => {
  expect(blankOn(now)).toEqual(new Date('2026-03-12T12:00:00Z'));
});

test.each([
  { what: 'was requested', times: none, state: 'waiting' },
  { what: 'was taken back', times: { ...none, withdrawnAt: now }, state: 'withdrawn' },
  { what: 'has begun', times: { ...none, begunAt: now }, state: 'running' },
  { what: 'is over', times: { ...none, begunAt: now, doneAt: now }, state: 'done' },
])('a blanking that $what is $state', ({ times, state }) => {
  expect(stateOf(times)).toBe(state);
});

test.each([
  { what: 'waits', times: none, code: 'blanking_waits' },
  { what: 'runs', times: { ...none, begunAt: now }, code: 'blanking_runs' },
  { what: 'is over', times: { ...none, begunAt: now, doneAt: now }, code: 'already_blanked' },
])('distinguishes one that $what: $code', ({ times, code }) => {
  expect(refusedBy(times)).toBe(code);
});

test.each([
  ['Dana Levi', true],
  ['  dana   LEVI ', true],
  ['Dana', false],
  ['Levi Dana', false],
  ['Dána Levi', false],
  ['', false],
])('%p is the name of Dana Levi: %p', (typed, is) => {
  expect(isName(typed, { firstName: 'Dana', lastName: 'Levi' })).toBe(is);
});
