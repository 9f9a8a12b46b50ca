import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { useStudentInView } from '../../shared/api/student-in-view.tsx';
import { useExamRows } from '../../shared/exams/exam-rows.ts';
import { cancelExamCall } from '../api.ts';

/** How long a registration can be undone in one step; later it is cancelled like any other. */
export const UNDO_MS = 10_000;

interface UndoRegistrationProps {
  /** The registration's current row. */
  exam: Exam;
  onUndone: () => void;
  onError: (error: Error) => void;
}

/**
 * Undoes a new registration; not for staff, since they have to give a reason. Stays while it has
 * the focus, so that a keyboard user keeps their place.
 */
export function UndoRegistration({ exam, onUndone, onError }: UndoRegistrationProps) {
  const rows = useExamRows();
  const isForStaff = useStudentInView() !== null;
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const undo = useCommand(cancelExamCall, {
    onDone: (answer, { registrationId }) => {
      if (answer.exam) rows.put(answer.exam, answer);
      else {
        rows.drop(registrationId);
        rows.putCredits(answer);
      }
      onUndone();
    },
  });
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), UNDO_MS);
    return () => clearTimeout(timer);
  }, []);
  const { registration_id: registrationId } = exam;
  const isThere = !isOver || hasFocus || undo.isPending;
  if (isForStaff || registrationId === null || !isAllowed(exam, 'cancel') || !isThere) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={18} stroke={1.8} aria-hidden="true" />}
      loading={undo.isPending}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={() =>
        undo.mutate(
          { registrationId },
          {
            onError: (error) => {
              if (error.isFinal) rows.reload(); // the row was outdated
              onError(error);
            },
          },
        )
      }
    >
      <Trans>Undo</Trans>
    </Button>
  );
}
