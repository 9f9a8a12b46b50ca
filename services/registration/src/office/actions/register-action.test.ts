import { expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { sampleRow } from '../../records/registrations/state/sample-row.ts';
import { registerActions, registerAgainAction } from './register-action.ts';

const now = new Date('2026-03-02T15:00:00Z');
const student: Actor = {
  kind: 'student',
  id: 1001,
  roles: ['ROLE_STUDENT'],
  studentId: 1001,
  name: 'dana',
  via: 'bff',
};
const staff = (...roles: string[]): Actor => ({
  kind: 'staff',
  id: 5,
  roles,
  studentId: 1001,
  schoolId: 151,
  name: 'staff',
  via: 'bff',
});

const nothingSpecial = {
  buyingBarredUntil: null,
  notEligibleExamIds: [101],
  officeOnlyExamIds: [102],
  heldExamIds: [103],
};

test('exams that cannot be registered are named with their reasons, by reason', () => {
  expect(registerActions(nothingSpecial, student, now)).toMatchObject({
    register: { name: 'register', allowed: true },
    refusedExams: [
      {
        code: 'requirements_not_met',
        reason: 'You do not meet the requirements for this exam.',
        examIds: [101],
      },
      {
        code: 'admin_only_exam',
        reason: 'This exam can be booked only through the office.',
        examIds: [102],
      },
      {
        code: 'already_registered',
        reason: 'You are already registered for this exam.',
        examIds: [103],
      },
    ],
  });
});

test('the office may register office-only exams, but not an exam twice', () => {
  expect(registerActions(nothingSpecial, staff('ROLE_ADMIN'), now)).toMatchObject({
    register: { allowed: true },
    refusedExams: [{ code: 'already_registered', examIds: [103] }],
  });
});

test('a denied student is refused every exam; a role that never registers gets null', () => {
  const denied = registerActions(
    { ...nothingSpecial, buyingBarredUntil: new Date(+now + 1) },
    student,
    now,
  );
  expect(denied).toMatchObject({
    register: {
      allowed: false,
      code: 'registration_denied',
      reason: 'Student is denied registration',
    },
    refusedExams: [],
  });
  expect(
    registerActions({ ...nothingSpecial, buyingBarredUntil: now }, student, now)?.register.allowed,
  ).toBe(true);
  expect(registerActions(nothingSpecial, staff('ROLE_ADVISOR'), now)).toBeNull();
});

test.each<[string, Partial<RegistrationRow>, string | null | undefined]>([
  ['that is open', {}, undefined],
  ['that was taken', { status: 'taken', examId: 7 }, null],
  ['that was withdrawn', { status: 'graded', examId: 7, isExamActive: false }, 'exam_not_found'],
  ['of which the other version is open', { status: 'graded', examId: 103 }, 'already_registered'],
])('an exam %s is offered as a retake, or not', (_what, more, code) => {
  const [action] = registerAgainAction(
    { ...sampleRow(now), ...more },
    nothingSpecial,
    student,
    now,
  );
  expect(action && (action.code ?? null)).toBe(code);
});
