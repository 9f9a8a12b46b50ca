import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { isAwaited, useAnswer, useCommand } from '../api/calls.ts';
import { isRefusal } from '../api/client.ts';
import { lazyDialog } from '../dialogs/lazy-dialog.tsx';
import { markAnnounced } from '../exams/announced-changes.ts';
import { examsCall, studentSessionsCall } from '../exams/exam-rows.ts';
import { instantText, longSessionText } from '../format/dates.ts';
import { openSessionsCall } from '../sessions/open-sessions.ts';
import { CallError, Note, useLate } from '../ui/feedback.tsx';
import { AnsweredNote, type AnsweredOffer } from './answered-offer.tsx';
import { answerCall, waitingListCall } from './waiting-calls.ts';
import classes from './waiting-list.module.css';

const refreshes = [waitingListCall, openSessionsCall, examsCall, studentSessionsCall];

/** The page waits at most this long for the offers, in milliseconds. */
const HELD_MS = 1_500;

interface OfferBannerProps {
  /** The class around the offers, where the page has no frame of its own. */
  frame?: string | undefined;
  /** The page. */
  children?: ReactNode;
}

/**
 * Shows the seats that are offered to the student above every page (O-18). The page loads beside
 * the offers but shows with them: an offer that came later would push it down.
 */
export function OfferBanner({ frame, children }: OfferBannerProps) {
  const waiting = useAnswer(waitingListCall, {});
  const isHeld = !useLate(HELD_MS) && isAwaited(waiting);
  const [answered, setAnswered] = useState<AnsweredOffer | null>(null);
  const offers = (waiting.data?.entries ?? []).filter(
    ({ state, waitingId }) => state === 'offered' && waitingId !== answered?.offer.waitingId,
  );
  return (
    <>
      {(answered || offers.length > 0) && (
        <div className={frame}>
          {answered && (
            <div className={classes.offers}>
              <AnsweredNote
                key={answered.offer.waitingId}
                answered={answered}
                onClose={() => setAnswered(null)}
              />
            </div>
          )}
          {offers.length > 0 && (
            <section className={classes.offers} aria-label={t`Offered places`}>
              {offers.map((offer) => (
                <Offer key={offer.waitingId} offer={offer} onAnswered={setAnswered} />
              ))}
            </section>
          )}
        </div>
      )}
      {children && (
        <div className={classes.page} data-held={isHeld || undefined}>
          {children}
        </div>
      )}
    </>
  );
}

/** In a file of its own: the banner is on the first page of a student. */
const ConfirmModal = lazyDialog(
  async () => (await import('../dialogs/confirm-modal.tsx')).ConfirmModal,
);

interface OfferProps {
  offer: WaitingEntry;
  onAnswered: (answered: AnsweredOffer) => void;
}

function Offer({ offer, onAnswered }: OfferProps) {
  const [asks, setAsks] = useState(false);
  const answer = useCommand(answerCall, {
    refreshes,
    onDone: (_done, input) => {
      markAnnounced(offer.examId);
      onAnswered({ offer, answer: input.answer });
    },
  });
  const { waitingId, examId } = offer;
  const place = offer.locationName ?? '';
  const when = longSessionText(offer.date, offer.testSessionTime);
  const until = offer.offerUntil === null ? '' : instantText(offer.offerUntil);
  return (
    <Note tone="brass" icon={IconAlertTriangle}>
      <div aria-live="polite">
        <Trans>
          A place is free: <bdi>{place}</bdi>, {when}. Answer by {until}.
        </Trans>
        <Text fw={600}>
          <bdi>{offer.subject}</bdi>
        </Text>
      </div>
      {!asks && <CallError error={answer.error} />}
      <div className={classes.answers}>
        {isRefusal(answer.error, 'fees_due') ? (
          <Button size="xs" component={Link} to={`/?myexams=&dialog=schedule&of=${examId}`}>
            <Trans>Pay and book</Trans>
          </Button>
        ) : (
          <Button
            size="xs"
            loading={answer.isPending && answer.variables.answer === 'accept'}
            disabled={answer.isPending}
            onClick={() => answer.mutate({ waitingId, answer: 'accept' })}
          >
            <Trans>Accept</Trans>
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          disabled={answer.isPending}
          onClick={() => setAsks(true)}
        >
          <Trans>Decline</Trans>
        </Button>
      </div>
      {asks && (
        <ConfirmModal
          title={t`Give up this seat? It goes to the next person.`}
          keep={t`Keep seat`}
          confirm={t`Decline`}
          busy={answer.isPending}
          onClose={() => setAsks(false)}
          onConfirm={() => answer.mutate({ waitingId, answer: 'decline' })}
        >
          <Text>
            <b>
              <bdi>{offer.subject}</bdi>
            </b>
            , <bdi>{place}</bdi>, {when}
          </Text>
          <CallError error={answer.error} />
        </ConfirmModal>
      )}
    </Note>
  );
}
