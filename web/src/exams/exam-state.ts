import { type Day, newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exam';
import { gradeStatus } from '@portal/contract/grade-status';
import type { Session } from '@portal/contract/sessions';
import { handsInHere } from '../shared/assignments.ts';
import { timeLeftText } from '../shared/dates.ts';
import type { Tone } from '../shared/tone-badge.tsx';

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

/** The badge of a registered exam; its score stands after the word, and an exam that was cut off counts down. */
export function shownState(exam: Exam, now: Date): ShownState {
  switch (exam.status) {
    case 'scheduled':
      return exam.sessionType === '99'
        ? { word: 'Online', tone: 'teal', icon: 'online' }
        : { word: 'Scheduled', tone: 'lapis', icon: 'scheduled' };
    case 'online_access':
      return { word: 'Online', tone: 'teal', icon: 'online' };
    case 'course_started':
    case 'online_started':
      return { word: 'Started', tone: 'violet', icon: 'started' };
    case 'disconnected':
      return { word: leftOf(exam, now) ?? 'Disconnected', tone: 'brass', icon: 'disconnected' };
    case 'taken':
    case 'graded':
      return shownResult(exam, newYorkDay(now));
    default:
      return { word: 'Registered', tone: 'slate', icon: 'registered' };
  }
}

function shownResult(exam: Exam, today: Day): ShownState {
  // open assignments hold the grade back, however long ago the exam was
  const waits = exam.status === 'taken' && exam.coopersmithExamTakenAssignmentsIncomplete;
  const status = waits ? 'Pending' : gradeStatus(exam, today).status;
  const scored = exam.grade ? `${status}, ${exam.grade}` : status;
  switch (status) {
    case 'Pass':
      return { word: scored, tone: 'moss', icon: 'pass' };
    case 'Fail':
      return { word: scored, tone: 'garnet', icon: 'fail' };
    case 'Disqualified':
      return { word: status, tone: 'garnet', icon: 'disqualified' };
    case 'Pending':
      return { word: status, tone: 'brass', icon: 'pending' };
    case 'Unavailable':
      return { word: status, tone: 'slate', icon: 'unavailable' };
  }
}

/** My exams by what to do next. */
export const examGroups = ['Coming up', 'Ready to book', 'In progress', 'Taken'] as const;
export type ExamGroup = (typeof examGroups)[number];

export function groupOf({ status }: Pick<Exam, 'status'>): ExamGroup {
  if (status === 'taken' || status === 'graded') return 'Taken';
  if (status === 'scheduled' || status === 'online_access') return 'Coming up';
  if (status === 'course_started' || status === 'online_started' || status === 'disconnected') return 'In progress';
  return 'Ready to book';
}

/** The path of a registration, as it is shown: steps and how many of them are done. */
export function pathOf(exam: Exam): { steps: string[]; done: number } {
  const second = exam.status === 'online_access' ? 'Online access' : exam.status.startsWith('course') ? 'Course' : 'Scheduled';
  const steps = ['Registered', second, 'Taken', 'Graded'];
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

/** What a student can do with a registration from its row. 'office' stands for a cancel that only the office can make. */
export type RowAction =
  | 'schedule'
  | 'reschedule'
  | 'cancelSession'
  | 'cancel'
  | 'office'
  | 'retake'
  | 'startOnline'
  | 'openProctoring'
  | 'continueExam'
  | 'startCourse'
  | 'continueCourse'
  | 'assignments'
  | 'upload';

/** A failed exam offers its retake in the closed row already; any other result when the row is opened. */
export const offersRetake = (exam: Exam): boolean =>
  exam.status === 'graded' && !exam.isOldSystemReg && /fail|disqualified/i.test(exam.gradeComment ?? '');

export function rowActions(exam: Exam, session: Session | undefined, now: Date): RowAction[] {
  if (exam.isOldSystemReg) return [];
  const steps = stepsOf(exam, session, now);
  const own = steps.filter((action) => !givingUp.includes(action));
  return [...own, ...assignmentActions(exam), ...steps.filter((action) => givingUp.includes(action))];
}

/** What stands at the far end of a row. */
const givingUp: readonly RowAction[] = ['cancel', 'office'];

/** From the start of the course on, in any order with the exam; once that is taken as long as one is open.. */
function assignmentActions(exam: Exam): RowAction[] {
  if (!exam.assignments || exam.status === 'none' || exam.status === 'graded') return [];
  if (exam.status === 'registered' && exam.program_content_code !== null) return [];
  if (exam.status === 'taken' && !exam.coopersmithExamTakenAssignmentsIncomplete) return [];
  return handsInHere(exam) ? ['assignments', 'upload'] : ['assignments'];
}

function stepsOf(exam: Exam, session: Session | undefined, now: Date): RowAction[] {
  const begun = session !== undefined && hasBegun(session, now);
  switch (exam.status) {
    case 'registered':
      return [...(hasOpenCourse(exam) ? (['startCourse'] as const) : waysToSit(exam)), ...giveUp(exam)];
    case 'course_started':
      return ['continueCourse'];
    case 'course_completed':
      return waysToSit(exam);
    case 'scheduled':
      if (wasBegun(exam)) return exam.sessionType === '99' ? ['openProctoring'] : opensInRoom(exam, session, now) ? ['startOnline'] : [];
      if (isInRoom(exam)) return [...(opensInRoom(exam, session, now) ? (['startOnline'] as const) : []), 'office'];
      if (exam.sessionType === '99') return ['openProctoring', 'cancelSession', ...giveUp(exam)];
      return begun ? ['office'] : ['reschedule', 'cancelSession', ...giveUp(exam)];
    case 'online_access':
      // opened again by the office: nothing to pay, no window, no way to give it up
      if (wasBegun(exam)) return ['continueExam'];
      if (isInRoom(exam)) return [...(opensInRoom(exam, session, now) ? (['startOnline'] as const) : []), 'office'];
      return ['startOnline', ...giveUp(exam)];
    case 'online_started':
    case 'disconnected':
      return ['continueExam'];
    case 'graded':
      return offersRetake(exam) ? [] : ['retake'];
    default:
      return [];
  }
}

/** Begun before, whatever the office has made of it since.. */
export const wasBegun = ({ online_exam_started }: Pick<Exam, 'online_exam_started'>): boolean => (online_exam_started ?? null) !== null;
const hasOpenCourse = (exam: Exam): boolean => exam.program_content_code !== null && exam.online_program_completed === null;
const isInRoom = ({ sessionType }: Exam): boolean => sessionType === '22' || sessionType === '23';
/** A course that was begun, or for which something was handed in, is never given up.. */
const giveUp = (exam: Exam): RowAction[] => (exam.online_program_started || exam.online_ampeducator_assignments_started ? [] : ['cancel']);

/** In person, and at home with a proctor where the exam allows it; at home first where a school session is to be taken online. R-402. */
function waysToSit(exam: Exam): RowAction[] {
  const isRemote = !exam.paper_only && exam.content_code !== null && exam.examProctorCode !== null;
  const ways: RowAction[] = [...(exam.online_only ? [] : (['schedule'] as const)), ...(isRemote ? (['startOnline'] as const) : [])];
  return exam.admin_cancel_session_reason_code === 'CP' ? ways.reverse() : ways;
}

/** Schools whose sessions have the button. R-178. */
const onlineSchools: readonly (number | null)[] = [151, 209];

/** From the session's start to the end of its last date; a session without one is shown only until it is over. R-177. */
function opensInRoom(exam: Exam, session: Session | undefined, now: Date): boolean {
  if (session === undefined || exam.paper_only || exam.content_code === null || !hasBegun(session, now)) return false;
  if (exam.sessionType === '22' && !onlineSchools.includes(session.schoolId)) return false;
  return session.session_last_date === null || newYorkDay(now) <= session.session_last_date;
}

function leftOf(exam: Exam, now: Date): string | null {
  const until = resumeUntil(exam);
  return until && timeLeftText(until, now);
}

/** When the 24 hours of a begun exam are over: of its start, or anew after the office has let it go on.. */
export function resumeUntil({ online_exam_started, online_exam_resume_until = null }: Exam): Date | null {
  if (online_exam_resume_until !== null) return new Date(online_exam_resume_until);
  return online_exam_started === null ? null : new Date(new Date(online_exam_started).getTime() + 24 * 3_600_000);
}

/** The last day of a course of vendor 3, six months from its start; the server decides. R-201. */
export function courseUntil({ vendor_id, online_program_started }: Exam): Day | null {
  if (vendor_id !== 3 || online_program_started === null) return null;
  const [year = 0, month = 0, day = 0] = newYorkDay(new Date(online_program_started)).split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + 6, 0)).getUTCDate();
  return new Date(Date.UTC(year, month + 5, Math.min(day, lastOfMonth))).toISOString().slice(0, 10);
}

/** Whether a session has begun, by New York's clock. */
export function hasBegun({ date, testSessionTime }: Pick<Session, 'date' | 'testSessionTime'>, now: Date): boolean {
  return `${date} ${testSessionTime}` <= `${newYorkDay(now)} ${newYorkTime(now)}`;
}

/** The session begins in less than 24 hours: leaving it loses the proctor payment. The server decides; this picks the words.. */
export function newYorkTime(now: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(now);
}

/** Why the office cancelled a session, for the three days in which it is said. R-179. */
export const cancelReasons: Record<NonNullable<Exam['admin_cancel_session_reason_code']>, string> = {
  CP: 'This school session should be taken online',
  NS: 'You missed this session.',
  EM: 'There was an emergency.',
  ST: 'You asked for it.',
  ER: 'The office made a mistake.',
};

export function cancelNotice(exam: Exam, today: Day): { day: Day; reason: string } | null {
  const { admin_cancel_session_date: day, admin_cancel_session_reason_code: code } = exam;
  if (day === null || code === null || exam.testSessionId !== null) return null;
  const lastDay = new Date(`${day}T12:00:00Z`);
  lastDay.setUTCDate(lastDay.getUTCDate() + 3);
  return today <= lastDay.toISOString().slice(0, 10) ? { day, reason: cancelReasons[code] } : null;
}

/** Earlier tries as the row keeps them: date*grade*comment, joined by commas. R-120. */
export function earlierTries(exam: Pick<Exam, 'is_retake_dates'>): { day: string; grade: string; comment: string }[] {
  return (exam.is_retake_dates ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [day = '', grade = '', comment = ''] = part.split('*');
      return { day, grade, comment };
    });
}
