import { Button } from '@mantine/core';
import { IconFolder, IconLock, IconPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useStudentFile } from '../shared/api/student.ts';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import { barText } from './bar-words.ts';
import classes from './student-file.module.css';

const FileDrawer = lazyDialog(async () => (await import('./file-drawer.tsx')).FileDrawer);

/**
 * O-08 on every page of a student: bars, notes pinned by staff, and the link to the file. Placed in
 * the page's head, so that it is not overlooked.
 */
export function StudentFile() {
  const file = useStudentFile();
  const [round, setRound] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const barred = (file.data?.bars ?? []).filter(({ state }) => state === 'in_force');
  const notes = file.data?.notes ?? [];
  const pinned = notes.filter((note) => note.pinned);
  const open = () => {
    setRound(round + 1);
    setOpen(true);
  };
  return (
    <>
      <CallError
        error={file.data ? null : file.error}
        onRetry={() => void file.refetch()}
        busy={file.isFetching}
      />
      {barred.map((bar) => (
        <Note key={bar.barId} tone="garnet" icon={IconLock}>
          {barText(bar)}
        </Note>
      ))}
      {pinned.length > 0 && (
        <ul className={classes.pinned} aria-label="Pinned notes">
          {pinned.map(({ noteId, text, author }) => (
            <li key={noteId}>
              <IconPin size={16} stroke={1.8} aria-hidden="true" />
              <span className={classes.text}>
                <bdi>{text}</bdi>
              </span>{' '}
              <bdi className={classes.author}>{author}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="default"
        className={classes.open ?? ''}
        leftSection={<IconFolder size={16} stroke={1.8} aria-hidden="true" />}
        onClick={open}
      >
        {notes.length > 0 ? `Student file (${notes.length})` : 'Student file'}
      </Button>
      {round > 0 && <FileDrawer key={round} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
