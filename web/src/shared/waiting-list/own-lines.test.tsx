import { afterEach, expect, test } from '@jest/globals';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { fakePortal, type Reply, show, signInAs } from '../testing.tsx';
import { OfferBanner } from './offer-banner.tsx';
import { OwnLines } from './own-lines.tsx';

afterEach(cleanup);

const entry: WaitingEntry = {
  waitingId: 5,
  testSessionId: 77,
  registrationId: 101,
  studentId: 12,
  studentName: '',
  examId: 401,
  subject: 'Algebra',
  locationName: 'Brooklyn',
  date: '2099-03-03',
  testSessionTime: '10:00',
  position: 3,
  state: 'waiting',
  joinedAt: '2099-01-01T10:00:00Z',
  offeredAt: null,
  offerUntil: null,
  needsSpecial: false,
  skipped: null,
};
const offered: WaitingEntry = {
  ...entry,
  position: null,
  state: 'offered',
  offeredAt: '2099-02-01T10:00:00Z',
  offerUntil: '2099-02-02T15:00:00Z',
};
const listed = (...entries: WaitingEntry[]) => ({
  '/api/getWaitingList': { answer: { entries, offerHours: 24 } },
});
const open = (page: ReactElement, replies: Record<string, Reply | Reply[]>) => {
  signInAs('ROLE_STUDENT');
  const got = fakePortal(replies);
  show(page);
  return got;
};

test('an exam in a line shows its number, and leaves it after a question', async () => {
  const left = { ...entry, state: 'left' as const, position: null };
  const got = open(<OwnLines registrationId={101} />, {
    '/api/getWaitingList': [
      { answer: { entries: [entry], offerHours: 24 } },
      { answer: { entries: [left], offerHours: 24 } },
    ],
    '/api/leaveWaitingList': { answer: { entry: left } },
  });
  await screen.findByText('You are number 3 in line');
  await userEvent.click(screen.getByRole('button', { name: /^Leave the waiting list of/ }));
  const question = await screen.findByRole('dialog', { name: 'Give up your place in line?' });
  expect(got.some(({ path }) => path === '/api/leaveWaitingList')).toBe(false);
  await userEvent.click(within(question).getByRole('button', { name: 'Leave waiting list' }));
  await waitFor(() =>
    expect(got.find(({ path }) => path === '/api/leaveWaitingList')?.body).toEqual({
      waitingId: 5,
    }),
  );
});

test('entries of other exams and ended entries are not shown', async () => {
  open(
    <>
      <OwnLines registrationId={102} />
      <OwnLines registrationId={101} />
    </>,
    listed(entry, { ...entry, waitingId: 6, registrationId: 102, state: 'expired' }),
  );
  await screen.findByText('You are number 3 in line');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test('shows a held place with its end, in the row and in the banner', async () => {
  open(
    <>
      <OfferBanner />
      <OwnLines registrationId={101} />
    </>,
    listed(offered),
  );
  await screen.findByText(/^A place is held for you until .*Feb 2/);
  const offers = screen.getByRole('region', { name: 'Offered places' });
  expect(offers.textContent).toMatch(
    /A place is free: Brooklyn, .*March 3.* 10:00.*Answer by .*Feb 2/,
  );
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy();
});

test.each([
  ['Accept', 'accept', /^Your session is booked for .*Mar 3.* The details come by email\./],
  ['Decline', 'decline', /^You declined the place\. You are no longer on this waiting list\./],
] as const)('%s says in the place of the offer what came of it', async (name, answer, said) => {
  const entries = [{ ...offered, state: `${answer === 'accept' ? 'accepted' : 'declined'}` }];
  const got = open(<OfferBanner />, {
    '/api/getWaitingList': [
      { answer: { entries: [offered], offerHours: 24 } },
      { answer: { entries, offerHours: 24 } },
    ],
    '/api/answerWaitingOffer': { answer: { entry: entries[0] } },
  });
  await userEvent.click(await screen.findByRole('button', { name }));
  if (name === 'Decline') {
    const title = 'Give up this seat? It goes to the next person.';
    const question = await screen.findByRole('dialog', { name: title });
    expect(got.some(({ path }) => path === '/api/answerWaitingOffer')).toBe(false);
    await userEvent.click(within(question).getByRole('button', { name }));
  }
  const outcome = await screen.findByRole('status');
  expect(outcome.textContent).toMatch(said);
  expect(document.activeElement).toBe(outcome);
  expect(screen.queryByRole('region', { name: 'Offered places' })).toBeNull();
  expect(got.find(({ path }) => path === '/api/answerWaitingOffer')?.body).toEqual({
    waitingId: 5,
    answer,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).toBeNull();
});
