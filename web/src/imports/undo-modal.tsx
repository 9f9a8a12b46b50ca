import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { type RunResult, RunView } from '../shared/runs/run-view.tsx';
import { CallError, Loading } from '../shared/ui/feedback.tsx';
import { importsCall } from './api.ts';
import classes from './imports.module.css';

type Done = Extract<RunResult, { kind: 'undoImport' }>;
type Outcome = Pick<Done, 'removed' | 'restored' | 'kept'>;

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Removed students, restored cohorts, and kept students with the reason. */
function Lists({ removed, restored, kept, isDone }: Outcome & { isDone: boolean }) {
  const [go, back] = isDone ? ['removed', 'set back'] : ['will be removed', 'will be set back'];
  return (
    <>
      <Text>{`${counted(removed, 'student', 'students')} ${go}.`}</Text>
      {restored > 0 && <Text>{`${counted(restored, 'cohort', 'cohorts')} ${back}.`}</Text>}
      {kept.length > 0 && (
        <>
          <Text mt="sm" fw={600}>
            {isDone ? 'Kept' : 'Will be kept'} <span className="num">{kept.length}</span>
          </Text>
          <ul className={classes.kept}>
            {kept.map(({ studentId, name, why }) => (
              <li key={studentId}>
                <bdi>{name || `Student ${studentId}`}</bdi>
                {`: ${why}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface UndoModalProps {
  importId: string;
  onClose: () => void;
}

/** OM-12: undoes an import; first shows the students to be kept and why. R-568. */
export function UndoModal({ importId, onClose }: UndoModalProps) {
  const preview = useAnswer(api.undoImport, { importId, dryRun: true });
  const [run, setRun] = useState<{ id: string; total: number } | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const undo = useCommand(api.undoImport, {
    refreshes: [importsCall],
    onDone: (answer) => {
      if (answer.state === 'processing') setRun({ id: answer.runId, total: answer.total });
    },
  });
  const seen = preview.data?.state === 'preview' ? preview.data : null;
  const isEmpty = seen !== null && seen.removed + seen.restored === 0;
  return (
    <ModalFrame
      title="Undo the import"
      opened
      onClose={onClose}
      busy={undo.isPending}
      width={640}
      foot={
        run ? (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose} disabled={undo.isPending} data-autofocus>
              Cancel
            </Button>
            <Button
              color="red"
              loading={undo.isPending}
              disabled={seen === null || isEmpty}
              onClick={() => undo.mutate({ importId })}
            >
              Undo the import
            </Button>
          </>
        )
      }
    >
      {run && !done && (
        <>
          <RunView
            runId={run.id}
            label="Taking the import back"
            total={run.total}
            onDone={(result) => {
              if (result.kind === 'undoImport') setDone(result);
            }}
          />
          <Text mt="sm" c="dimmed">
            You can close this: it goes on by itself.
          </Text>
        </>
      )}
      {done && (
        <div role="status">
          <Lists {...done} isDone />
        </div>
      )}
      {!run && (
        <>
          {preview.isPending && <Loading>Looking who is in use</Loading>}
          <CallError
            error={preview.error}
            onRetry={() => void preview.refetch()}
            busy={preview.isFetching}
          />
          {seen && <Lists {...seen} isDone={false} />}
          {isEmpty && <Text mt="sm">There is nothing to undo.</Text>}
          <CallError error={undo.error} />
        </>
      )}
    </ModalFrame>
  );
}
