import { afterEach, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CancelExamModal } from '../../shared/exams/cancel/cancel-exam-modal.tsx';
import { mayDo } from '../../shared/exams/testing.ts';
import { fakePortal, type Reply, show } from '../../shared/testing.tsx';
import { aRegistered } from '../testing.ts';

afterEach(cleanup);

const LOST = 'The proctor payment from this exam will not be refunded and will not transfer.';

test.each([
  { fee: 'was paid', of: { proctor_fee_price: 0, proctor_fee_paid: true }, isSaid: true },
  {
    fee: 'was paid, and leaving the session makes another due',
    of: { proctor_fee_paid: true, proctor_fee_if_moved: 15 },
    isSaid: true,
  },
  {
    fee: 'is prepaid or waived',
    of: { proctor_fee_price: 0, proctor_fee_paid: false },
    isSaid: false,
  },
  { fee: 'is not paid yet', of: { proctor_fee_price: 15, proctor_fee_paid: false }, isSaid: false },
])(
  'a proctor fee that $fee: that it is lost is said only of one that was paid',
  async ({ of, isSaid }) => {
    fakePortal({});
    show(<CancelExamModal exam={aRegistered(of)} onClose={() => {}} />);
    await screen.findByRole('button', { name: 'Confirm' });
    expect(screen.queryByText(LOST) !== null).toBe(isSaid);
  },
);

const started: Reply = {
  status: 409,
  code: 'exam_started',
  detail: 'This exam has been started and cannot be cancelled.',
};
const reread = {
  '/api/getAllExamsAccordingStudent': { answer: { exams: [], memberHasntRegistered2years: false } },
  '/api/getSessionsByStudentId': { answer: [] },
};

test.each([
  {
    exam: 'a course whose row knows of no file',
    of: { assignments: true, actions: mayDo('cancel', 'upload') },
    isExplained: true,
  },
  { exam: 'an exam without assignments', of: {}, isExplained: false },
  {
    exam: 'a begun exam',
    of: {
      assignments: true,
      actions: mayDo('cancel', 'upload'),
      online_exam_started: '2026-11-20T10:00:00Z',
    },
    isExplained: false,
  },
])(
  'a cancel that is refused offers only to close; $exam: that a file is being looked for is said',
  async ({ of, isExplained }) => {
    fakePortal({ '/api/cancelExamRegistration': started, ...reread });
    show(<CancelExamModal exam={aRegistered(of as Partial<Exam>)} onClose={() => {}} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await screen.findByText('This exam has been started and cannot be cancelled.');
    expect(
      screen.queryByText(/A file that you handed in may have reached the vendor/) !== null,
    ).toBe(isExplained);
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Keep exam' })).toBeNull();
  },
);
