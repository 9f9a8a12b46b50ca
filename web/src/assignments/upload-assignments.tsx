import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileText,
  IconLock,
  IconUpload,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { handedIn, useAssignments } from '../shared/exams/assignments.ts';
import { ExamHeading } from '../shared/exams/exam-heading.tsx';
import type { PaidFor } from '../shared/payments/result/paid-card.tsx';
import { PaidNote } from '../shared/payments/result/paid-note.tsx';
import { readSession } from '../shared/session/session.ts';
import { CallError, Empty, Note, RowSkeletons } from '../shared/ui/feedback.tsx';
import { AssignmentFile } from './assignment-file.tsx';
import classes from './assignments.module.css';
import { useUploads } from './use-uploads.ts';

/** A file that misses its place must not take the page away. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}

/** M-12: a file for each assignment, sent one after the other. */
export function UploadAssignments({
  exam,
  paid,
  onClose,
}: {
  exam: Exam;
  /** The grading was paid a moment ago. */
  paid: PaidFor | null;
  onClose: () => void;
}) {
  const list = useAssignments(exam);
  const uploads = useUploads(exam);
  const safe = useRef<HTMLButtonElement>(null);
  useNoStrayDrops();
  const { staff } = readSession();
  const assignments = list.data?.assignments ?? [];
  const nameOf = (id: number) =>
    assignments.find((one) => one.studentAssignmentId === id)?.courseAssignmentName ?? '';
  const send = () => {
    safe.current?.focus(); // the button that was pressed is about to be disabled
    uploads.sendAll();
  };
  return (
    <ModalFrame
      title={t`Upload assignments`}
      opened
      onClose={onClose}
      busy={uploads.busy}
      width={640}
      foot={
        <>
          <Button ref={safe} variant="default" onClick={uploads.busy ? uploads.stop : onClose}>
            {uploads.busy ? t`Stop` : t`Close`}
          </Button>
          <Button
            onClick={send}
            loading={uploads.busy}
            disabled={staff || !uploads.canSend}
            leftSection={<IconUpload size={18} stroke={1.8} aria-hidden="true" />}
          >
            <Trans>Upload</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        {paid && <PaidNote paid={paid} />}
        <ExamHeading exam={exam} note={t`assignments`} />
        {staff && (
          <Note tone="slate" icon={IconLock}>
            <Trans>Only the student can upload assignments.</Trans>
          </Note>
        )}
        {!staff && isFirst(exam) && uploads.sent.length === 0 && (
          <Note tone="brass" icon={IconAlertTriangle}>
            <Trans>Once a file is uploaded, this exam can no longer be cancelled.</Trans>
          </Note>
        )}
        {assignments.length > 0 && handedIn(assignments) === assignments.length && (
          <Note tone="moss" icon={IconCircleCheck}>
            <Trans>All assignments are uploaded.</Trans>
          </Note>
        )}
        {list.isPending && <RowSkeletons />}
        <CallError error={list.error} onRetry={() => void list.refetch()} busy={list.isFetching} />
        {list.data && assignments.length === 0 && (
          <Empty icon={IconFileText} text={t`There are no assignments.`} />
        )}
        {assignments.length > 0 && (
          <>
            <ul className={classes.list}>
              {assignments.map((assignment) => {
                const id = assignment.studentAssignmentId;
                return (
                  <AssignmentFile
                    key={id}
                    assignment={assignment}
                    chosen={uploads.chosen.get(id) ?? null}
                    disabled={staff || uploads.busy}
                    onChoose={(files) => uploads.choose(id, files)}
                    onRemove={() => uploads.remove(id)}
                  />
                );
              })}
            </ul>
            <Text c="dimmed">
              <Trans>
                Choose a file for an assignment, then press Upload. PDF, DOC, DOCX, RTF, ODT, TXT,
                JPG or PNG, at most 20 MB. A file can be replaced until it is graded.
              </Trans>
            </Text>
          </>
        )}
        <VisuallyHidden role="status">
          {uploads.sent.map((id) => t`${nameOf(id)} is uploaded. `).join('')}
        </VisuallyHidden>
      </div>
    </ModalFrame>
  );
}

/** The first file ends the right to cancel. R-207. */
const isFirst = ({
  online_program_started,
  online_ampeducator_assignments_started,
  status,
}: Exam): boolean =>
  online_program_started === null &&
  online_ampeducator_assignments_started === null &&
  status !== 'taken';
