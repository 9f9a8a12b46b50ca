import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { CallFailure } from '../shared/api/client.ts';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { CheckStep } from './check-step.tsx';

afterEach(cleanup);

const row = {
  row: 2,
  name: 'Dana Levi',
  what: 'add',
  errors: [],
  notes: [],
  matches: [],
  cohort: null,
  choice: 'add',
  choices: ['add', 'skip'],
};
const previewOf = (previewHash: string, add: number) => ({
  rows: [row],
  total: 1,
  previewHash,
  counts: { add, same: 0, duplicate: 0, twice: 0, error: 0 },
});
const sentence = 'Something changed since the preview. Please look again.';

/** The step, whose first run is refused. */
function Step({ onRun }: { onRun: (hash: string) => void }) {
  const [error, setError] = useState<Error | null>(null);
  return (
    <CheckStep
      importId="1"
      reading={{ mapping: {}, defaults: {}, dateOrder: 'MDY' } as never}
      chosen={new Map()}
      onChosen={() => {}}
      busy={false}
      error={error}
      onBack={() => {}}
      onRun={(hash) => {
        onRun(hash);
        setError(new CallFailure(409, { code: 'preview_outdated', detail: sentence }));
      }}
    />
  );
}

test('a refused old preview is reloaded, and the rows run as they are now', async () => {
  signInAs('ROLE_ADMIN');
  fakePortal({
    '/api/office/previewStudents': [
      { answer: previewOf('first', 2) },
      { answer: previewOf('second', 1) },
    ],
  });
  const run: string[] = [];
  show(<Step onRun={(hash) => run.push(hash)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 students' }));
  await screen.findByText(sentence);
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 student' }));
  await waitFor(() => expect(run).toEqual(['first', 'second']));
});
