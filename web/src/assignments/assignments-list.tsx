import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { can } from '@portal/access/can';
import type { Exam } from '@portal/contract/exams/exam';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useAnswer } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { useAssignments } from '../shared/exams/assignments.ts';
import { AssignmentsProgress } from '../shared/exams/assignments-progress.tsx';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import { readSession } from '../shared/session/session.ts';
import { CallError, Empty, RowSkeletons } from '../shared/ui/feedback.tsx';
import { cccIdCall } from './api.ts';
import { AssignmentHead } from './assignment-head.tsx';
import classes from './assignments.module.css';

interface AssignmentsListProps {
  exam: Exam;
  onUpload: () => void;
  onClose: () => void;
}

/** M-11: the assignments as the vendor lists them, and the vendor's id of the student. */
export function AssignmentsList({ exam, onUpload, onClose }: AssignmentsListProps) {
  const list = useAssignments(exam);
  const assignments = list.data?.assignments ?? [];
  return (
    <ModalFrame
      title={t`Assignments`}
      opened
      onClose={onClose}
      width={640}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {assignments.length > 0 && (
            <Button
              onClick={onUpload}
              leftSection={<IconUpload size={18} stroke={1.8} aria-hidden="true" />}
            >
              <Trans>Upload</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className={classes.stack}>
        <ExamHeading exam={exam} note={t`assignments`} />
        <VendorId examId={exam.id} />
        {list.isPending && <RowSkeletons />}
        <CallError error={list.error} onRetry={() => void list.refetch()} busy={list.isFetching} />
        {list.data && assignments.length === 0 && (
          <Empty icon={IconFileText} text={t`There are no assignments.`} />
        )}
        <AssignmentsProgress list={assignments} />
        {assignments.length > 0 && (
          <ul className={classes.list}>
            {assignments.map((assignment) => (
              <li key={assignment.studentAssignmentId} className={classes.item}>
                <AssignmentHead assignment={assignment} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </ModalFrame>
  );
}

/** Hidden from advisors. When the vendor is unavailable, the list below says so. */
function VendorId({ examId }: { examId: number }) {
  const enabled = can(readSession(), 'ccc_id.read');
  const { data } = useAnswer(cccIdCall, { examId }, { enabled, fresh: 600_000 });
  if (!data) return null;
  return (
    <dl className={classes.id}>
      <dt>
        <Trans>Your Coopersmith student ID</Trans>
      </dt>
      <dd className="num">
        <Text component="span" fw={600}>
          {data.cccId}
        </Text>
      </dd>
    </dl>
  );
}
