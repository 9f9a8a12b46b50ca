import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../testing.tsx';
import { FeedModal } from './feed-modal.tsx';

afterEach(cleanup);

const none = { answer: { exists: false, createdAt: null, lastRead: null } };
const read = {
  answer: {
    exists: true,
    createdAt: '2026-11-22T15:00:00.000Z',
    lastRead: '2026-11-24T15:30:00.000Z',
  },
};
const url = `https://portal.test/api/calendar/${'s'.repeat(43)}.ics`;
const made = { answer: { url, webcal: url.replace('https', 'webcal') } };

/** Opens it; its one path answers reads and changes in this order. */
function open(replies: Reply[], locationId?: number | null) {
  const got = fakePortal({ '/api/calendarFeed': replies });
  show(
    <FeedModal opened onClose={() => {}} {...(locationId === undefined ? {} : { locationId })} />,
  );
  return () => got.flatMap(({ body }) => (body ? [body] : []));
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('an address is made, shown this once, and opens in a calendar', async () => {
  const requests = open([none, made, { answer: { ...read.answer, lastRead: null } }]);
  await press('Make address');
  expect(await screen.findByLabelText('Address of your calendar feed')).toHaveProperty(
    'value',
    url,
  );
  expect(screen.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toBe(
    made.answer.webcal,
  );
  expect(screen.queryByText(/Whoever has this address can see the sessions\./)).not.toBeNull();
  await screen.findByRole('button', { name: 'Renew' });
  expect(screen.queryByText(/^There is an address/)).toBeNull();
  expect(requests()).toEqual([{ action: 'make' }]);
});

test('an address that is there is not shown; it ends after a question', async () => {
  const requests = open([read, { answer: { url: null, webcal: null } }, none], 13);
  await screen.findByText(/^There is an address, made Sun, Nov 22/);
  expect(screen.queryByLabelText('Address of your calendar feed')).toBeNull();
  await press('Revoke');
  await press('Keep it');
  await press('Revoke');
  expect(requests()).toEqual([]);
  await press('Revoke address');
  await screen.findByText(/^The address was ended/);
  await screen.findByRole('button', { name: 'Make address' });
  expect(requests()).toEqual([{ locationId: 13, action: 'revoke' }]);
});

test('an address that did not reach the page can be renewed', async () => {
  open([none, { answer: { url: null, webcal: null } }, read]);
  await press('Make address');
  await screen.findByText('The address was made, but did not reach this page. Please renew it.');
  await screen.findByRole('button', { name: 'Renew' });
});

test('an error is shown, and can be retried', async () => {
  const sentence = 'There is already a feed.';
  open([none, { status: 409, code: 'feed_exists', detail: sentence }, read]);
  await press('Make address');
  await screen.findByText(sentence);
});

test('no call is made before a branch is chosen', async () => {
  open([], null);
  await screen.findByText(/^Add one address/);
  expect(screen.queryByRole('button', { name: 'Make address' })).toBeNull();
});
