import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Exam } from '@portal/contract/exams/exam';
import {
  SESSION_MINUTES,
  type SessionCard,
  type SessionCardKind,
  sessionCard,
} from '@portal/contract/sessions/session-card';
import type { Session } from '@portal/contract/sessions/sessions';
import {
  IconAlertTriangle,
  IconBookmark,
  IconCircleCheck,
  IconLock,
  type TablerIcon,
} from '@tabler/icons-react';
import { Fragment, useId } from 'react';
import { longSessionText, monthText, tileText, timeSpanText } from '../format/dates.ts';
import { ChoiceCard } from '../forms/choice-card.tsx';
import { CalendarTile } from '../sessions/calendar-tile.tsx';
import { type FeeAtStake, LateBooking } from '../sessions/late-booking.tsx';
import type { Tone } from '../ui/tone-badge.tsx';
import classes from './session-cards.module.css';

const looks: Record<SessionCardKind, { icon: TablerIcon; tone: Tone | null }> = {
  original: { icon: IconBookmark, tone: null },
  closed: { icon: IconLock, tone: null },
  booked_up: { icon: IconLock, tone: null },
  full: { icon: IconLock, tone: null },
  few_left: { icon: IconAlertTriangle, tone: 'brass' },
  available: { icon: IconCircleCheck, tone: 'moss' },
};

const texts: Record<SessionCardKind, string> = {
  original: t`Original Session`,
  closed: t`Registration closed`,
  booked_up: t`Session booked up`,
  full: t`Session full`,
  few_left: t`Available session with 1 or 2 slots left`,
  available: t`Available session`,
};

interface SessionCardsProps {
  exam: Exam;
  sessions: readonly Session[];
  chosen: number | null;
  onChoose: (sessionId: number) => void;
  fee: FeeAtStake;
}

/**
 * Sessions by month, two in a row. Those that cannot be chosen stay in their place with the reason.
 */
export function SessionCards({ exam, sessions, chosen, onChoose, fee }: SessionCardsProps) {
  const name = useId();
  const months = [...new Set(sessions.map(({ date }) => monthText(date)))];
  return months.map((month) => (
    <fieldset className={classes.month} key={month}>
      <legend>{month}</legend>
      <div className={classes.cards}>
        {sessions
          .filter(({ date }) => monthText(date) === month)
          .map((session) => {
            const card = sessionCard(session, exam);
            const isChosen = chosen === session.testSessionId && card.open;
            return (
              <Fragment key={session.testSessionId}>
                <ChoiceCard
                  name={name}
                  value={String(session.testSessionId)}
                  checked={isChosen}
                  disabled={!card.open}
                  onChoose={(value) => onChoose(Number(value))}
                  hideRing
                  icon={<CalendarTile day={session.date} quiet={!card.open} />}
                  title={
                    <>
                      <span className={classes.words}>
                        {longSessionText(session.date, session.testSessionTime)},{' '}
                        {timeSpanText(session.testSessionTime, SESSION_MINUTES)}
                      </span>
                      <span aria-hidden="true">
                        {!card.open && (
                          <span className={classes.weekday}>
                            {tileText(session.date).weekday},{' '}
                          </span>
                        )}
                        <bdi>{timeSpanText(session.testSessionTime, SESSION_MINUTES)}</bdi>
                      </span>
                    </>
                  }
                  note={<CardText card={card} seats={session.remainingSeats} />}
                />
                <div aria-live="polite" className={classes.late}>
                  {isChosen && <LateBooking fee={fee} session={session} />}
                </div>
              </Fragment>
            );
          })}
      </div>
    </fieldset>
  ));
}

function CardText({ card, seats }: { card: SessionCard; seats: number | null }) {
  const { icon: Icon, tone } = looks[card.kind];
  return (
    <span className={classes.text} style={tone ? { color: `var(--jse-${tone}-fg)` } : undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>
        <span>{texts[card.kind]}</span>
        {card.kind === 'available' && seats !== null && (
          <span className={classes.seats}>
            <Trans>{seats} seats</Trans>
          </span>
        )}
      </span>
    </span>
  );
}
