import { newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { ExamHeading } from '../../shared/exams/exam-heading.tsx';
import { durationText } from '../../shared/format/dates.ts';
import { SessionTicket } from '../details/session-ticket.tsx';
import { daysUntilText, findNext, toBring } from './find-next.ts';
import classes from './next-exam.module.css';

interface NextExamProps {
  exams: readonly Exam[];
  sessions: readonly Session[];
}

/** On top of My exams: which exam comes next, when, where, and what to bring. */
export function NextExam({ exams, sessions }: NextExamProps) {
  const today = newYorkDay(new Date());
  const next = findNext(exams, sessions, today);
  if (!next) return null;
  const { exam, session } = next;
  return (
    <section className={classes.card} aria-labelledby="next-exam">
      <h2 className={classes.title} id="next-exam">
        Your next exam is <span>{daysUntilText(session.date, today)}</span>
      </h2>
      <div className={classes.columns}>
        <div className={classes.facts}>
          <ExamHeading exam={exam} note={durationText(exam.examDuration)} />
          <SessionTicket session={session} />
        </div>
        <div className={classes.bring}>
          <h3>Bring</h3>
          <ul>
            {toBring(session).map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
