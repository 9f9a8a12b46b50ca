import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeUpload } from '../shared/api/testing/fake-upload.ts';
import { pressTwice, show, signInAs } from '../shared/testing.tsx';
import { ImportPage } from './import-page.tsx';

beforeEach(() => {
  signInAs('ROLE_ADMIN');
  FakeUpload.begin();
});
afterEach(() => {
  FakeUpload.end();
  cleanup();
});

const answer = {
  ...{ rows: [], ignoredColumns: [], previewHash: 'seen' },
  counts: { add: 1, change: 0, retire: 0, same: 0, error: 0 },
};

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
