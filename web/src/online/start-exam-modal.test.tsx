import { afterEach, expect, jest, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { mayDo, mayPayFor } from '../shared/exams/testing.ts';
import { visa } from '../shared/payments/testing.ts';
import { fakePortal, show } from '../shared/testing.tsx';
import { StartExamModal } from './start-exam-modal.tsx';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

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

/** The browser can share its screen, or it cannot; its screen is a phone's, or it is not. */
function browser({ canShare, isPhone }: { canShare: boolean; isPhone: boolean }): void {
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: canShare ? { getDisplayMedia: () => {} } : undefined,
  });
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: isPhone && query.includes('coarse'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
}
const owing = {
  ...exam,
  status: 'registered',
  sessionType: null,
  actions: [mayPayFor('startExam', 15)],
} as Exam;
const paying = {
  '/api/getPaymentMethods': { answer: [visa] },
  '/api/getCreditsInfo': { answer: { standardProctorFee: 15 } },
  '/api/payProctorFeeWithPaymentProfile': {
    answer: { exam: { ...owing, actions: mayDo('startExam') }, holdUntil: null },
  },
};

test.each([
  { what: 'a phone', canShare: true, isPhone: true, announced: true },
  { what: 'a browser that shares no screen', canShare: false, isPhone: false, announced: true },
  { what: 'a computer', canShare: true, isPhone: false, announced: false },
])(
  'on $what it is said before the fee is paid that the exam needs a computer: $announced',
  async ({ canShare, isPhone, announced }) => {
    browser({ canShare, isPhone });
    const got = fakePortal(paying);
    show(<StartExamModal exam={owing} onClose={() => {}} />);
    if (announced) {
      await screen.findByText(/The online exam needs a computer/);
      expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
      expect(got).toEqual([]);
      await userEvent.click(screen.getByRole('button', { name: 'Pay here' }));
    }
    const pay = within(await screen.findByRole('dialog', { name: 'Pay fees' }));
    await userEvent.click(await pay.findByRole('checkbox'));
    await userEvent.click(pay.getByRole('button', { name: 'Pay' }));
    const start = within(await screen.findByRole('dialog', { name: 'Start exam online' }));
    expect(start.getByText('Paid $15.00').parentElement?.textContent).toBe(
      'Paid $15.00, Visa ending in 1111. The receipt comes by email.',
    );
    expect(start.queryByText(/The online exam needs a computer/) !== null).toBe(announced);
  },
);

test('an exam in a room with a proctor is paid without a word about computers', async () => {
  browser({ canShare: false, isPhone: true });
  fakePortal(paying);
  show(<StartExamModal exam={{ ...owing, sessionType: '22' }} onClose={() => {}} />);
  await screen.findByRole('dialog', { name: 'Pay fees' });
});
