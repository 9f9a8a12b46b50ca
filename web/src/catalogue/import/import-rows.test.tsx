import { afterEach, expect, test } from '@jest/globals';
import type { ImportRow } from '@portal/contract/catalogue/catalogue-import';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { show } from '../../shared/testing.tsx';
import { ImportRows } from './import-rows.tsx';

afterEach(cleanup);

const rowOf = (row: number, what: ImportRow['what']): ImportRow => ({
  row,
  what,
  id: row,
  changes: [],
  text: `Exam ${row}`,
});
const rows = Array.from({ length: 150 }, (_, at) => rowOf(at + 2, at === 140 ? 'error' : 'same'));
const counts = { add: 0, change: 0, retire: 0, same: 149, error: 1 };
const shown = () => within(screen.getByRole('table')).getAllByRole('row').length - 1;

test('a long table shows the rows with errors first, the others page by page', async () => {
  show(<ImportRows rows={rows} counts={counts} />);
  expect(screen.getByRole('status').textContent).toMatch(/^A row has an error: nothing is applied/);
  expect(shown()).toBe(1);
  screen.getByText('Exam 142');
  await userEvent.click(screen.getByRole('button', { name: 'All 150' }));
  expect(shown()).toBe(100);
  await userEvent.click(screen.getByRole('button', { name: 'next page' }));
  expect(shown()).toBe(50);
  expect(screen.getByRole('button', { name: 'New 0' })).toHaveProperty('disabled', true);
});
