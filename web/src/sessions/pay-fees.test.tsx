import { afterEach, expect, jest, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useExams } from '../shared/exams/exam-rows.ts';
import { mayDo, mayPayFor } from '../shared/exams/testing.ts';
import { visa } from '../shared/payments/testing.ts';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { PayFees } from './pay-fees.tsx';
import { SeatHeld } from './seat-held.tsx';

const nothing = () => {};
const booked = jest.fn();

afterEach(() => {
  jest.useRealTimers();
  booked.mockClear();
  cleanup();
});

const exam = {
  id: 101,
  subject: 'Biology',
  vendor_id: 1,
  vendor_name: 'TAL',
  secularNumber: 'TAL-101',
  registration_id: 9001,
  status: 'registered',
  testSessionId: null,
  actions: [mayPayFor('schedule', 15)],
} as unknown as Exam;
const session = { testSessionId: 77, date: '2099-07-10', testSessionTime: '09:30' } as Session;

/** The list of the row, behind its payment. */
function List() {
  useExams();
  return null;
}

/** Opens the payment and pays with the saved card. */
async function pay(replies: Record<string, Reply>) {
  const holdUntil = new Date(TEST_NOW.getTime() + 600_000).toISOString();
  const got = fakePortal({
    '/api/getPaymentMethods': { answer: [visa] },
    '/api/getCreditsInfo': { answer: {} },
    '/api/payProctorFeeWithPaymentProfile': {
      answer: {
        exam: { ...exam, actions: mayDo('schedule') },
        registrationId: 9001,
        proctorFee: 0,
        holdUntil,
        successMessage: '',
        paymentMethod: null,
      },
    },
    ...replies,
  });
  show(
    <PayFees exam={exam} session={session} onBack={nothing} onBooked={booked} onClose={nothing} />,
  );
  await userEvent.click(await screen.findByRole('radio', { name: /Visa/ }));
  for (const box of screen.queryAllByRole('checkbox')) await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: /Pay/ }));
  return got;
}

test("a booking with an unknown outcome shows the seat's hold, and can be repeated", async () => {
  const got = await pay({
    '/api/scheduleSessionForRegistration': { status: 500, code: 'internal', detail: 'Not now.' },
  });
  await screen.findByText('Not now.');
  expect(screen.getByText(/^(10:00|9:\d\d)$/)).toBeTruthy();
  const tries = () =>
    got.filter(({ path }) => path === '/api/scheduleSessionForRegistration').length;
  const before = tries();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(tries()).toBeGreaterThan(before));
});

test('a session that refuses is not tried again, and no countdown runs', async () => {
  await pay({
    '/api/scheduleSessionForRegistration': {
      status: 409,
      code: 'time_overlap',
      detail: 'You have another exam at that time.',
    },
  });
  await screen.findByText('You have another exam at that time.');
  expect([
    screen.queryByText(/^9:\d\d$/),
    screen.queryByRole('button', { name: 'Try again' }),
  ]).toEqual([null, null]);
});

test('a fee that changed while its payment was open is paid as it is now', async () => {
  const path = '/api/payProctorFeeWithPaymentProfile';
  const owing = (proctorFee: number) => ({
    ...exam,
    actions: [mayPayFor('schedule', proctorFee, 65)],
  });
  const owes = owing(15);
  const list = (row: Exam) => ({ answer: { exams: [row], memberHasntRegistered2years: false } });
  const got = fakePortal({
    '/api/getPaymentMethods': { answer: [visa] },
    '/api/getCreditsInfo': { answer: {} },
    '/api/getAllExamsAccordingStudent': [list(owes), list(owing(12))],
    [path]: {
      status: 409,
      code: 'amount_changed',
      detail: 'The amount has changed. Please check it and try again.',
      expected: 77,
    },
  });
  show(
    <>
      <List />
      <PayFees exam={owes} session={session} onBack={nothing} onBooked={booked} onClose={nothing} />
    </>,
  );
  await userEvent.click(await screen.findByRole('radio', { name: /Visa/ }));
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  await screen.findByText('$77.00');
  await screen.findByText('$12.00');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  const sent = () => got.filter((one) => one.path === path).map(({ body }) => body);
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { proctorFee: 15, amount: 80 },
      { proctorFee: 12, amount: 77 },
    ]),
  );
  expect(got.filter(({ path }) => path === '/api/getAllExamsAccordingStudent')).toHaveLength(2);
});

test('fees paid in another tab are not charged again: the seat is booked', async () => {
  const got = fakePortal({
    '/api/getPaymentMethods': { answer: [visa] },
    '/api/getCreditsInfo': { answer: {} },
    '/api/payProctorFeeWithPaymentProfile': {
      status: 409,
      code: 'amount_changed',
      detail: 'The amount has changed. Please check it and try again.',
      expected: 0,
    },
    '/api/scheduleSessionForRegistration': { answer: { exam } },
  });
  show(
    <PayFees exam={exam} session={session} onBack={nothing} onBooked={booked} onClose={nothing} />,
  );
  await userEvent.click(await screen.findByRole('radio', { name: /Visa/ }));
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  await screen.findByText('$0.00');
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(booked).toHaveBeenCalledWith(expect.objectContaining({ paid: null })));
  expect(got.filter(({ path }) => path.startsWith('/api/payProctorFee'))).toHaveLength(1);
});

test('the countdown goes down by the second and says when it is over', () => {
  jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  show(<SeatHeld until="2026-11-21T12:00:03Z" />);
  expect(screen.getByText('0:03')).toBeTruthy();
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.getByText('0:02')).toBeTruthy();
  act(() => jest.advanceTimersByTime(1000));
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.getByText(/no longer held/)).toBeTruthy();
});
