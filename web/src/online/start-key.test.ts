import { expect, test } from '@jest/globals';
import { readStartKey } from './start-key.ts';

const key = (said: unknown): string =>
  btoa(JSON.stringify(said)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const right = { student_id: 1001, exam_id: 411, registration_id: 77, token: 'abc-_9' };

test('a key names three ids and a token', () => {
  expect(readStartKey(key(right))).toEqual({
    studentId: 1001,
    examId: 411,
    registrationId: 77,
    token: 'abc-_9',
  });
});

test.each([
  '',
  'x',
  '%%%',
  key(null),
  key([]),
  key('text'),
  key({ ...right, exam_id: '411' }),
  key({ ...right, token: 'a b' }),
  key({ ...right, token: '' }),
])('%j is no key', (text) => {
  expect(readStartKey(text)).toBeNull();
});
