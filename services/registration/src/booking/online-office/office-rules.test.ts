import { expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import { type Corrected, clearRefusal, completedRefusal, reopenRefusal } from './office-rules.ts';

const began = new Date('2026-11-20T15:00:00Z');
const exam = (more: Partial<Corrected> = {}): Corrected => ({
  status: 'online_access',
  onlineAccess: true,
  onlineExamStarted: null,
  onlineExamCompleted: null,
  onlineProgramStarted: null,
  batchId: null,
  heldGradeComment: null,
  ...more,
});
const as = (role: string): Actor => ({
  kind: 'staff',
  id: 1,
  roles: [role],
  name: 'staff',
  via: 'bff',
});
const begun = { status: 'online_started', onlineExamStarted: began } as const;
const over = {
  status: 'taken',
  onlineAccess: false,
  onlineExamStarted: began,
  onlineExamCompleted: began,
} as const;

test.each([
  ['given and not used', exam(), null, null],
  [
    'not given',
    exam({ status: 'scheduled', onlineAccess: false }),
    'no_online_access',
    'no_online_access',
  ],
  ['of a begun exam', exam(begun), 'online_access_in_use', null],
  [
    'of an exam that was opened again',
    exam({ onlineExamStarted: began }),
    'online_access_in_use',
    null,
  ],
  ['after a course', exam({ onlineProgramStarted: began }), 'online_access_in_use', null],
  ['in a batch', exam({ batchId: 3 }), 'online_access_in_use', null],
] as const)(
  'access %s is taken back by a super admin: %#, and by tech support',
  (_what, row, bySuperAdmin, byTechSupport) => {
    expect(clearRefusal(row, as('ROLE_SUPER_ADMIN'))?.code ?? null).toBe(bySuperAdmin);
    expect(clearRefusal(row, as('ROLE_TECH_SUPPORT'))?.code ?? null).toBe(byTechSupport);
  },
);

test.each([
  ['begun', exam(begun), false, null],
  ['cut off', exam({ ...begun, status: 'disconnected' }), false, null],
  ['taken online', exam(over), false, null],
  ['taken while another try is open', exam(over), true, 'already_registered'],
  ['taken on paper', exam({ ...over, onlineExamStarted: null }), false, 'exam_not_started'],
  ['let in only', exam(), false, 'exam_not_started'],
  ['opened again already', exam({ onlineExamStarted: began }), false, 'exam_not_started'],
  ['graded', exam({ ...over, status: 'graded' }), false, 'exam_graded'],
  ['in a batch', exam({ ...over, batchId: 2 }), false, 'exam_graded'],
  [
    'with a grade that waits for assignments',
    exam({ ...over, heldGradeComment: 'Pass' }),
    false,
    'exam_graded',
  ],
] as const)('an exam that is %s is opened again, or why not', (_what, row, hasOtherOpen, code) => {
  expect(reopenRefusal(row, hasOtherOpen)?.code ?? null).toBe(code);
});

test.each([
  ['taken and completed', exam(over), false, null],
  [
    'taken because its time was over',
    exam({ ...over, onlineExamCompleted: null }),
    false,
    'exam_not_completed',
  ],
  ['begun', exam(begun), false, 'exam_not_completed'],
  ['graded', exam({ ...over, status: 'graded' }), false, 'exam_graded'],
  ['in a batch', exam({ ...over, batchId: 2 }), false, 'exam_graded'],
  [
    'with a grade that waits for assignments',
    exam({ ...over, heldGradeComment: 'Pass' }),
    false,
    'exam_graded',
  ],
  ['taken while another try is open', exam(over), true, 'already_registered'],
] as const)(
  'the completed flag of an exam that is %s is cleared, or why not',
  (_what, row, hasOtherOpen, code) => {
    expect(completedRefusal(row, hasOtherOpen)?.code ?? null).toBe(code);
  },
);
