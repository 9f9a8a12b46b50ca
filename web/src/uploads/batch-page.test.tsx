import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeUpload } from '../shared/api/testing/fake-upload.ts';
import { show } from '../shared/testing.tsx';
import { BatchPage } from './batch-page.tsx';

const table = (name = 'batch.csv', text = 'registration_id\n7') => new File([text], name);
const feedback = ['1 exams read: 1 updated, 0 unchanged. Batch 12.', 'The column note is ignored.'];
const taken = { feedback, rows: 1, updated: 1, unchanged: 0, batchIds: [12] };

beforeEach(() => FakeUpload.begin());
afterEach(() => {
  FakeUpload.end();
  cleanup();
});

const upload = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' });
const chooser = (container: HTMLElement) =>
  container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const open = () => show(<BatchPage />, { path: '/admin/upload-batch' }).container;
const row = (place: string, more: object = {}) => ({
  place,
  outcome: 'graded',
  registrationId: 7,
  student: 'Adler, Dina',
  exam: 'Ethics',
  changes: ['Grade 88, Pass', 'New batch'],
  problem: null,
  ...more,
});
const broken = { outcome: 'wrong', student: null, exam: null, changes: [] };
/** The rows of the table. */
const report = {
  lines: 3,
  headerRow: 1,
  rows: 1,
  linesInCells: 0,
  skippedRows: 1,
  restoredZeros: [],
  skipped: [{ from: 3, to: 3, why: 'blank' }],
  firstRow: { row: 2, cells: [{ column: 'jse_id', text: 'JSE 7' }] },
  lastRow: null,
};
/** The preview of a file by the portal. */
const looked = (...rows: object[]) => ({
  rows: rows.length,
  updated: 1,
  unchanged: 0,
  batchIds: [],
  feedback: [`${rows.length} rows read. Nothing is saved yet.`],
  preview: { rows, wrong: rows.length - 1, fingerprint: 'as-shown', report },
});
const requested = async (count: number) => {
  await waitFor(() => expect(FakeUpload.made).toHaveLength(count));
  return FakeUpload.made[count - 1] as FakeUpload;
};
/** Chooses a file, which is looked at; gives that request. */
async function chosen(container: HTMLElement, file = table()) {
  await userEvent.upload(chooser(container), file, { applyAccept: false });
  return requested(1);
}
/** Chooses a file, sees what it does and sends it; gives the request. */
async function sent(container: HTMLElement) {
  const look = await chosen(container);
  act(() => look.answers(200, looked(row('row 2'))));
  await screen.findByText('1 rows read. Nothing is saved yet.');
  await userEvent.click(upload());
  return requested(2);
}

test('a chosen file is previewed: each row with its effect, or its error', async () => {
  const request = await chosen(open());
  expect(Object.fromEntries(request.form)).toMatchObject({ preview: 'true' });
  expect(upload().disabled).toBe(true);
  const wrong = row('row 3', { ...broken, problem: 'Registration not found.' });
  act(() => request.answers(200, looked(row('row 2'), wrong)));
  await screen.findByText('2 rows read. Nothing is saved yet.');
  screen.getByText('Nothing of the file can be saved until these rows are mended.');
  screen.getByText('3 lines in the file: 1 with the column names, 1 read as a row, 1 skipped.');
  screen.getByText('Row 3: blank');
  screen.getByText('JSE 7');
  screen.getByText('Graded 1');
  screen.getByText('Error 1');
  const names = () => screen.getAllByRole('row').map((one) => one.textContent);
  expect(names().slice(1)).toEqual([
    '2GradedGrade 88, Pass \u00b7 New batchAdler, DinaEthics7',
    '3ErrorRegistration not found.7',
  ]);
  await userEvent.click(screen.getByLabelText('Only problems'));
  expect(names().slice(1)).toEqual(['3ErrorRegistration not found.7']);
  expect(FakeUpload.made).toHaveLength(1);
});

test('Upload waits for a file, shows how far it is, then reads out the feedback', async () => {
  const container = open();
  expect(upload().disabled).toBe(true);
  const request = await sent(container);
  expect(request.form.get('exam_papers_file')).toMatchObject({ name: 'batch.csv' });
  expect([request.form.get('previewed'), request.form.get('preview')]).toEqual(['as-shown', null]);
  expect(request.key).toMatch(/^[\da-f-]{36}$/);
  act(() => request.upload.onprogress?.({ loaded: 1, total: 2 }));
  screen.getByText('50%');
  act(() => request.answers(200, taken));
  await screen.findByText('1 exams read: 1 updated, 0 unchanged. Batch 12.');
  screen.getByText('The column note is ignored.');
  expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull();
  expect(upload().disabled).toBe(true);
});

test('each refused row is named, and the file stays for another preview and upload', async () => {
  const request = await sent(open());
  act(() =>
    request.answers(422, {
      code: 'file_rows_invalid',
      detail: '2 rows have errors. Nothing was saved.',
      errors: [
        { path: 'row 2, grade', message: 'The exam already has the grade 88.' },
        { path: 'row 3', message: 'Registration not found.' },
      ],
    }),
  );
  await screen.findByText('2 rows have errors. Nothing was saved.');
  screen.getByRole('row', { name: 'Row 2, grade The exam already has the grade 88.' });
  screen.getByRole('row', { name: 'Row 3 Registration not found.' });
  expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull();
  await userEvent.click(upload());
  expect((await requested(3)).form.get('preview')).toBe('true');
});

test('a failed preview is repeated before anything is sent', async () => {
  const request = await chosen(open());
  act(() => request.answers(415, { code: 'wrong_type', detail: 'Not this kind.' }));
  await screen.findByText('Not this kind.');
  await userEvent.click(upload());
  expect((await requested(2)).form.get('preview')).toBe('true');
});

test('a long text is cut to Error', async () => {
  const container = open();
  const request = await sent(container);
  act(() => request.answers(422, { code: 'x', detail: 'x'.repeat(15_000) }));
  await screen.findByText('Error');
});

test('a dropped file works like a chosen one; another type or two are refused', async () => {
  const container = open();
  const drop = (...files: File[]) =>
    fireEvent.drop(container.querySelector('form > div') as Element, {
      dataTransfer: { files, types: ['Files'] },
    });
  drop(new File(['x'], 'batch.exe'));
  await screen.findByText(
    'This kind of file is not accepted. Please use CSV, XLSX, ZIP, PDF, JPG or PNG.',
  );
  drop(table('a.csv'), table('b.csv'));
  await screen.findByText('Please choose one file.');
  drop(table('', ''));
  expect(upload().disabled).toBe(true);
  drop(table('a.csv', ''));
  await screen.findByText('The file is empty.');
  drop(table('dropped.csv'));
  await screen.findByText('dropped.csv');
  const last = () => FakeUpload.made.at(-1) as FakeUpload;
  await waitFor(() =>
    expect(last().form.get('exam_papers_file')).toHaveProperty('name', 'dropped.csv'),
  );
  act(() => last().answers(200, looked(row('row 2'))));
  await waitFor(() => expect(upload().disabled).toBe(false));
  expect(screen.queryByText('The file is empty.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
  expect(upload().disabled).toBe(true);
});
