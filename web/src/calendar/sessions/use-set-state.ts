import { notifications } from '@mantine/notifications';
import type { StateAction } from '@portal/contract/sessions/office-sessions';
import { useRef, useState } from 'react';
import { type Named, useCommand } from '../../shared/api/calls.ts';
import { type OfficeSession, sessionCall, sessionsCall, stateCall } from '../api.ts';

const doneTexts: Readonly<Record<StateAction, string>> = {
  publish: 'The session is published.',
  open: 'Booking is open again.',
  close: 'Booking is closed.',
  deleteDraft: 'The draft was deleted.',
};

/** Publishes, opens, closes or deletes one session, and says why it was not done. */
export function useSetState({
  refreshes = [],
  onDeleted,
}: {
  refreshes?: readonly Named[];
  onDeleted?: () => void;
} = {}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const afterwards = useRef(() => {});
  const set = useCommand(stateCall, {
    refreshes: [sessionsCall, sessionCall, ...refreshes],
    onDone: ({ results }, { action }) => {
      const [result] = results;
      if (!result?.done) return setRefusal(result?.text ?? null);
      afterwards.current();
      notifications.show({ message: doneTexts[action] });
      if (action === 'deleteDraft') onDeleted?.();
    },
  });
  return {
    refusal,
    error: set.error,
    /** The action in progress. */
    running: set.isPending ? set.variables.action : null,
    run({ testSessionId, version }: OfficeSession, action: StateAction, onDone = () => {}): void {
      setRefusal(null);
      afterwards.current = onDone;
      set.mutate({ sessions: [{ testSessionId, version }], action });
    },
  };
}
