import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../../shared/testing.tsx';
import { WaitingPage } from './waiting-page.tsx';

const PAGE = '/admin/overview/waiting';
beforeEach(() => signInAs('ROLE_SUPPORT'));
afterEach(cleanup);

const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * 86_400_000).toISOString();
const old = { since: daysAgo(40), what: 'Ethics', why: 'TECEP', href: null };
const late = { since: daysAgo(2), what: 'Talmud', why: 'DSST', href: null };

function open(search: string, rows: object[] = [old, late]) {
  const got = fakePortal({
    '/api/office/waiting': { answer: { text: 'Grades waiting over 30 days', rows, missing: [] } },
    '/api/office/filters': {
      answer: {
        filters: [
          {
            filterId: 5,
            table: 'queue-grades-waiting',
            name: 'Late ones',
            mine: false,
            query: { age: 'week', search: 'tecep', of: 'old' },
            sharedWith: ['ROLE_SUPPORT'],
            by: 'Rivka',
          },
        ],
      },
    },
  });
  const { address } = show(<WaitingPage />, { path: PAGE, at: `${PAGE}?queue=${search}` });
  return { got, address };
}

test('a saved filter of the queue is applied, and the address keeps the queue', async () => {
  const { got, address } = open('grades_waiting');
  await screen.findByText('Talmud');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Late ones by Rivka' }));
  await waitFor(() => expect(screen.queryByText('Talmud')).toBeNull());
  expect(screen.getByText('Ethics')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('tecep');
  expect(address()).toBe(`${PAGE}?queue=grades_waiting&age=week`);
  const requests = got.filter(({ path }) => path === '/api/office/filters');
  expect(requests.map(({ query }) => query)).toEqual([{ table: 'queue-grades-waiting' }]);
});

test('a search may find nothing, and is not in the address: it may be a name', async () => {
  const { address } = open('grades_waiting');
  await screen.findByText('Talmud');
  await userEvent.type(screen.getByRole('textbox', { name: 'Search' }), 'latin');
  await screen.findByText('No results found.');
  expect(address()).toBe(`${PAGE}?queue=grades_waiting`);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Search' }));
  await screen.findByText('Ethics');
});

test('an empty queue has no filters', async () => {
  open('grades_waiting', []);
  await screen.findByText('Nothing waits.');
  expect(screen.queryByRole('search')).toBeNull();
});

test('where a queue is cut off it says so', async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ ...old, what: `Exam ${at}` }));
  open('grades_waiting', rows);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Search' }), 'exam 999');
  await screen.findByText('Only the 1,000 that have waited longest are shown and searched.');
  expect(screen.getAllByRole('row')).toHaveLength(2);
});
