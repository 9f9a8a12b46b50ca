import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import type { DialogRequest } from '../dialog-request.ts';
import { nextAction } from '../state/exam-actions.ts';
import { actionDialogs } from '../wishes.ts';

/** The next step after the registration, as a sentence. */
export function nextStepText(exam: Exam): string {
  if (actionOf(exam, 'schedule')?.code === 'call_office' && nextAction(exam) === 'schedule')
    return t`The office books your session. Please call.`;
  switch (nextAction(exam)) {
    case 'schedule':
      return t`Now choose your session.`;
    case 'startOnline':
      return t`Now you can start the exam online.`;
    case 'startCourse':
      return t`Now you can start the course.`;
    default:
      return t`It stands in My exams.`;
  }
}

/** The button of the next step, as in the row; nothing when there is none. */
export function NextStep({
  exam,
  onRequest,
  disabled = false,
}: {
  exam: Exam;
  onRequest: (exam: Exam, what: DialogRequest['what']) => void;
  disabled?: boolean;
}) {
  const next = nextAction(exam);
  if (next === undefined) return null;
  const { what, label } = actionDialogs[next];
  return (
    <Button disabled={disabled} onClick={() => onRequest(exam, what)}>
      {label}
    </Button>
  );
}

/** Whether something comes next that its row has a button for. */
export const hasNextStep = (exam: Exam): boolean => nextAction(exam) !== undefined;
