import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ModalFrame } from './modal-frame.tsx';

interface ConfirmModalProps {
  /** The question. */
  title: string;
  /** The label of the button that changes nothing; it has the focus. */
  keep: string;
  /** The label of the button that does it; it names the effect. */
  confirm: string;
  busy?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children?: ReactNode;
}

/** Asks before an action that cannot be undone, or that other people notice. */
export function ConfirmModal({
  title,
  keep,
  confirm,
  busy = false,
  onClose,
  onConfirm,
  children,
}: ConfirmModalProps) {
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      busy={busy}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {keep}
          </Button>
          <Button color="garnet" loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </ModalFrame>
  );
}
