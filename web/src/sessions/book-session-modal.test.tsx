import { afterEach, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { StudentInView } from '../shared/api/student-in-view.tsx';
import { mayNot, mayPayFor } from '../shared/exams/testing.ts';
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
function Opener({ of = exam }: { of?: Exam }) {
  const [open, setOpen] = useState(false);
  return (
    <ul>
      <li id="exam-101">
        <button type="button" onClick={() => setOpen(true)}>
          Schedule
        </button>
        {open && <BookSessionModal exam={of} onClose={() => setOpen(false)} />}
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

test('the picker opens at the last branch; Continue waits for a session, which the foot repeats in words', async () => {
  const { picker } = await open();
  await waitFor(() => expect(picker.getByLabelText<HTMLSelectElement>('Branch').value).toBe('11'));
  picker.getByText(nothingChosen);
  const go = picker.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
  expect(go.disabled).toBe(true);
  await userEvent.click(await picker.findByRole('radio', { name: /9:30 AM ET/ }));
  expect([go.disabled, picker.queryByText(nothingChosen)]).toEqual([false, null]);
  picker.getByText(/at Lakewood/);
});

test('the office is offered the next session that is open, and may choose another', async () => {
  const shut = { ...session, testSessionId: 76, date: '2099-07-09', closed: true };
  const later = { ...session, testSessionId: 78, date: '2099-07-11' };
  const { picker } = await open(
    { '/api/getOpenedSessions': { answer: [shut, session, later] } },
    <StudentInView id={12}>
      <Opener />
    </StudentInView>,
  );
  const go = picker.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
  await waitFor(() => expect(go.disabled).toBe(false));
  const checked = () =>
    picker.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked);
  expect(checked()).toEqual([false, true, false]);
  await userEvent.click(picker.getAllByRole('radio')[2] as HTMLElement);
  expect(checked()).toEqual([false, false, true]);
});

test('a last branch that is not on the list gives way to the first one that is', async () => {
  const { picker } = await open({ '/api/getLastActiveLocation': { answer: branches[0] } });
  await waitFor(() => expect(picker.getByLabelText<HTMLSelectElement>('Branch').value).toBe('11'));
});

test('a branch by appointment is not on the list; its phone stands below it', async () => {
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

test('branches that did not come are asked for again', async () => {
  const { picker } = await open({
    '/api/getAllActiveLocations': [
      { status: 500, code: 'internal', detail: 'Something went wrong. Please try again.' },
      { answer: branches },
    ],
  });
  await userEvent.click(await picker.findByRole('button', { name: 'Try again' }));
  await picker.findByRole('option', { name: /Monsey/ });
});

test('the focus comes back to the button that began it, also from the payment that follows', async () => {
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

test('who can be booked only by the office is led there, with the reason', async () => {
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
