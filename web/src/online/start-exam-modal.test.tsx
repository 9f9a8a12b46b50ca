import { afterEach, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cleanup, screen } from '@testing-library/react';
import { mayDo } from '../shared/exams/testing.ts';
import { fakePortal, show } from '../shared/testing.tsx';
import { StartExamModal } from './start-exam-modal.tsx';

afterEach(cleanup);

const exam = {
  id: 101,
  subject: 'Biology',
  vendor_id: 1,
  vendor_name: 'TAL',
  secularNumber: 'TAL-101',
  registration_id: 9001,
  sessionType: '99',
  actions: mayDo('startExam'),
  online_exam_started: null,
  proctorUuid: null,
} as unknown as Exam;

test.each([
  { of: { status: 'registered', sessionType: null }, title: 'Start exam online', button: 'Start' },
  { of: { status: 'scheduled', proctorUuid: 'u' }, title: 'Open proctoring', button: 'Start' },
  {
    of: { status: 'online_access', proctorUuid: 'u' },
    title: 'Start exam online',
    button: 'Start',
  },
  {
    of: { status: 'disconnected', proctorUuid: 'u', online_exam_started: '2026-11-21T10:00:00Z' },
    title: 'Continue exam',
    button: 'Continue',
  },
  { of: { status: 'scheduled', sessionType: '22' }, title: 'Start exam online', button: 'Start' },
])(
  'the dialog of an exam that is $of.status is called $title, as the button that opens it',
  async ({ of, title, button }) => {
    fakePortal({});
    show(<StartExamModal exam={{ ...exam, ...of } as Exam} onClose={() => {}} />);
    await screen.findByRole('dialog', { name: title });
    screen.getByRole('button', { name: button });
    expect(screen.getByRole('link', { name: 'Read the exam protocol' }).getAttribute('href')).toBe(
      '/exam-protocol',
    );
  },
);
