import { expect, test } from '@jest/globals';
import type { CourseRow } from './assignment-row.ts';
import { noAssignments, replaceRefusal, uploadRefusal } from './assignment-rules.ts';

const now = new Date('2026-09-02T15:00:00Z');
/**
 * A course of the course vendor with assignments, without a program, registered this year; its fee
 * is paid.
 */
const course = {
  vendorId: 3,
  hasAssignments: true,
  programContentCode: null,
  onlineProgramStarted: null,
  createdAt: new Date('2026-03-02T17:00:00Z'),
  isOldSystem: false,
  additionalChargeCents: 5000,
  noAdditionalFees: false,
  additionalPaidCents: 5000,
} as CourseRow;
const begun = { programContentCode: 'PR-1', createdAt: new Date('2025-01-01T00:00:00Z') };

test.each<{ what: string; more: Partial<CourseRow>; code: string | null }>([
  { what: 'a course whose fee is paid, in the last hour of its 6 months', more: {}, code: null },
  {
    what: 'a course whose 6 months are over',
    more: { createdAt: new Date('2026-03-02T16:00:00Z') },
    code: 'course_time_over',
  },
  { what: 'a course with a program that is not begun', more: begun, code: null },
  {
    what: 'a course whose program was begun in time',
    more: { ...begun, onlineProgramStarted: new Date('2026-03-03T00:00:00Z') },
    code: null,
  },
  {
    what: 'a course whose program was begun long ago',
    more: { ...begun, onlineProgramStarted: new Date('2026-03-02T00:00:00Z') },
    code: 'course_time_over',
  },
  { what: 'a course whose fee is not paid', more: { additionalPaidCents: 0 }, code: 'fees_due' },
  {
    what: 'a course whose fee is waived',
    more: { additionalPaidCents: 0, noAdditionalFees: true },
    code: null,
  },
  {
    what: 'an exam without assignments',
    more: { hasAssignments: false },
    code: 'assignment_not_found',
  },
  { what: 'an exam of another vendor', more: { vendorId: 1 }, code: 'assignment_not_found' },
  { what: 'a course of the old system', more: { isOldSystem: true }, code: 'office_only' },
])('an upload for $what: $code', ({ more, code }) => {
  expect(uploadRefusal({ ...course, ...more }, now)?.code ?? null).toBe(code);
});

test('a file of the course can be replaced until it is graded, others are not found', () => {
  expect(replaceRefusal({ isUploaded: true, isGraded: false })).toBeNull();
  expect(replaceRefusal({ isUploaded: true, isGraded: true })?.code).toBe('assignment_graded');
  expect(replaceRefusal(undefined)?.code).toBe('assignment_not_found');
});

test('the sentences are those of the contract', () => {
  const late = { createdAt: new Date('2026-03-02T16:00:00Z') };
  expect([
    noAssignments().code,
    uploadRefusal({ ...course, isOldSystem: true }, now)?.detail,
    uploadRefusal({ ...course, ...late }, now)?.detail,
  ]).toEqual([
    'no_assignments',
    'Please call the office about this exam.',
    'The assignments had to be handed in within 6 months.',
  ]);
});
