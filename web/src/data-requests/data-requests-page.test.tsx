import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { DataRequestsPage } from './data-requests-page.tsx';

const REQUESTS = '/api/office/dataRequests';
const PAGE = '/admin/data-requests';

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(cleanup);

const blanking = {
  requestId: '0192f0c0-0000-7000-8000-000000000001',
  studentId: 12,
  student: 'Dana Levi',
  kind: 'blanking',
  by: 'Ruth Adler',
  at: '2026-11-20T15:00:00Z',
  state: 'waiting',
  until: '2026-11-23T15:00:00Z',
  reason: 'Asked for by letter',
};

function open(at: string, total = 1) {
  const got = fakePortal({
    [REQUESTS]: [{ answer: { items: [blanking], total } }, { answer: { items: [], total: 0 } }],
    '/api/office/filters': {
      answer: {
        filters: [
          {
            filterId: 5,
            table: 'data-requests',
            name: 'Exports at hand',
            mine: true,
            query: { kind: 'export', state: 'ready' },
            sharedWith: [],
            by: 'Test Staff',
          },
        ],
      },
    },
  });
  const { address } = show(<DataRequestsPage />, { path: PAGE, at });
  const requests = () => got.filter(({ path }) => path === REQUESTS).map(({ query }) => query);
  return { requests, address };
}

test('the filters of the address are sent, and unknown ones are not', async () => {
  const { requests } = open(`${PAGE}?kind=blanking&state=lost&page=2`, 70);
  await screen.findByText('Dana Levi');
  expect(requests()).toEqual([{ kind: 'blanking', page: '2', pageSize: '50' }]);
});

test('a saved filter starts at its first page, and may find nothing', async () => {
  const { requests, address } = open(`${PAGE}?state=waiting&page=2`, 70);
  await screen.findByText('Dana Levi');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Exports at hand' }));
  await screen.findByText('No results found.');
  expect(requests().at(-1)).toEqual({ kind: 'export', state: 'ready', page: '1', pageSize: '50' });
  expect(address()).toBe(`${PAGE}?state=ready&kind=export`);
});

test('a state is chosen by its words', async () => {
  const { address } = open(PAGE);
  await screen.findByText('Dana Levi');
  await userEvent.click(screen.getByRole('combobox', { name: 'State' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Blanked' }));
  await screen.findByText('No results found.');
  expect(address()).toBe(`${PAGE}?state=done`);
});
