import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { EarlierImports } from './earlier-imports.tsx';

const PAGE = '/admin/import-students';

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(cleanup);

const anImport = (fileName: string, schoolName: string, mayUndo: boolean) => ({
  importId: crypto.randomUUID(),
  runId: crypto.randomUUID(),
  fileName,
  schoolName,
  by: 'Test Staff',
  at: TEST_NOW.toISOString(),
  added: 3,
  mayUndo,
  undoneAt: null,
  undoUntil: new Date(TEST_NOW.getTime() + 3_600_000).toISOString(),
});

function open(at: string, ...imports: object[]) {
  fakePortal({
    '/api/office/imports': { answer: { imports } },
    '/api/office/filters': {
      answer: {
        filters: [
          {
            filterId: 5,
            table: 'student-imports',
            name: 'Fresh',
            mine: true,
            query: { state: 'undoable' },
            sharedWith: [],
            by: 'Test Staff',
          },
        ],
      },
    },
  });
  return show(<EarlierImports onUndo={() => {}} />, { path: PAGE, at });
}
const fresh = anImport('fresh.csv', 'Ateres', true);
const old = anImport('old.csv', 'Bais Rivka', false);

test('a saved filter leaves the imports that fit', async () => {
  const { address } = open(PAGE, fresh, old);
  await screen.findByText('old.csv');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Fresh' }));
  await waitFor(() => expect(screen.queryByText('old.csv')).toBeNull());
  screen.getByText('fresh.csv');
  expect(address()).toBe(`${PAGE}?state=undoable`);
});

test('the school and the state of the address are shown, or that nothing fits', async () => {
  open(`${PAGE}?school=Bais+Rivka`, fresh, old);
  await screen.findByText('old.csv');
  expect(screen.queryByText('fresh.csv')).toBeNull();
  cleanup();
  open(`${PAGE}?state=undone`, fresh, old);
  await screen.findByText('No results found.');
});

test('where there are no imports there is nothing to ask for', async () => {
  open(PAGE);
  await screen.findByText('There are no imports yet.');
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
});
