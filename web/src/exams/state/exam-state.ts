import { t } from '@lingui/core/macro';
import { type Day, newYorkDay } from '@portal/contract/days';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { type GradeStatus, gradeStatus } from '@portal/contract/exams/grade-status';
import { timeLeftText } from '../../shared/format/dates.ts';
import { isolated } from '../../shared/language/locale.ts';
import type { Tone } from '../../shared/ui/tone-badge.tsx';

export type StateIcon =
  | 'registered'
  | 'scheduled'
  | 'online'
  | 'started'
  | 'disconnected'
  | 'pending'
  | 'pass'
  | 'fail'
  | 'disqualified'
  | 'unavailable';
export interface ShownState {
  word: string;
  tone: Tone;
  icon: StateIcon;
}

/**
 * Returns the badge of a registered exam; its score follows the word, and an interrupted exam
 * counts down.
 */
export function shownState(exam: Exam, now: Date): ShownState {
  switch (exam.status) {
    case 'scheduled':
      return exam.sessionType === '99'
        ? { word: t`Online`, tone: 'teal', icon: 'online' }
        : { word: t`Scheduled`, tone: 'lapis', icon: 'scheduled' };
    case 'online_access':
      return { word: t`Online`, tone: 'teal', icon: 'online' };
    case 'course_started':
    case 'online_started':
      return { word: t`Started`, tone: 'violet', icon: 'started' };
    case 'disconnected':
      return { word: leftOf(exam, now) ?? t`Disconnected`, tone: 'brass', icon: 'disconnected' };
    case 'taken':
    case 'graded':
      return shownResult(exam, newYorkDay(now));
    default:
      return { word: t`Registered`, tone: 'slate', icon: 'registered' };
  }
}

function shownResult(exam: Exam, today: Day): ShownState {
  // open assignments hold the grade back, however long ago the exam was
  const waits = exam.status === 'taken' && exam.coopersmithExamTakenAssignmentsIncomplete;
  const status = waits ? 'Pending' : gradeStatus(exam, today).status;
  const word = gradeWords[status];
  const scored = exam.grade ? `${word}, ${isolated(exam.grade)}` : word;
  switch (status) {
    case 'Pass':
      return { word: scored, tone: 'moss', icon: 'pass' };
    case 'Fail':
      return { word: scored, tone: 'garnet', icon: 'fail' };
    case 'Disqualified':
      return { word, tone: 'garnet', icon: 'disqualified' };
    case 'Pending':
      return { word, tone: 'brass', icon: 'pending' };
    case 'Unavailable':
      return { word, tone: 'slate', icon: 'unavailable' };
  }
}

const gradeWords: Readonly<Record<GradeStatus['status'], string>> = {
  Pass: t`Pass`,
  Fail: t`Fail`,
  Disqualified: t`Disqualified`,
  Pending: t`Pending`,
  Unavailable: t`Unavailable`,
};

/** The groups of My exams by the next action. */
export const examGroups = ['coming', 'ready', 'running', 'taken'] as const;
export type ExamGroup = (typeof examGroups)[number];
export const groupNames: Readonly<Record<ExamGroup, string>> = {
  coming: t`Coming up`,
  ready: t`Ready to book`,
  running: t`In progress`,
  taken: t`Taken`,
};

export function groupOf({ status }: Pick<Exam, 'status'>): ExamGroup {
  if (status === 'taken' || status === 'graded') return 'taken';
  if (status === 'scheduled' || status === 'online_access') return 'coming';
  if (status === 'course_started' || status === 'online_started' || status === 'disconnected')
    return 'running';
  return 'ready';
}

/** Returns the steps of a registration and how many of them are done. */
export function pathOf(exam: Exam): { steps: string[]; done: number } {
  const second =
    exam.status === 'online_access'
      ? t`Online access`
      : exam.status.startsWith('course')
        ? t`Course`
        : t`Scheduled`;
  const steps = [t`Registered`, second, t`Taken`, t`Graded`];
  const done: Record<Exam['status'], number> = {
    none: 0,
    registered: 1,
    course_started: 1,
    course_completed: 2,
    scheduled: 2,
    online_access: 2,
    online_started: 2,
    disconnected: 2,
    taken: 3,
    graded: 4,
  };
  return { steps, done: done[exam.status] };
}

function leftOf(exam: Exam, now: Date): string | null {
  const until = resumeUntil(exam);
  return until && timeLeftText(until, now);
}

/** When the 24 hours of a begun exam are over.. */
export const resumeUntil = ({ online_exam_resume_until: until }: Exam): Date | null =>
  until === null ? null : new Date(until);

/** The last day of a course that has one. R-201. */
export function courseUntil(exam: Exam): Day | null {
  const finishBy = actionOf(exam, 'startCourse')?.finishBy;
  return finishBy === undefined ? null : newYorkDay(new Date(finishBy));
}

/** Why the office cancelled a session, shown for three days. R-179. */
export const cancelReasons: Record<
  NonNullable<Exam['admin_cancel_session_reason_code']>,
  string
> = {
  CP: t`This school session should be taken online`,
  NS: t`You missed this session.`,
  EM: t`There was an emergency.`,
  ST: t`You asked for it.`,
  ER: t`The office made a mistake.`,
};

const CALLED_OFF = t`The session was called off.`;

export function cancelNotice(exam: Exam, today: Day): { day: Day; reason: string } | null {
  const {
    admin_cancel_session_date: day,
    admin_cancel_session_reason_code: code,
    admin_cancel_session_called_off: calledOff,
  } = exam;
  if (day === null || code === null || exam.testSessionId !== null) return null;
  const lastDay = new Date(`${day}T12:00:00Z`);
  lastDay.setUTCDate(lastDay.getUTCDate() + 3);
  return today <= lastDay.toISOString().slice(0, 10)
    ? { day, reason: calledOff ? CALLED_OFF : cancelReasons[code] }
    : null;
}

/** Earlier tries as the row keeps them: date*grade*comment, joined by commas. R-120. */
export function earlierTries(
  exam: Pick<Exam, 'is_retake_dates'>,
): { day: string; grade: string; comment: string }[] {
  return (exam.is_retake_dates ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [day = '', grade = '', comment = ''] = part.split('*');
      return { day, grade, comment };
    });
}
