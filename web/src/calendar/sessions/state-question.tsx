import { Text } from '@mantine/core';
import type { StateAction } from '@portal/contract/sessions/office-sessions';
import { useState } from 'react';
import { ConfirmModal } from '../../shared/dialogs/confirm-modal.tsx';
import { longSessionText } from '../../shared/format/dates.ts';
import { placeOf } from '../../shared/format/office-place.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import type { OfficeSession } from '../api.ts';
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

/** Returns the change of an action and the number of affected students. */
function effectOf(action: StateAction, { taken, waiting }: OfficeSession): string {
  const affected =
    `${students(taken, 'is booked and stays', 'are booked and stay')} booked. ` +
    `${students(waiting, 'waits', 'wait')} in line.`;
  if (action === 'close') return `Students can no longer book this session. ${affected}`;
  if (action === 'open') return `Students can book this session again. ${affected}`;
  if (action === 'publish') return 'Students can see and book this session.';
  return 'The draft is deleted for good. No student has seen it.';
}

/** Asks before the state of a session changes, with the number of students that it affects. */
export function useStateQuestion(set: ReturnType<typeof useSetState>) {
  const [request, setRequest] = useState<{ session: OfficeSession; action: StateAction } | null>(
    null,
  );
  const close = () => setRequest(null);
  return {
    ask: (session: OfficeSession, action: StateAction) => setRequest({ session, action }),
    /** The question that is open; null: none. */
    question: request && (
      <ConfirmModal
        title={`${STATE_LABELS[request.action]}?`}
        keep="Cancel"
        confirm={STATE_LABELS[request.action]}
        busy={set.running !== null}
        onClose={close}
        onConfirm={() => set.run(request.session, request.action, close)}
      >
        <Text fw={600} mb="xs">
          <bdi>{placeOf(request.session)}</bdi>,{' '}
          {longSessionText(request.session.date, request.session.testSessionTime)}
        </Text>
        <Text>{effectOf(request.action, request.session)}</Text>
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
