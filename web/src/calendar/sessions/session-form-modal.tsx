import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import type { CallFailure } from '../../shared/api/client.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { addCall, changeCall, type OfficeSession, sessionCall, sessionsCall } from '../api.ts';
import { SessionChangedMeanwhile } from './changed-meanwhile.tsx';
import { isSaidAtFields, SessionFields } from './session-fields.tsx';
import {
  changeOf,
  emptySession,
  isComplete,
  newSession,
  type SessionValues,
  valuesOf,
} from './session-form.ts';

interface SessionFormModalProps {
  /** Null: a new one. */
  session: OfficeSession | null;
  /** Of a new one. */
  day: string;
  onClose: () => void;
}

const refreshes = [sessionsCall, sessionCall];

/** 'The day is Tzom Gedaliah.', or nothing. */
const dayIs = (warnings: readonly string[]): string =>
  warnings.length === 0 ? '' : `The day is ${warnings.join(', ')}.`;

/** OM-01: a session, new or changed. */
export function SessionFormModal({ session, day, onClose }: SessionFormModalProps) {
  const [seen, setSeen] = useState(session);
  const [values, setValues] = useState<SessionValues>(() =>
    session ? valuesOf(session) : emptySession(day),
  );
  const add = useCommand(addCall, {
    refreshes,
    onDone: ({ session: made, warnings }) => {
      const done = made.state === 'draft' ? 'The draft was saved.' : 'The session was added.';
      notifications.show({ message: [done, dayIs(warnings)].filter(Boolean).join(' ') });
      onClose();
    },
  });
  const change = useCommand(changeCall, {
    refreshes,
    onDone: () => {
      notifications.show({ message: 'The session was changed.' });
      onClose();
    },
  });
  const { isPending, error } = session ? change : add;
  const problem = (error as CallFailure | null)?.problem;
  const isLeftOut = problem?.code === 'day_left_out';
  const set = (changed: Partial<SessionValues>) => {
    // another day needs a confirmation of its own
    if (isLeftOut && changed.date !== undefined) (session ? change : add).reset();
    setValues({ ...values, ...changed });
  };
  const isFilled = isComplete(values);
  const save = (draft: boolean, confirmDay = false) => {
    if (!isFilled) return;
    if (seen) change.mutate(changeOf(seen, values, confirmDay));
    else add.mutate(newSession(values, { draft, confirmDay }));
  };
  if (seen && change.error?.problem.code === 'session_changed' && change.error.problem.current)
    return (
      <SessionChangedMeanwhile
        error={change.error}
        seen={seen}
        mine={values}
        onTheirs={(current, theirs) => {
          setSeen(current);
          setValues(theirs);
          change.reset();
        }}
        onMine={(current, merged) => {
          setSeen(current);
          setValues(merged);
          change.mutate(changeOf(current, merged, change.variables?.confirmDay === true));
        }}
        onClose={onClose}
      />
    );
  return (
    <ModalFrame
      title={session ? 'Edit session' : 'Add session'}
      opened
      onClose={onClose}
      busy={isPending}
      width={640}
      foot={
        <>
          {!session && (
            <Button
              variant="default"
              disabled={!isFilled || isPending}
              onClick={() => save(true, isLeftOut)}
            >
              Save as draft
            </Button>
          )}
          <Button disabled={!isFilled} loading={isPending} onClick={() => save(false, isLeftOut)}>
            {isLeftOut ? 'Use this day anyway' : session ? 'Save' : 'Publish'}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <SessionFields
          values={values}
          seen={seen}
          errorAt={(path) => problem?.errors?.find((one) => one.path === path)?.message}
          onChange={set}
        />
        <CallError error={isSaidAtFields(problem?.errors) ? null : error} />
      </Stack>
    </ModalFrame>
  );
}
