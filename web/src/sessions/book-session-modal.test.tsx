import { afterEach, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { mayDo, mayNot, mayPayFor } from '../shared/exams/testing.ts';
import { visa } from '../shared/payments/testing.ts';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { BookSessionModal } from './book-session-modal.tsx';

afterEach(cleanup);

const exam = {
  id: 101,
  subject: 'Biology',
  vendor_id: 1,
  vendor_name: 'TAL',
  secularNumber: 'TAL-101',
  registration_id: 9001,
  status: 'registered',
  testSessionId: null,
  examDuration: 120,
  actions: [mayPayFor('schedule', 15)],
} as unknown as Exam;
const session = {
  testSessionId: 77,
  date: '2099-07-10',
  testSessionTime: '09:30',
  branchName: 'Lakewood',
  closed: false,
  called_off: false,
  durationLeft: 210,
  remainingSeats: 9,
  hasASeat: false,
  waiting: { canJoin: false, position: null, offerUntil: null },
  proctor_fee_kept_until: '2099-07-09T13:30:00Z',
};
const branch = (id: number, name: string, by_appointment = false) => ({
  id,
  name,
  address: `${id} Main Street`,
  phone: '718-555-0116',
  by_appointment,
});
const branches = [branch(16, 'Chicago', true), branch(11, 'Lakewood'), branch(12, 'Monsey')];

/** A page with one button that opens the picker. */
function Opener({ of = exam, registered }: { of?: Exam; registered?: string }) {
  const [isSettled, setSettled] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <ul>
      <li id="exam-101">
        <button type="button" onClick={() => setOpen(true)}>
          Schedule
        </button>
        {open && (
          <BookSessionModal
            exam={of}
            registered={registered}
            onSettled={() => setSettled(true)}
            onClose={() => setOpen(false)}
          />
        )}
        {isSettled && <p>settled</p>}
      </li>
    </ul>
  );
}
async function open(replies: Record<string, Reply | Reply[]> = {}, page = <Opener />) {
  const got = fakePortal({
    '/api/getAllActiveLocations': { answer: branches },
    '/api/getLastActiveLocation': { answer: branches[1] },
    '/api/getOpenedSessions': { answer: [session] },
    '/api/getPaymentMethods': { answer: [] },
    '/api/getCreditsInfo': { answer: {} },
    ...replies,
  });
  show(page);
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  return { got, picker: within(await screen.findByRole('dialog', { name: 'Schedule session' })) };
}
const nothingChosen = 'Choose a session.';

test('opens at the last branch; Continue needs a session, which the footer repeats', async () => {
  const { picker } = await open();
  await waitFor(() => expect(picker.getByLabelText<HTMLSelectElement>('Branch').value).toBe('11'));
  picker.getByText(nothingChosen);
  const go = picker.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
  expect(go.disabled).toBe(true);
  await userEvent.click(await picker.findByRole('radio', { name: /9:30 AM ET/ }));
  expect([go.disabled, picker.queryByText(nothingChosen)]).toEqual([false, null]);
  picker.getByText(/at Lakewood/);
});

test('the office gets the first open session after 24 hours, and may choose another', async () => {
  const soon = {
    ...session,
    testSessionId: 75,
    date: '2099-07-09',
    proctor_fee_kept_until: '2000-01-01T00:00:00Z',
  };
  const shut = { ...session, testSessionId: 76, date: '2099-07-09', closed: true };
  const later = { ...session, testSessionId: 78, date: '2099-07-11' };
  const { picker } = await open(
    { '/api/getOpenedSessions': { answer: [shut, soon, session, later] } },
    <StudentInView id={12}>
      <Opener />
    </StudentInView>,
  );
  const go = picker.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
  await waitFor(() => expect(go.disabled).toBe(false));
  const checked = () =>
    picker.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked);
  expect(checked()).toEqual([false, false, true, false]);
  await userEvent.click(picker.getAllByRole('radio')[3] as HTMLElement);
  expect(checked()).toEqual([false, false, false, true]);
  // the warning follows the card of the session that begins soon
  const card = picker.getAllByRole('radio')[1] as HTMLElement;
  await userEvent.click(card);
  const warning = await picker.findByText('This session begins in less than 24 hours.');
  const next = picker.getAllByRole('radio')[2] as HTMLElement;
  const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
  expect(card.compareDocumentPosition(warning) & after).toBe(after);
  expect(warning.compareDocumentPosition(next) & after).toBe(after);
});

test('a last branch that is not on the list gives way to the first one that is', async () => {
  const { picker } = await open({ '/api/getLastActiveLocation': { answer: branches[0] } });
  await waitFor(() => expect(picker.getByLabelText<HTMLSelectElement>('Branch').value).toBe('11'));
});

test('a branch by appointment is not on the list; its phone is below it', async () => {
  const { picker } = await open();
  const phone = await picker.findByRole('link', { name: '718-555-0116' });
  expect(phone.getAttribute('href')).toBe('tel:7185550116');
  expect(phone.parentElement?.textContent).toContain('Chicago');
  expect(within(picker.getByLabelText('Branch')).queryByText(/Chicago/)).toBeNull();
});

test('a branch without sessions says so', async () => {
  const { picker } = await open({ '/api/getOpenedSessions': { answer: [] } });
  await picker.findByText(
    'Sorry there are no sessions open for this location. Please check again soon.',
  );
});

test('branches that failed to load are retried', async () => {
  const { picker } = await open({
    '/api/getAllActiveLocations': [
      { status: 500, code: 'internal', detail: 'Something went wrong. Please try again.' },
      { answer: branches },
    ],
  });
  await userEvent.click(await picker.findByRole('button', { name: 'Try again' }));
  await picker.findByRole('option', { name: /Monsey/ });
});

test('the focus returns to the opening button, also from the payment that follows', async () => {
  const { picker } = await open();
  await userEvent.click(await picker.findByRole('radio', { name: /9:30 AM ET/ }));
  await userEvent.click(picker.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: 'Pay fees' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Schedule' })),
  );
});

test('Back from the payment leads to the branch and the session that were chosen', async () => {
  const { picker } = await open();
  await userEvent.selectOptions(await picker.findByLabelText('Branch'), '12');
  await userEvent.click(await picker.findByRole('radio', { name: /9:30 AM ET/ }));
  await userEvent.click(picker.getByRole('button', { name: 'Continue' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  const again = within(await screen.findByRole('dialog', { name: 'Schedule session' }));
  expect(again.getByLabelText<HTMLSelectElement>('Branch').value).toBe('12');
  expect((await again.findByRole<HTMLInputElement>('radio', { name: /9:30 AM ET/ })).checked).toBe(
    true,
  );
});

test('leads students who need the office there, with the reason', async () => {
  fakePortal({
    '/api/getAllActiveLocations': { answer: branches },
    '/api/getLastActiveLocation': { answer: branches[1] },
    '/api/getOpenedSessions': { answer: [] },
  });
  const reason = 'Please call the office to book this session.';
  show(<Opener of={{ ...exam, actions: [mayNot('schedule', 'call_office', reason)] }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  await within(await screen.findByRole('dialog', { name: 'Offices' })).findByText(reason);
});

const booked = {
  ...exam,
  status: 'scheduled',
  testSessionId: 77,
  actions: [
    {
      action: 'cancelSession',
      allowed: true,
      givenBack: {
        credits: 0,
        additionalFeeRefunded: 0,
        proctorFeeRefunded: 0,
        proctorFeeKept: 15,
        proctorFeeLost: 0,
        keptUntil: '2099-07-09T13:30:00Z',
      },
    },
  ],
} as unknown as Exam;
const free = { ...exam, actions: mayDo('schedule') } as Exam;
const scheduled = {
  '/api/scheduleSessionForRegistration': {
    answer: { exam: booked, session: { ...session, sessionType: '21' } },
  },
};
async function choose(picker: ReturnType<typeof within>): Promise<void> {
  await userEvent.click(await picker.findByRole('radio', { name: /9:30 AM ET/ }));
  await userEvent.click(picker.getByRole('button', { name: 'Continue' }));
}

test('the booking is shown with time, place, and until when changes are free', async () => {
  const { picker } = await open(scheduled, <Opener of={free} />);
  await choose(picker);
  const result = within(await screen.findByRole('dialog', { name: 'Booked' }));
  result.getByText('Your session is booked for Fri, Jul 10, 2099, 9:30 AM ET.');
  result.getByText('Sign in 15 minutes before');
  result.getByText(
    'Free to change until Thu, Jul 9, 2099, 9:30 AM ET. After that the $15.00 proctor fee is lost.',
  );
  expect(result.queryByText(/^Paid/)).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Booked'));
  screen.getByText('settled'); // a reload does not book again
});

test('a fee that was paid on the way is said with its card', async () => {
  const { picker } = await open({
    ...scheduled,
    '/api/getPaymentMethods': { answer: [visa] },
    '/api/payProctorFeeWithPaymentProfile': {
      answer: { exam: free, holdUntil: null, successMessage: '', paymentMethod: null },
    },
  });
  await choose(picker);
  const pay = within(await screen.findByRole('dialog', { name: 'Pay fees' }));
  await userEvent.click(await pay.findByRole('checkbox'));
  await userEvent.click(pay.getByRole('button', { name: 'Pay' }));
  const result = within(await screen.findByRole('dialog', { name: 'Paid and booked' }));
  result.getByText('Paid $15.00');
  result.getByText(/^Visa ending in 1111, /);
  expect(result.getByText('Proctor fee').nextElementSibling?.textContent).toBe('$15.00');
  result.getByText('Your receipt comes by email');
});

/** jsdom's Blob has no text(). */
const textOf = (file: Blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(file);
  });

test('the booked session is saved for a calendar as the service wrote it', async () => {
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:1';
  };
  const slip = { answer: { calendar: 'BEGIN:VCALENDAR' } };
  const replies = { ...scheduled, '/api/getAdmissionSlip': slip };
  const { picker } = await open(replies, <Opener of={free} />);
  await choose(picker);
  await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }));
  await waitFor(() =>
    expect(files.map(({ type }) => type)).toEqual(['text/calendar;charset=utf-8']),
  );
  expect(await textOf(files[0] as Blob)).toBe('BEGIN:VCALENDAR');
});

test('says why the session cannot be saved for a calendar', async () => {
  const detail = 'There is no admission slip for this exam.';
  const slip = { status: 409, code: 'no_slip', detail };
  const replies = { ...scheduled, '/api/getAdmissionSlip': slip };
  const { picker } = await open(replies, <Opener of={free} />);
  await choose(picker);
  await userEvent.click(await screen.findByRole('button', { name: 'Add to calendar' }));
  await screen.findByText(detail);
});

test('the office, which chose it, reads no result of a booking without a payment', async () => {
  const { picker } = await open(
    scheduled,
    <StudentInView id={12}>
      <Opener of={free} registered="3 credits spent, 5 left" />
    </StudentInView>,
  );
  expect(picker.getByText('Registered.').parentElement?.textContent).toBe(
    'Registered. 3 credits spent, 5 left.',
  );
  await userEvent.click(await picker.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a session within 24 hours shows the warning in the list and at the payment', async () => {
  const soon = { ...session, proctor_fee_kept_until: '2020-01-01T13:30:00Z' };
  const { picker } = await open({ '/api/getOpenedSessions': { answer: [soon] } });
  const warning = 'This session begins in less than 24 hours.';
  expect(picker.queryByText(warning)).toBeNull();
  await userEvent.click(await picker.findByRole('radio', { name: /9:30 AM ET/ }));
  picker.getByText(warning);
  await userEvent.click(picker.getByRole('button', { name: 'Continue' }));
  const pay = within(await screen.findByRole('dialog', { name: 'Pay fees' }));
  expect(pay.getByText(warning).parentElement?.textContent).toContain(
    'the $15.00 proctor fee is lost',
  );
});

test('a session that can be left in time has no warning', async () => {
  const { picker } = await open();
  await userEvent.click(await picker.findByRole('radio', { name: /9:30 AM ET/ }));
  expect(picker.queryByText(/less than 24 hours/)).toBeNull();
});

const brooklyn = branch(13, 'Brooklyn');
const full = { ...session, remainingSeats: 0 };

test('a branch without room says where there is some, and mails when that changes', async () => {
  const { got, picker } = await open({
    '/api/getAllActiveLocations': { answer: [...branches, brooklyn] },
    '/api/getOpenedSessions': { answer: [full] },
    '/api/getOpenBranches': {
      answer: [
        {
          locationId: 13,
          next: { date: '2099-07-12', time: '18:00' },
          openSessions: 1,
          alert: false,
        },
        {
          locationId: 12,
          next: { date: '2099-07-11', time: '09:30' },
          openSessions: 3,
          alert: false,
        },
        {
          locationId: 16,
          next: { date: '2099-07-01', time: '09:30' },
          openSessions: 9,
          alert: false,
        },
      ],
    },
    '/api/setSessionAlert': [{ answer: { wanted: true } }, { answer: { wanted: false } }],
  });
  await picker.findByText('Room at other branches');
  const places = picker.getAllByRole('button', { name: /from .* ET/ });
  expect(places.map(({ textContent }) => textContent)).toEqual([
    'Monseyfrom Sat, Jul 11, 2099, 9:30 AM ET3 sessions',
    'Brooklynfrom Sun, Jul 12, 2099, 6:00 PM ET1 session',
  ]);
  await userEvent.click(picker.getByRole('button', { name: 'Email me when a session opens' }));
  await picker.findByText('We will email you when a session opens at Lakewood.');
  await userEvent.click(picker.getByRole('button', { name: 'Do not email me' }));
  await picker.findByRole('button', { name: 'Email me when a session opens' });
  expect(got.filter(({ path }) => path === '/api/setSessionAlert').map(({ body }) => body)).toEqual(
    [
      { locationId: 11, wanted: true },
      { locationId: 11, wanted: false },
    ],
  );
  await userEvent.click(places[0] as HTMLElement);
  expect(picker.getByLabelText<HTMLSelectElement>('Branch').value).toBe('12');
});

test('day and time filter the cards; the next free session is one press away', async () => {
  const { picker } = await open({
    '/api/getOpenedSessions': {
      answer: [
        { ...full, testSessionId: 76, date: '2099-07-08' },
        session,
        { ...session, testSessionId: 78, testSessionTime: '18:00' },
        { ...session, testSessionId: 79, date: '2099-07-14' },
      ],
    },
  });
  const cards = () => picker.getAllByRole('radio', { name: / ET, / });
  await waitFor(() => expect(cards()).toHaveLength(4));
  const day = picker.getByRole<HTMLButtonElement>('button', {
    name: 'Friday, July 10, 2099, 2 sessions with room',
  });
  expect(
    picker.getByRole<HTMLButtonElement>('button', { name: 'Wednesday, July 8, 2099, no room' })
      .disabled,
  ).toBe(false);
  expect(
    picker.getByRole<HTMLButtonElement>('button', { name: 'Thursday, July 9, 2099' }).disabled,
  ).toBe(true);
  await userEvent.click(day);
  expect(cards()).toHaveLength(2);
  await userEvent.selectOptions(picker.getByLabelText('Time of day'), 'Evening');
  expect(cards()).toHaveLength(1);
  await userEvent.click(picker.getByRole('button', { name: 'Fri, Jul 10, 2099 only' }));
  await userEvent.click(picker.getByRole('button', { name: 'Choose' }));
  expect(cards()).toHaveLength(4);
  expect(
    picker.getByRole<HTMLInputElement>('radio', { name: /^Friday, July 10, 2099, 9:30 AM ET/ })
      .checked,
  ).toBe(true);
});

test('the branch has a map', async () => {
  const { picker } = await open();
  const map = await picker.findByRole('link', { name: 'Lakewood on the map' });
  expect(map.getAttribute('href')).toBe(
    'https://www.google.com/maps/search/?api=1&query=11%20Main%20Street',
  );
});
