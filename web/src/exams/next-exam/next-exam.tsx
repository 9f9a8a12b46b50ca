import { Trans } from '@lingui/react/macro';
import { newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { longSessionText } from '../../shared/format/dates.ts';
import { locale } from '../../shared/language/locale.ts';
import { CalendarTile } from '../../shared/sessions/calendar-tile.tsx';
import { daysUntilText, findNext, placeOf, toBring } from './find-next.ts';
import classes from './next-exam.module.css';

interface NextExamProps {
  exams: readonly Exam[];
  sessions: readonly Session[];
}

const andAll = new Intl.ListFormat(locale(), { type: 'conjunction' });

/** The next exam at the top of My exams: its time, its place, and the things to bring. */
export function NextExam({ exams, sessions }: NextExamProps) {
  const today = newYorkDay(new Date());
  const next = findNext(exams, sessions, today);
  if (!next) return null;
  const { exam, session } = next;
  return (
    <section className={classes.card} aria-labelledby="next-exam">
      <CalendarTile day={session.date} />
      <div className={classes.facts}>
        <h2 className={classes.title} id="next-exam">
          <Trans>
            Your next exam is <span>{daysUntilText(session.date, today)}</span>
          </Trans>
        </h2>
        <p>
          <b>{exam.subject}</b>, {longSessionText(session.date, session.testSessionTime)},{' '}
          {placeOf(session)}
        </p>
        <p className={classes.bring}>
          <Trans>Bring {andAll.format(toBring(session))}.</Trans>
        </p>
      </div>
    </section>
  );
}
