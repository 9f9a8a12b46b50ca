import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { fileCall, historyCall } from '../shared/api/student.ts';
import { instantText } from '../shared/format/dates.ts';
import { ConfirmInPlace } from '../shared/ui/confirm-in-place.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import type { Note } from './api.ts';
import classes from './student-file.module.css';

const MAX_LENGTH = 2000;
const refreshes = [fileCall, historyCall];

/** Notes about the student: pinned ones first, with their authors. R-556 */
export function NotesSection({ notes }: { notes: readonly Note[] }) {
  const [written, setWritten] = useState<number | 'new' | null>(null);
  const kept = notes.filter(({ struckAt }) => struckAt === null);
  const struck = notes.filter(({ struckAt }) => struckAt !== null);
  return (
    <section aria-label="Notes">
      <div className={classes.head}>
        <h2>Notes</h2>
        {written === null && (
          <Button variant="default" onClick={() => setWritten('new')}>
            Add note
          </Button>
        )}
      </div>
      {written === 'new' && <NoteForm onClose={() => setWritten(null)} />}
      {kept.length === 0 && written === null && <Text c="dimmed">No notes.</Text>}
      <ul className={classes.list}>
        {kept.map((note) => (
          <li key={note.noteId}>
            {written === note.noteId ? (
              <NoteForm note={note} onClose={() => setWritten(null)} />
            ) : (
              <NoteEntry note={note} onEdit={() => setWritten(note.noteId)} />
            )}
          </li>
        ))}
      </ul>
      {struck.length > 0 && <StruckNotes notes={struck} />}
    </section>
  );
}

/** Notes that were struck out, which only super admins get. */
function StruckNotes({ notes }: { notes: readonly Note[] }) {
  return (
    <>
      <h3>Struck out</h3>
      <ul className={classes.list} aria-label="Notes that were struck out">
        {notes.map(({ noteId, text, author, createdAt, struckAt, struckBy }) => (
          <li key={noteId}>
            <p className={classes.note}>
              <s>
                <bdi>{text}</bdi>
              </s>
            </p>
            <Text c="dimmed" size="xs">
              <bdi>{author}</bdi>, {instantText(createdAt)}, struck out by <bdi>{struckBy}</bdi>
              {struckAt && `, ${instantText(struckAt)}`}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A note with its actions. */
function NoteEntry({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const { noteId, text, pinned, author, createdAt, editedAt, actions } = note;
  const save = useCommand(api.saveNote, { refreshes });
  const [asksToStrike, setAsksToStrike] = useState(false);
  return (
    <Stack gap={4}>
      <p className={classes.note}>
        {pinned && <IconPin size={16} stroke={1.8} role="img" aria-label="Pinned" />}
        <bdi>{text}</bdi>
      </p>
      <Text c="dimmed" size="xs">
        <bdi>{author}</bdi>, {instantText(createdAt)}
        {editedAt && `, changed ${instantText(editedAt)}`}
      </Text>
      <CallError error={save.error} />
      {asksToStrike ? (
        <ConfirmInPlace
          question="Strike out this note? It cannot be brought back."
          keep="Keep"
          confirm="Strike out"
          isPending={save.isPending}
          onKeep={() => setAsksToStrike(false)}
          onConfirm={() => save.mutate({ noteId, text, pinned, strike: true })}
        />
      ) : (
        <div className={classes.actions}>
          {actions.includes('pin') && (
            <Button
              variant="subtle"
              loading={save.isPending}
              onClick={() => save.mutate({ noteId, text, pinned: !pinned })}
            >
              {pinned ? 'Unpin' : 'Pin'}
            </Button>
          )}
          {actions.includes('edit') && (
            <Button variant="subtle" disabled={save.isPending} onClick={onEdit}>
              Edit
            </Button>
          )}
          {actions.includes('strike') && (
            <Button
              variant="subtle"
              color="garnet"
              disabled={save.isPending}
              onClick={() => setAsksToStrike(true)}
            >
              Strike out
            </Button>
          )}
        </div>
      )}
    </Stack>
  );
}

/** OM-14: a note, new or changed. */
function NoteForm({ note, onClose }: { note?: Note; onClose: () => void }) {
  const [text, setText] = useState(note?.text ?? '');
  const [pinned, setPinned] = useState(note?.pinned ?? false);
  const save = useCommand(api.saveNote, { refreshes, onDone: onClose });
  const isFilled = text.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFilled || save.isPending) return;
    save.mutate({ ...(note ? { noteId: note.noteId } : {}), text, pinned });
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label={note ? 'Edit note' : 'Add note'}>
      <Textarea
        label="Note"
        description="Only staff see it. It can be changed for 24 hours."
        value={text}
        maxLength={MAX_LENGTH}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Checkbox
        label="Pin it to the top of the student's pages"
        checked={pinned}
        onChange={(event) => setPinned(event.currentTarget.checked)}
      />
      <CallError error={save.error} />
      <div className={classes.actions}>
        <Button type="submit" disabled={!isFilled} loading={save.isPending}>
          Save
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
