import { expect, test } from '@jest/globals';
import { withoutWords } from './without-words.ts';

test.each([
  {
    what: 'the name on a card',
    answer: {
      card: { ccId: '77', name: 'Dana Levi', last4: '1111', expMonth: 12, expired: false },
    },
    left: {
      card: { ccId: 'Removed', name: 'Removed', last4: 'Removed', expMonth: 12, expired: false },
    },
  },
  {
    what: 'what a field was and became',
    answer: { phone: ['718-555-0100', null], collegeId: [234, 12], levels: ['buying'] },
    left: { phone: ['Removed', null], collegeId: [234, 12], levels: ['buying'] },
  },
  {
    what: 'words beside numbers',
    answer: { spent: 3, lots: [{ lotId: 7, credits: 3, name: 'Dana' }] },
    left: { spent: 3, lots: [{ lotId: 7, credits: 3, name: 'Removed' }] },
  },
  {
    what: 'words in lists',
    answer: { messages: ['Dear Dana', 'Bye'], names: [] },
    left: { messages: ['Removed', 'Removed'], names: [] },
  },
  {
    what: 'what partners call the student',
    answer: { ttiStudentId: 'T-12', talStudentId: 'L-7', studentId: 12 },
    left: { ttiStudentId: 'Removed', talStudentId: 'Removed', studentId: 12 },
  },
  {
    what: 'a link with a secret',
    answer: { url: 'https://proctor.test/x?student=Dana', sessionId: 4 },
    left: { url: 'Removed', sessionId: 4 },
  },
])('removes $what from a response', ({ answer, left }) => {
  expect(withoutWords(answer)).toEqual(left);
});

test('keeps ids, times, states, numbers and empty values, so that it can be parsed', () => {
  const answer = {
    id: 12,
    paymentId: '01a2',
    runId: 'f0e1',
    status: 'scheduled',
    kind: 'move',
    capturedAt: { $date: '2026-03-09T12:00:00.000Z' },
    credits: 0,
    announced: true,
    reason: '',
    card: null,
  };
  expect(withoutWords(answer)).toEqual(answer);
});
