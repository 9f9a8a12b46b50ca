import { Button } from '@mantine/core';
import { isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { useExamRows } from '../../shared/exams/exam-rows.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import { cancelExamCall } from '../api.ts';
import classes from './registered-modal.module.css';

const UNDO_MS = 10_000;

/** Takes a registration back that was made a moment ago: for ten seconds, where it may be. */
export function UndoRegistration({ exam, onUndone }: { exam: Exam; onUndone: () => void }) {
  const rows = useExamRows();
  const [isOver, setOver] = useState(false);
  const cancel = useCommand(cancelExamCall, {
    onDone: (answer, asked) => {
      if (answer.exam) rows.put(answer.exam, answer);
      else {
        rows.drop(asked.registrationId);
        rows.putCredits(answer);
      }
      onUndone();
    },
  });
  useEffect(() => {
    const end = setTimeout(() => setOver(true), UNDO_MS);
    return () => clearTimeout(end);
  }, []);
  const { registration_id: registrationId } = exam;
  if (registrationId === null || !isAllowed(exam, 'cancel')) return null;
  // what was pressed in time is shown to its end
  if (isOver && !cancel.isPending && !cancel.error) return <span className={classes.undo} />;
  return (
    <span className={classes.undo}>
      <Button
        variant="subtle"
        ml="-sm"
        leftSection={<IconArrowBackUp size={18} stroke={1.8} aria-hidden="true" />}
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ registrationId })}
      >
        Undo
      </Button>
      <CallError error={cancel.error} />
    </span>
  );
}
