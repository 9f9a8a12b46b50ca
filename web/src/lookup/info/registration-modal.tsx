import { Button, Text } from '@mantine/core';
import type { CallInput, CallSpec } from '@portal/contract/call';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { api, type Wire } from '../../shared/api/client.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import {
  CancelExamModal,
  type CancelModalProps,
} from '../../shared/exams/cancel/cancel-exam-modal.tsx';
import { LeaveSessionModal } from '../../shared/exams/cancel/leave-session-modal.tsx';
import { useExams } from '../../shared/exams/exam-rows.ts';
import { BlockSkeleton, CallError } from '../../shared/ui/feedback.tsx';
import { afterRegistration, type InfoRegistration, type RegistrationAction } from './api.ts';

/** The reason of a registration that is to be sat online, and of no other. R-213. */
const TO_BE_TAKEN_ONLINE = 5;

interface RegistrationModalProps {
  registration: InfoRegistration;
  action: RegistrationAction;
  onClose: () => void;
}

/** Confirms an action on a registration: M-03, M-04, M-41, M-42. */
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
      return <Cancel Modal={LeaveSessionModal} registration={registration} onClose={onClose} />;
    case 'cancel':
      return <Cancel Modal={CancelExamModal} registration={registration} onClose={onClose} />;
  }
}

interface AskModalProps<Spec extends CallSpec> {
  title: string;
  call: Wire<Spec>;
  input: CallInput<Spec>;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A confirmation whose button repeats its title: done at once, or refused with the call's sentence.
 */
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
          confirm={title}
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
  Modal: ComponentType<CancelModalProps>;
  registration: InfoRegistration;
  onClose: () => void;
}

/**
 * The dialog of the exam list, with the lost or refunded money, for the registration's row in the
 * list..
 */
function Cancel({ Modal, registration, onClose }: CancelProps) {
  const { data, error, refetch, isFetching } = useExams();
  const row = data?.exams.find(({ registration_id }) => registration_id === registration.id);
  // an answer drops the row of the list while the dialog shows the refund
  const [shown, setShown] = useState(row);
  if (row && !shown) setShown(row);
  if (shown) return <Modal exam={shown} refreshes={afterRegistration} onClose={onClose} />;
  return (
    <ModalFrame title={registration.examName} opened onClose={onClose}>
      {!data && !error && <BlockSkeleton height={120} />}
      {data && <Text>This registration has changed. Please reload the page.</Text>}
      <CallError error={error} onRetry={() => void refetch()} busy={isFetching} />
    </ModalFrame>
  );
}

interface ButtonsProps {
  confirm: string;
  busy: boolean;
  isRefused: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The safe button has the focus; after a refusal the dialog can only be closed. */
function Buttons({ confirm, busy, isRefused, onClose, onConfirm }: ButtonsProps) {
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
        {isRefused ? 'Close' : 'Cancel'}
      </Button>
      {!isRefused && (
        <Button loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      )}
    </>
  );
}
