import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconClipboardCheck, IconUserShield } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ConfirmLines } from '../../shared/dialogs/confirm-lines.tsx';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { ResultModal } from '../../shared/dialogs/result-modal.tsx';
import { markAnnounced } from '../../shared/exams/announced-changes.ts';
import { useExamRows } from '../../shared/exams/exam-rows.ts';
import { money } from '../../shared/format/money.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import { changeToOnlineCall } from '../api.ts';

/** The reason of a registration that is to be sat online, and of no other. R-213. */
const TO_BE_TAKEN_ONLINE = 5;

/** The consequence for the proctor fee. */
function feeText({ proctor_fee_paid, proctor_fee_price }: Exam): string {
  if (proctor_fee_price > 0)
    return t`The proctor fee of ${money(proctor_fee_price)} is paid when the exam is started.`;
  return proctor_fee_paid
    ? t`The proctor fee that was paid is kept for it.`
    : t`No proctor fee is due.`;
}

/** Staff take a registration out of its school or shipped session, to be sat online. R-142. */
export function ToOnlineModal({
  exam,
  onSettled,
  onClose,
}: {
  exam: Exam;
  /** Called when it is changed, in any state of the dialog. */
  onSettled: () => void;
  onClose: () => void;
}) {
  const rows = useExamRows();
  const change = useCommand(changeToOnlineCall, {
    onDone: ({ exam: row }) => {
      markAnnounced(row.id);
      rows.put(row);
      onSettled();
    },
  });
  const { registration_id: registrationId } = exam;
  const isRefused = change.error?.isFinal === true;
  const { reload } = rows;
  useEffect(() => {
    if (isRefused) reload(); // the row was outdated
  }, [isRefused, reload]);
  if (change.data)
    return (
      <ResultModal
        title={t`Changed to online`}
        lead={
          <Trans>
            <b>{exam.subject} is out of its session.</b> The student starts it online, from My
            exams, and is told by email.
          </Trans>
        }
        onClose={onClose}
      >
        <ConfirmLines lines={[{ icon: IconUserShield, text: feeText(change.data.exam) }]} />
      </ResultModal>
    );
  return (
    <ModalFrame
      title={t`Change to online`}
      opened
      onClose={onClose}
      busy={change.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={change.isPending} data-autofocus>
            {isRefused ? t`Close` : t`Keep session`}
          </Button>
          {!isRefused && (
            <Button
              loading={change.isPending}
              onClick={() =>
                registrationId !== null &&
                change.mutate({ registrationId, adminCancelReason: TO_BE_TAKEN_ONLINE })
              }
            >
              <Trans>Change to online</Trans>
            </Button>
          )}
        </>
      }
    >
      <Text>
        <Trans>
          Take <b>{exam.subject}</b> out of its session, to be taken online?
        </Trans>
      </Text>
      <ConfirmLines
        lines={[
          { icon: IconClipboardCheck, text: t`The student stays registered for the exam.` },
          { icon: IconUserShield, text: t`A proctor fee that was paid is kept for it.` },
        ]}
      />
      <CallError error={change.error} />
    </ModalFrame>
  );
}
