import { expect, test } from '@jest/globals';
import { addCandidates, type Candidate } from './waiting.ts';

const row = (id: number, student: number, status = 'registered', old = false) => ({
  id,
  student_id: student,
  status,
  is_old_system: old,
});

test('lets a student with a registration and no booking wait, once', () => {
  const candidates: Candidate[] = [];
  addCandidates(candidates, [row(1, 10), row(2, 10), row(3, 11, 'scheduled'), row(4, 12)]);
  addCandidates(candidates, [row(5, 13, 'registered', true), row(6, 14)]);
  expect(candidates.map(({ registrationId }) => registrationId)).toEqual([1, 4, 6]);
});

test('stops when there are enough candidates for the waiting list', () => {
  const candidates: Candidate[] = [];
  addCandidates(
    candidates,
    Array.from({ length: 500 }, (_, at) => row(at, at)),
  );
  expect(candidates).toHaveLength(200);
});
