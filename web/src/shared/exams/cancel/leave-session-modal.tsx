import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { actionOf } from '@portal/contract/exams/action-of';
import { IconAlertTriangle, IconClipboardCheck, IconUserShield } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useCommand } from '../../api/calls.ts';
import { api } from '../../api/client.ts';
import { useStudentInView } from '../../api/student-in-view.tsx';
import { ConfirmLines } from '../../dialogs/confirm-lines.tsx';
import { ModalFrame } from '../../dialogs/modal-frame.tsx';
import { openSessionsCall } from '../../sessions/open-sessions.ts';
import { CallError } from '../../ui/feedback.tsx';
import { useCancelReason } from '../cancel-reason.tsx';
import { useExamRows } from '../exam-rows.ts';
import { GivenBack } from '../given-back.tsx';
import type { CancelModalProps } from './cancel-exam-modal.tsx';

/** M-04: gives the session up and keeps the exam. */
export function LeaveSessionModal({ exam, refreshes = [], onClose }: CancelModalProps) {
  const rows = useExamRows();
  const isForStaff = useStudentInView() !== null;
  const reason = useCancelReason(actionOf(exam, 'cancelSession')?.suggestedReason);
  const leave = useCommand(api.cancelSession, {
    refreshes: [openSessionsCall, ...refreshes],
    onDone: ({ exam: row }) => {
      rows.put(row);
      onClose();
    },
  });
  const { registration_id: registrationId } = exam;
  const { error } = leave;
  const isRefused = error?.isFinal === true;
  const { reload } = rows;
  useEffect(() => {
    if (isRefused) reload(); // the row was outdated
  }, [isRefused, reload]);
  const confirm = () => {
    const why = reason.take();
    if (why && registrationId !== null) leave.mutate({ registrationId, ...why });
  };
  const isLate = exam.proctor_fee_if_moved > 0;
  return (
    <ModalFrame
      title={t`Cancel session`}
      opened
      onClose={onClose}
      busy={leave.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={leave.isPending} data-autofocus>
            {isRefused ? t`Close` : t`Keep session`}
          </Button>
          {!isRefused && (
            <Button color="garnet" loading={leave.isPending} onClick={confirm}>
              <Trans>Confirm</Trans>
            </Button>
          )}
        </>
      }
    >
      <Text>
        <Trans>
          Cancel the session of <b>{exam.subject}</b>?
        </Trans>
      </Text>
      <ConfirmLines
        lines={[
          isLate
            ? {
                icon: IconAlertTriangle,
                text: t`You can no longer transfer the proctor payment from this session.`,
              }
            : { icon: IconUserShield, text: t`Your proctor payment is kept for the next session.` },
          { icon: IconClipboardCheck, text: t`You stay registered for the exam.` },
        ]}
      />
      {!isRefused && <GivenBack exam={exam} by="cancelSession" />}
      {!isRefused && isForStaff && (
        <Text c="dimmed" size="sm" mb="md">
          <Trans>
            So it is when the student asks. After a no show a proctor fee is lost; after an admin
            error or an emergency it is kept.
          </Trans>
        </Text>
      )}
      {!isRefused && reason.field}
      <CallError error={error} />
    </ModalFrame>
  );
}
