import { t } from '@lingui/core/macro';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';

/** An exam that is booked, and when and where. */
export interface NextExam {
  exam: Exam;
  session: Session;
}

/** The booked exam that comes first, from today on; days are New York's. */
export function findNext(
  exams: readonly Exam[],
  sessions: readonly Session[],
  today: string,
): NextExam | null {
  const sessionOf = new Map(sessions.map((session) => [session.testSessionId, session]));
  const coming = exams.flatMap((exam) => {
    const session =
      exam.status === 'scheduled' && exam.sessionType !== '99' && exam.testSessionId !== null
        ? sessionOf.get(exam.testSessionId)
        : undefined;
    return session && session.date >= today ? [{ exam, session }] : [];
  });
  const at = ({ session }: NextExam): string => `${session.date} ${session.testSessionTime}`;
  return coming.sort((one, other) => at(one).localeCompare(at(other)))[0] ?? null;
}

const DAY_MS = 86_400_000;

/** 'today', 'tomorrow', 'in 12 days': from one day of New York to another. */
export function daysUntilText(day: string, today: string): string {
  const days = Math.round((Date.parse(day.slice(0, 10)) - Date.parse(today)) / DAY_MS);
  if (days <= 0) return 'today';
  return days === 1 ? t`tomorrow` : t`in ${days} days`;
}

/** Returns the things to bring to a session of this kind. R-176. */
export const toBring = ({ sessionType }: Pick<Session, 'sessionType'>): string[] =>
  sessionType === '23' ? [t`your photo ID`, t`$25.00 to pay the proctor`] : [t`your photo ID`];

/** Where a session is: the branch or the school. */
export const placeOf = (session: Session): string =>
  (session.sessionType === '22'
    ? session.schoolName
    : (session.branchName ?? session.locationName ?? session.title)) ?? '';
