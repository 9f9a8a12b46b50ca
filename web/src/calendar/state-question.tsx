import { Text } from '@mantine/core';
import type { StateAction } from '@portal/contract/sessions/office-sessions';
import { useState } from 'react';
import { ConfirmModal } from '../shared/dialogs/confirm-modal.tsx';
import { longSessionText } from '../shared/format/dates.ts';
import { placeOf } from '../shared/format/office-place.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import type { OfficeSession } from './api.ts';
import type { useSetState } from './use-set-state.ts';

/** Labels of the changes of a session's state; each states its effect on students. O-03. */
export const STATE_LABELS: Readonly<Record<StateAction, string>> = {
  publish: 'Publish',
  open: 'Reopen booking',
  close: 'Close booking',
  deleteDraft: 'Delete draft',
};

const students = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? `student ${one}` : `students ${many}`}`;

/** What an action changes, and for how many students. */
function effectOf(action: StateAction, { taken, waiting }: OfficeSession): string {
  const affected = `${students(taken, 'is booked and stays', 'are booked and stay')} booked. ${students(waiting, 'waits', 'wait')} in line.`;
  if (action === 'close') return `Students can no longer book this session. ${affected}`;
  if (action === 'open') return `Students can book this session again. ${affected}`;
  if (action === 'publish') return 'Students can see and book this session.';
  return 'The draft is deleted for good. No student has seen it.';
}

/** Asks before the state of a session changes, with the number of students that it affects. */
export function useStateQuestion(set: ReturnType<typeof useSetState>) {
  const [asked, setAsked] = useState<{ session: OfficeSession; action: StateAction } | null>(null);
  const close = () => setAsked(null);
  return {
    ask: (session: OfficeSession, action: StateAction) => setAsked({ session, action }),
    /** The question that is open; null: none. */
    question: asked && (
      <ConfirmModal
        title={`${STATE_LABELS[asked.action]}?`}
        keep="Cancel"
        confirm={STATE_LABELS[asked.action]}
        busy={set.running !== null}
        onClose={close}
        onConfirm={() => set.run(asked.session, asked.action, close)}
      >
        <Text fw={600} mb="xs">
          <bdi>{placeOf(asked.session)}</bdi>,{' '}
          {longSessionText(asked.session.date, asked.session.testSessionTime)}
        </Text>
        <Text>{effectOf(asked.action, asked.session)}</Text>
        {set.refusal && (
          <Text role="alert" c="garnet" mt="sm">
            <bdi>{set.refusal}</bdi>
          </Text>
        )}
        <CallError error={set.error} />
      </ConfirmModal>
    ),
  };
}
