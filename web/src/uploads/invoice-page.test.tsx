import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeUpload } from '../shared/api/testing/fake-upload.ts';
import { show } from '../shared/testing.tsx';
import { InvoicePage } from './invoice-page.tsx';

beforeEach(() => FakeUpload.begin());
afterEach(() => {
  FakeUpload.end();
  cleanup();
});

const chooser = (container: HTMLElement) =>
  container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const open = () => show(<InvoicePage />, { path: '/admin/upload-tal-invoice' }).container;
const choose = (container: HTMLElement, name: string) =>
  userEvent.upload(chooser(container), new File(['x'], name), { applyAccept: false });
const requested = async (count: number) => {
  await waitFor(() => expect(FakeUpload.made).toHaveLength(count));
  return FakeUpload.made[count - 1] as FakeUpload;
};
const none = { lastName: null, firstName: null, examCode: null, examDate: null, amount: null };
const line = { lastName: 'Adler', firstName: 'Dina', examCode: 'ETH-1', examDate: '2026-03-10' };
const matched = {
  place: 'row 2',
  outcome: 'matched',
  ...line,
  amount: 45.5,
  match: 'Registration 12',
  problem: null,
};
const report = {
  lines: 3,
  headerRow: 1,
  rows: 1,
  linesInCells: 0,
  skippedRows: 1,
  restoredZeros: [],
  skipped: [{ from: 3, to: 3, why: 'blank' }],
  firstRow: { row: 2, cells: [{ column: 'exam_code', text: 'ETH-7' }] },
  lastRow: null,
};
const looked = (...rows: ({ outcome: string } & Record<string, unknown>)[]) => ({
  message: 'Invoice 7: looked at. Nothing is saved yet.',
  matched: 1,
  unmatched: 0,
  unmatchedRows: [],
  preview: {
    rows,
    fingerprint: 'as-shown',
    report,
    wrong: rows.filter(({ outcome }) => outcome === 'wrong').length,
  },
});
/** Chooses a table, sees what it matches and sends it; gives the request. */
async function sent(container: HTMLElement) {
  await choose(container, 'invoice.csv');
  const look = await requested(1);
  act(() => look.answers(200, looked(matched)));
  await screen.findByText(/^Invoice 7: looked at\./);
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  return requested(2);
}

test('a chosen invoice is previewed: the match of each line, and the errors', async () => {
  await choose(open(), 'invoice.csv');
  const request = await requested(1);
  expect(request.form.get('preview')).toBe('true');
  const unmatched = { ...matched, place: 'row 3', outcome: 'unmatched', match: null };
  const wrong = { place: 'row 4', outcome: 'wrong', ...none, match: null, problem: 'amount: Bad' };
  act(() =>
    request.answers(200, looked(matched, { ...unmatched, problem: 'Date differs' }, wrong)),
  );
  await screen.findByText('Nothing of the file can be saved until these rows are mended.');
  screen.getByText('3 lines in the file: 1 with the column names, 1 read as a row, 1 skipped.');
  screen.getByText('ETH-7');
  const names = () => screen.getAllByRole('row').map((one) => one.textContent);
  const shown = 'Adler, DinaETH-103/10/2026$45.50';
  const problems = [`3Not matchedDate differs${shown}`, '4Erroramount: Bad'];
  expect(names().slice(1)).toEqual([`2MatchedRegistration 12${shown}`, ...problems]);
  await userEvent.click(screen.getByLabelText('Only problems'));
  expect(names().slice(1)).toEqual(problems);
  expect(FakeUpload.made).toHaveLength(1);
});

test('an invoice is sent with a key, and the outcome is announced, line by line', async () => {
  const request = await sent(open());
  expect(request.form.get('tal_invoice')).toMatchObject({ name: 'invoice.csv' });
  expect(request.form.get('previewed')).toBe('as-shown');
  expect(request.key).toMatch(/^[\da-f-]{36}$/);
  act(() =>
    request.answers(200, {
      message: 'Invoice 7: 2 lines, 1 matched, 1 not matched.',
      matched: 1,
      unmatched: 1,
      unmatchedRows: [{ row: 3, reason: 'Date differs' }],
    }),
  );
  expect((await screen.findByText(/^Invoice 7: 2 lines/)).tagName).toBe('STRONG');
  screen.getByRole('row', { name: '3 Date differs' });
});

test('an old XLS has to be saved in another format, and a known invoice says so', async () => {
  const container = open();
  await choose(container, 'invoice.xls');
  await screen.findByText('Please save it as XLSX.');
  const request = await sent(container);
  act(() =>
    request.answers(409, {
      code: 'invoice_exists',
      detail: 'This invoice was already uploaded.',
    }),
  );
  await screen.findByText('This invoice was already uploaded.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(false);
});
