import { expect, test } from '@jest/globals';
import { gradeStatus } from './grade-status.ts';

const today = '2026-03-31';

test.each([
  {
    gradeComment: 'Disqualified - Fail',
    examTakenDate: '2026-03-01',
    status: 'Disqualified',
    isError: true,
  },
  { gradeComment: 'Fail', examTakenDate: '2026-03-01', status: 'Fail', isError: true },
  { gradeComment: 'Passed with honors', examTakenDate: null, status: 'Pass', isError: false },
  { gradeComment: null, examTakenDate: null, status: 'Unavailable', isError: false },
  { gradeComment: '', examTakenDate: '0000-00-00', status: 'Unavailable', isError: false },
  { gradeComment: null, examTakenDate: '2026-02-27', status: 'Unavailable', isError: false },
  { gradeComment: null, examTakenDate: '2026-02-28', status: 'Pending', isError: false },
  { gradeComment: ' ', examTakenDate: today, status: 'Pending', isError: false },
])(
  'the comment "$gradeComment" on an exam taken on $examTakenDate reads $status',
  ({ status, isError, ...exam }) => {
    expect(gradeStatus(exam, today)).toEqual({ status, isError });
  },
);
