import type { Exam } from '@portal/contract/exams/exam';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import type { Session } from '@portal/contract/sessions/sessions';
import { useMemo } from 'react';
import type { DialogRequest } from '../dialog-request.ts';
import classes from './exam-list.module.css';
import { ExamRow } from './exam-row.tsx';
import { MarkedTerm } from './finding/marked-text.tsx';

interface Marks {
  term: string;
  rows: ReadonlySet<Exam>;
}

interface ExamListProps {
  exams: readonly Exam[];
  /**
   * Visible exams; all of them when undefined. The others keep their rows, so that a search
   * recreates none.
   */
  visible?: ReadonlySet<Exam> | undefined;
  /** Not there yet: rows show no GET or BUY. */
  credits: CreditsInfo | undefined;
  sessions: readonly Session[];
  /** Rows that need something are open from the start. */
  openAtFirst?: boolean;
  /** My exams: see ExamRow. */
  own?: boolean;
  /** The exam that a link names. */
  linked: number | null;
  /** The search term, and the rows in which it is highlighted. */
  marks?: Marks;
  onRequest: (exam: Exam, what: DialogRequest['what']) => void;
}

/** The session that a row shows; an online sitting has neither place nor time. */
function sittingOf(
  { testSessionId, sessionType }: Exam,
  sessionOf: ReadonlyMap<number, Session>,
): Session | undefined {
  return testSessionId === null || sessionType === '99' ? undefined : sessionOf.get(testSessionId);
}

/**
 * Rows of exams. Rows out of view cost the browser nothing (content-visibility), so hundreds of
 * them need no virtual list and can be found by the browser's own search.
 */
export function ExamList({
  exams,
  visible,
  credits,
  sessions,
  openAtFirst = false,
  own = false,
  linked,
  marks,
  onRequest,
}: ExamListProps) {
  const sessionOf = useMemo(
    () => new Map(sessions.map((session) => [session.testSessionId, session])),
    [sessions],
  );
  return (
    <ul className={classes.list}>
      {exams.map((exam) => (
        <li
          key={exam.id}
          className={classes.row}
          id={`exam-${exam.id}`}
          hidden={visible && !visible.has(exam)}
        >
          <MarkedTerm value={marks?.rows.has(exam) ? marks.term : ''}>
            <ExamRow
              exam={exam}
              credits={credits}
              session={sittingOf(exam, sessionOf)}
              openAtFirst={openAtFirst}
              linked={linked === exam.id}
              own={own}
              onRequest={onRequest}
            />
          </MarkedTerm>
        </li>
      ))}
    </ul>
  );
}
