import { expect, test } from '@jest/globals';
import { newcomer, previewExams } from './preview-registering.ts';
import type { StudentEligibility } from './register-action.ts';

const now = new Date('2026-11-26T15:00:00Z');
const exam = (about: object = {}) => ({
  id: 101,
  active: true,
  phonesystemActive: true,
  requiresOthers: false,
  ...about,
});
const codeOf = (about: object, standing?: Partial<StudentEligibility>) => {
  const exams = [exam(about)];
  const [seen] = previewExams(exams, { ...newcomer(exams), ...standing }, now);
  return seen?.refusal?.code ?? null;
};

test.each<[string, object, Partial<StudentEligibility> | undefined, string | null]>([
  ['a usual exam', {}, undefined, null],
  ['a retired one', { active: false }, undefined, 'exam_not_found'],
  [
    'one that only the office registers',
    { phonesystemActive: false },
    undefined,
    'admin_only_exam',
  ],
  [
    'one that requires others, for somebody new',
    { requiresOthers: true },
    undefined,
    'requirements_not_met',
  ],
  ['the same, for who has passed one', { requiresOthers: true }, { notEligibleExamIds: [] }, null],
  ['one that is registered', {}, { heldExamIds: [101] }, 'already_registered'],
  [
    'any, for who is barred',
    {},
    { buyingBarredUntil: new Date('2027-01-01') },
    'registration_denied',
  ],
  ['any, for whose bar has ended', {}, { buyingBarredUntil: new Date('2026-01-01') }, null],
])('%s', (_, about, standing, code) => {
  expect(codeOf(about, standing)).toBe(code);
});
