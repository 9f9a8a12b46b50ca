import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { CallFailure } from '../shared/api/client.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { Note, Outcome } from '../shared/ui/feedback.tsx';
import classes from './uploads.module.css';

/** The texts about a file: a summary, then further notes. */
export function Summary({
  lines: [summary, ...notes],
  ...look
}: { lines: readonly string[] } & Omit<ComponentProps<typeof Note>, 'children'>) {
  return (
    <Note {...look}>
      <strong>{summary}</strong>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}

/** The outcome of an accepted file. */
export const Feedback = ({ lines }: { lines: readonly string[] }) => (
  <Outcome>
    <Summary tone="moss" icon={IconCircleCheck} lines={lines} />
  </Outcome>
);

/** Longer answers are no sentence for a person. R-346. */
const TOO_LONG = 15_000;

interface RowError {
  at: number;
  path: string;
  message: string;
}
const columns: readonly Column<RowError>[] = [
  { id: 'path', title: 'Where', text: ({ path }) => path.replace(/^row/, 'Row') },
  { id: 'message', title: 'What is wrong', text: ({ message }) => message },
];

/** Why a file was not taken, row by row where it is about rows. */
export function UploadFailure({
  failure,
  tooLong = 'Error',
}: {
  failure: Error;
  tooLong?: string;
}) {
  const issues = failure instanceof CallFailure ? (failure.problem.errors ?? []) : [];
  const length = issues.reduce((sum, { message }) => sum + message.length, failure.message.length);
  const isReadable = failure instanceof CallFailure && length < TOO_LONG;
  const rows = issues.map((issue, at) => ({ ...issue, at }));
  return (
    <Outcome>
      <Note tone="garnet" icon={IconAlertCircle}>
        {isReadable ? failure.message : tooLong}
      </Note>
      {isReadable && rows.length > 0 && (
        <div className={classes.errors}>
          <PlainTable
            title="Errors"
            columns={columns}
            rows={rows}
            keyOf={({ at }) => at}
            empty="No errors."
          />
        </div>
      )}
    </Outcome>
  );
}
