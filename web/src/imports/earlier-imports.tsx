import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { instantText } from '../shared/format/dates.ts';
import { CallError, RowSkeletons } from '../shared/ui/feedback.tsx';
import { type EarlierImport, useImports } from './api.ts';
import classes from './imports.module.css';

const addedText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'student' : 'students'} added`;

/** A result is kept for 30 days. */
const KEPT_MS = 30 * 24 * 3_600_000;
const isKept = ({ at }: EarlierImport): boolean => Date.now() - Date.parse(at) < KEPT_MS;

/** Imports that were run, the newest first. C-O36 */
export function EarlierImports({ onUndo }: { onUndo: (importId: string) => void }) {
  const found = useImports();
  return (
    <section className={classes.earlier} aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className={classes.heading}>
        Earlier imports
      </h2>
      {found.isPending && <RowSkeletons count={3} />}
      <CallError error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching} />
      {found.data?.imports.length === 0 && <Text c="dimmed">There are no imports yet.</Text>}
      {found.data && found.data.imports.length > 0 && (
        <ul className={classes.imports}>
          {found.data.imports.map((one) => (
            <li key={one.importId}>
              <div>
                {isKept(one) ? (
                  <Anchor component={Link} to={`?run=${one.runId}`} fw={600}>
                    <bdi>{one.fileName}</bdi>
                  </Anchor>
                ) : (
                  <bdi className={classes.name}>{one.fileName}</bdi>
                )}
                <Text fz="sm" c="dimmed">
                  {`${one.schoolName} · ${addedText(one.added)} · ${one.by}, ${instantText(one.at)}`}
                </Text>
              </div>
              {one.undoneAt !== null && (
                <Text fz="sm" c="dimmed">{`Undone ${instantText(one.undoneAt)}`}</Text>
              )}
              {one.mayUndo && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Undo until ${instantText(one.undoUntil)}: ${one.fileName}`}
                  onClick={() => onUndo(one.importId)}
                >
                  {`Undo until ${instantText(one.undoUntil)}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
