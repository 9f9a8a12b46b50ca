import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Anchor } from '@mantine/core';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { sessionText } from '../format/dates.ts';
import { Note, Outcome } from '../ui/feedback.tsx';
import classes from './waiting-list.module.css';

/** The outcome of an offer that the student has answered, in its place. O-18 */
export interface AnsweredOffer {
  offer: WaitingEntry;
  answer: 'accept' | 'decline';
}

export function AnsweredNote({
  answered: { offer, answer },
  onClose,
}: {
  answered: AnsweredOffer;
  onClose: () => void;
}) {
  const { date, testSessionTime, examId, subject } = offer;
  return (
    <Note tone={answer === 'accept' ? 'moss' : 'slate'} icon={IconCircleCheck}>
      <div className={classes.answered}>
        <Outcome>
          <span>
            {answer === 'accept' ? (
              <Trans>
                <b>Your session is booked for {sessionText(date, testSessionTime)}.</b> The details
                come by email.
              </Trans>
            ) : (
              <Trans>You declined the place. You are no longer on this waiting list.</Trans>
            )}
          </span>
          <span>
            <Anchor
              component={Link}
              to={`/?myexams=${examId}`}
              onClick={onClose}
              c="inherit"
              fw={600}
            >
              <bdi>{subject}</bdi>
            </Anchor>
          </span>
        </Outcome>
        <ActionIcon c="inherit" variant="transparent" aria-label={t`Close`} onClick={onClose}>
          <IconX size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </div>
    </Note>
  );
}
