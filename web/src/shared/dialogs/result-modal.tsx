import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Note } from '../ui/feedback.tsx';
import { ModalFrame } from './modal-frame.tsx';
import classes from './result-modal.module.css';

interface ResultModalProps {
  /** The outcome in a few words; it has the focus, so that a screen reader reads it once. */
  title: string;
  /** The meaning of the outcome, as a sentence. */
  lead: ReactNode;
  /** Brass: something is still to be done about it. */
  tone?: 'moss' | 'brass';
  /** The one next step, beside 'Close'. */
  next?: ReactNode;
  opened?: boolean;
  busy?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** The outcome of a payment or a booking and the next step, in the place of the form. */
export function ResultModal({
  title,
  lead,
  tone = 'moss',
  next,
  opened = true,
  busy = false,
  onClose,
  children,
}: ResultModalProps) {
  return (
    <ModalFrame
      title={title}
      opened={opened}
      onClose={onClose}
      busy={busy}
      foot={
        <>
          <Button variant={next ? 'default' : 'filled'} onClick={onClose} disabled={busy}>
            <Trans>Close</Trans>
          </Button>
          {next}
        </>
      }
    >
      <div className={classes.result}>
        <Note tone={tone} icon={tone === 'moss' ? IconCircleCheck : IconAlertTriangle}>
          {lead}
        </Note>
        {children}
      </div>
    </ModalFrame>
  );
}
