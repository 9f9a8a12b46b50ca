import { Button, Text } from '@mantine/core';
import type { SeminaryCourse } from '@portal/contract/seminary/students';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { recordCall } from '../shared/api/student.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { creditsText } from '../shared/format/money.ts';
import { CallError, Note } from '../shared/ui/feedback.tsx';
import classes from './seminary.module.css';

interface ReleaseModalProps {
  seminaryStudentId: number;
  /** Redeem; otherwise they are discarded. */
  release: boolean;
  courses: readonly SeminaryCourse[];
  onClose: () => void;
  onDone: (message: string, courses: readonly SeminaryCourse[]) => void;
}

/** M-46: confirms an irreversible step; M-45 after a refusal. R-293. */
export function ReleaseModal({
  seminaryStudentId,
  release,
  courses,
  onClose,
  onDone,
}: ReleaseModalProps) {
  const deciding = useCommand(api.talReleaseExams, {
    refreshes: [api.getCreditsInfo, recordCall, api.findAllSeminaryStudents],
    onDone: ({ msg, exams }) => onDone(msg, exams),
  });
  const credits = courses.reduce((sum, { numCredits }) => sum + numCredits, 0);
  const action = release ? 'Redeem Exams' : 'Discard Exams';
  if (deciding.error)
    return (
      <ModalFrame
        title="Seminary redemption"
        opened
        onClose={onClose}
        foot={
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        }
      >
        <CallError error={deciding.error} />
      </ModalFrame>
    );
  return (
    <ModalFrame
      title={action}
      opened
      onClose={onClose}
      busy={deciding.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={deciding.isPending} data-autofocus>
            Cancel
          </Button>
          <Button
            {...(release ? {} : { color: 'garnet' })}
            loading={deciding.isPending}
            onClick={() => deciding.mutate({ seminaryStudentId, release })}
          >
            {action}
          </Button>
        </>
      }
    >
      <Note tone="brass" icon={IconAlertTriangle}>
        This cannot be undone.
      </Note>
      <ul className={classes.list}>
        {courses.map((one) => (
          <li key={`${one.courseNumber} ${one.examActualTakenDate}`}>
            {one.subject}, {one.courseNumber}
            {release && `, ${creditsText(one.numCredits)}`}
          </li>
        ))}
      </ul>
      <Text>
        {release
          ? `${creditsText(credits)} in all.`
          : 'No exam of this student from seminary testing will ever appear on a transcript.'}
      </Text>
    </ModalFrame>
  );
}
