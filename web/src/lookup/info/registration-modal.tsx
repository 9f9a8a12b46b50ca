import { Button, Text } from '@mantine/core';
import type { CallInput, CallSpec } from '@portal/contract/call';
import { IconReceiptRefund } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { api, type Wire } from '../../shared/api/client.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { useCancelReason } from '../../shared/exams/cancel-reason.tsx';
import { CallError, Note, Outcome } from '../../shared/ui/feedback.tsx';
import { afterRegistration, type InfoRegistration, type RegistrationAction } from './api.ts';

/** The reason of a registration that is to be sat online, and of no other. R-213. */
const TO_BE_TAKEN_ONLINE = 5;
const NO_SHOW = 1;

interface RegistrationModalProps {
  registration: InfoRegistration;
  action: RegistrationAction;
  onClose: () => void;
}

/** What is asked before something is done to a registration: M-03, M-04, M-41, M-42. */
export function RegistrationModal({ registration, action, onClose }: RegistrationModalProps) {
  const exam = <b>{registration.examName}</b>;
  const about = { registrationId: registration.id };
  switch (action) {
    case 'clearOnlineAccess':
      return (
        <AskModal
          title="Clear online access"
          call={api.setOnlineAccess}
          input={about}
          onClose={onClose}
        >
          <Text>Clear the online access of {exam}?</Text>
        </AskModal>
      );
    case 'reopen':
      return (
        <AskModal
          title="Re-Open Exam"
          call={api.setOnlineExamTakenOverride}
          input={about}
          onClose={onClose}
        >
          <Text>Before re-opening an exam, the video must be checked.</Text>
          <Text mt="xs">{exam}</Text>
        </AskModal>
      );
    case 'resetOnlineCompleted':
      return (
        <AskModal
          title="Clear completed flag"
          call={api.resetOnlineExamCompleted}
          input={about}
          onClose={onClose}
        >
          <Text>Clear the completed flag of {exam}?</Text>
        </AskModal>
      );
    case 'toOnline':
      return (
        <AskModal
          title="Change to online"
          call={api.changeRegistrationToOnline}
          input={{ ...about, adminCancelReason: TO_BE_TAKEN_ONLINE }}
          onClose={onClose}
        >
          <Text>Take {exam} out of its session, to be taken online?</Text>
        </AskModal>
      );
    case 'cancelSession':
      return <CancelSession exam={exam} registration={registration} onClose={onClose} />;
    case 'cancel':
      return <CancelExam exam={exam} registration={registration} onClose={onClose} />;
  }
}

interface AskModalProps<Spec extends CallSpec> {
  title: string;
  call: Wire<Spec>;
  input: CallInput<Spec>;
  onClose: () => void;
  children: ReactNode;
}

/** A question with 'Confirm': done at once, or refused with the call's sentence. */
function AskModal<Spec extends CallSpec>({
  title,
  call,
  input,
  onClose,
  children,
}: AskModalProps<Spec>) {
  const act = useCommand(call, { refreshes: afterRegistration, onDone: onClose });
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      busy={act.isPending}
      foot={
        <Buttons
          keep="Cancel"
          busy={act.isPending}
          isRefused={act.error?.isFinal === true}
          onClose={onClose}
          onConfirm={() => act.mutate(input)}
        />
      }
    >
      {children}
      <CallError error={act.error} />
    </ModalFrame>
  );
}

interface CancelProps {
  exam: ReactNode;
  registration: InfoRegistration;
  onClose: () => void;
}

/** M-04: the session is given up, the registration stays. R-212. */
function CancelSession({ exam, registration: { id, wasAbsent }, onClose }: CancelProps) {
  const reason = useCancelReason(wasAbsent ? NO_SHOW : null);
  const cancel = useCommand(api.cancelSession, { refreshes: afterRegistration, onDone: onClose });
  const isRefused = cancel.error?.isFinal === true;
  const confirm = () => {
    const why = reason.take();
    if (why) cancel.mutate({ registrationId: id, ...why });
  };
  return (
    <ModalFrame
      title="Cancel session"
      opened
      onClose={onClose}
      busy={cancel.isPending}
      foot={
        <Buttons
          keep="Keep session"
          danger
          busy={cancel.isPending}
          isRefused={isRefused}
          onClose={onClose}
          onConfirm={confirm}
        />
      }
    >
      <Text>Cancel the session of {exam}?</Text>
      {!isRefused && reason.field}
      <CallError error={cancel.error} />
    </ModalFrame>
  );
}

/** M-03, and M-16 when money comes back.. */
function CancelExam({ exam, registration: { id, wasAbsent }, onClose }: CancelProps) {
  const reason = useCancelReason(wasAbsent ? NO_SHOW : null);
  const [refund, setRefund] = useState<{ msg: string | null; error: string | null } | null>(null);
  const cancel = useCommand(api.cancelExamRegistration, {
    refreshes: afterRegistration,
    onDone: ({ refundAdditionalFees }) =>
      refundAdditionalFees.noCharge ? onClose() : setRefund(refundAdditionalFees),
  });
  if (refund)
    return (
      <ModalFrame
        title="Exam cancelled"
        opened
        onClose={onClose}
        foot={<Button onClick={onClose}>Close</Button>}
      >
        <Outcome>
          {refund.msg && (
            <Note tone="moss" icon={IconReceiptRefund}>
              {refund.msg}
            </Note>
          )}
          <CallError error={refund.error === null ? null : new Error(refund.error)} />
        </Outcome>
      </ModalFrame>
    );
  const isRefused = cancel.error?.isFinal === true;
  const confirm = () => {
    const why = reason.take();
    if (why) cancel.mutate({ registrationId: id, ...why });
  };
  return (
    <ModalFrame
      title="Cancel exam"
      opened
      onClose={onClose}
      busy={cancel.isPending}
      foot={
        <Buttons
          keep="Keep exam"
          danger
          busy={cancel.isPending}
          isRefused={isRefused}
          onClose={onClose}
          onConfirm={confirm}
        />
      }
    >
      <Text>Cancel the registration for {exam}?</Text>
      {!isRefused && reason.field}
      <CallError error={cancel.error} />
    </ModalFrame>
  );
}

interface ButtonsProps {
  /** What leaving the dialog means. */
  keep: string;
  danger?: boolean;
  busy: boolean;
  isRefused: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The safe button has the focus; what was refused can only be closed. */
function Buttons({ keep, danger = false, busy, isRefused, onClose, onConfirm }: ButtonsProps) {
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
        {isRefused ? 'Close' : keep}
      </Button>
      {!isRefused && (
        <Button {...(danger ? { color: 'garnet' } : {})} loading={busy} onClick={onConfirm}>
          Confirm
        </Button>
      )}
    </>
  );
}
