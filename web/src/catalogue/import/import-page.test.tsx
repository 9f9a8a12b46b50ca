import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeUpload } from '../../shared/api/testing/fake-upload.ts';
import { pressTwice, show, signInAs } from '../../shared/testing.tsx';
import { ImportPage } from './import-page.tsx';

beforeEach(() => {
  signInAs('ROLE_ADMIN');
  FakeUpload.begin();
});
afterEach(() => {
  FakeUpload.end();
  cleanup();
});

const report = {
  lines: 3,
  headerRow: 1,
  rows: 1,
  linesInCells: 0,
  skippedRows: 1,
  restoredZeros: [],
  skipped: [{ from: 3, to: 3, why: 'blank' }],
  firstRow: { row: 2, cells: [{ column: 'subject', text: 'Ethics' }] },
  lastRow: null,
};
const answer = {
  rows: [],
  ignoredColumns: [],
  previewHash: 'seen',
  report,
  counts: { add: 1, change: 0, retire: 0, same: 0, error: 0 },
};

test('the preview of a file compares its lines with the rows that were read', async () => {
  show(<ImportPage />);
  const field = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(field, { target: { files: [new File(['id'], 'exams.csv')] } });
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
  act(() => FakeUpload.made[0]?.answers(200, answer));
  await screen.findByText(
    '3 lines in the file: 1 with the column names, 1 read as a row, 1 skipped.',
  );
  screen.getByText('Row 3: blank');
  screen.getByText('Ethics');
});

test('two presses of Apply before the first is drawn apply a file once', async () => {
  show(<ImportPage />);
  const field = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(field, { target: { files: [new File(['id'], 'exams.csv')] } });
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
  act(() => FakeUpload.made[0]?.answers(200, answer));
  pressTwice(await screen.findByRole('button', { name: 'Apply 1 change' }));
  const applied = FakeUpload.made.slice(1);
  expect(applied.map(({ form }) => form.get('dryRun'))).toEqual(['false']);
  act(() => applied[0]?.answers(200, answer));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply 1 change' })).toBeNull());
});
