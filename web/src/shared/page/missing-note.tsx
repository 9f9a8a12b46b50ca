import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Note } from '../ui/feedback.tsx';
import classes from './missing-note.module.css';

interface MissingNoteProps {
  /** A sentence about the data whose service is unavailable. */
  text: string;
  onRetry: () => void;
  busy: boolean;
}

/** Shown beside a partial result when some services failed; the button retries those. */
export function MissingNote({ text, onRetry, busy }: MissingNoteProps) {
  return (
    <div role="status" className={classes.note}>
      <Note tone="brass" icon={IconAlertTriangle}>
        {text}
      </Note>
      <Button variant="default" loading={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
