import { type ActionName, actionOf, isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';

/**
 * The buttons of a row. The server decides which actions exist (`actions`); this module decides
 * only which of them a state shows, and in which order. 'office' represents a cancellation that
 * only the office can make.
 */
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
  | 'upload'
  | 'toOnline';

/** The action behind each button. */
const doneBy: Record<Exclude<RowAction, 'assignments' | 'office'>, ActionName> = {
  schedule: 'schedule',
  reschedule: 'schedule',
  cancelSession: 'cancelSession',
  cancel: 'cancel',
  retake: 'register',
  startOnline: 'startExam',
  openProctoring: 'startExam',
  continueExam: 'startExam',
  startCourse: 'startCourse',
  continueCourse: 'startCourse',
  upload: 'upload',
  toOnline: 'changeToOnline',
};
type Doable = keyof typeof doneBy;

const codeOf = (exam: Exam, name: ActionName): string | undefined => actionOf(exam, name)?.code;

/** A booking that only the office can make opens its contacts. R-153. */
const isByOffice = (exam: Exam, button: Doable): boolean =>
  doneBy[button] === 'schedule' &&
  codeOf(exam, 'schedule') === 'call_office' &&
  !exam.online_only &&
  !isAllowed(exam, 'startCourse');

/** Actions of the student alone: staff see the button, and cannot press it. */
const studentsOwn = ['staff_cannot_start', 'staff_cannot_upload'];
export function isForStudentAlone(exam: Exam, button: RowAction): boolean {
  if (button === 'assignments' || button === 'office') return false;
  return studentsOwn.includes(codeOf(exam, doneBy[button]) ?? '');
}

/** Returns whether the exam can be begun that way at all, by any account.. */
function canBegin(exam: Exam, button: Doable): boolean {
  if (doneBy[button] === 'startCourse') return exam.program_content_code !== null;
  const isBehindCourse = exam.program_content_code !== null && exam.status === 'registered';
  return exam.content_code !== null && !exam.paper_only && !isBehindCourse;
}

function isThere(exam: Exam, button: Doable): boolean {
  if (isForStudentAlone(exam, button)) return canBegin(exam, button);
  // a session that cannot be left cannot be moved
  if (button === 'reschedule' && !isAllowed(exam, 'cancelSession')) return false;
  return isAllowed(exam, doneBy[button]) || isByOffice(exam, button);
}

/**
 * A failed exam offers its retake in the closed row already; any other result when the row is
 * opened.
 */
export const offersRetake = (exam: Exam): boolean =>
  exam.status === 'graded' &&
  !exam.isOldSystemReg &&
  isAllowed(exam, 'register') &&
  /fail|disqualified/i.test(exam.gradeComment ?? '');

/** Returns the buttons of a row, the next step first, cancelling actions last. */
export function rowActions(exam: Exam): RowAction[] {
  if (exam.isOldSystemReg) return []; // a sentence is shown instead
  return [
    ...stepsOf(exam).filter((button) => isThere(exam, button)),
    ...(isAllowed(exam, 'changeToOnline') ? (['toOnline'] as const) : []),
    ...assignmentButtons(exam),
    ...cancelActions(exam),
  ];
}

/** Returns the next step; undefined: only cancelling is possible, or it is the student's alone. */
export const nextAction = (exam: Exam): RowAction | undefined =>
  rowActions(exam).find(
    (action) =>
      action !== 'assignments' &&
      action !== 'cancel' &&
      action !== 'office' &&
      !isForStudentAlone(exam, action),
  );

/** Returns whether the exam was begun before, even if the office has changed it.. */
export const wasBegun = ({ online_exam_started }: Pick<Exam, 'online_exam_started'>): boolean =>
  (online_exam_started ?? null) !== null;

function stepsOf(exam: Exam): Doable[] {
  switch (exam.status) {
    case 'registered':
      return ['startCourse', ...waysToSit(exam)];
    case 'course_started':
      return ['continueCourse'];
    case 'course_completed':
      return waysToSit(exam);
    case 'scheduled':
      if (exam.sessionType === '99') return ['openProctoring', 'cancelSession'];
      return isInRoom(exam) ? ['startOnline'] : ['reschedule', 'cancelSession'];
    case 'online_access':
      // an exam that the office reopened is continued
      return [wasBegun(exam) ? 'continueExam' : 'startOnline'];
    case 'online_started':
    case 'disconnected':
      return ['continueExam'];
    case 'graded':
      return offersRetake(exam) ? [] : ['retake'];
    default:
      return [];
  }
}

const isInRoom = ({ sessionType }: Exam): boolean => sessionType === '22' || sessionType === '23';

/** At home first where a school session is to be taken online. R-402. */
const waysToSit = ({ admin_cancel_session_reason_code: code }: Exam): Doable[] =>
  code === 'CP' ? ['startOnline', 'schedule'] : ['schedule', 'startOnline'];

/**
 * Returns the buttons of assignments: from the start of the course on, in any order with the exam;
 * after the exam while an assignment is open..
 */
function assignmentButtons(exam: Exam): RowAction[] {
  if (!exam.assignments || exam.status === 'none' || exam.status === 'graded') return [];
  if (exam.status === 'registered' && isAllowed(exam, 'startCourse')) return [];
  if (exam.status === 'taken' && !exam.coopersmithExamTakenAssignmentsIncomplete) return [];
  return isAllowed(exam, 'upload') || isForStudentAlone(exam, 'upload')
    ? ['assignments', 'upload']
    : ['assignments'];
}

function cancelActions(exam: Exam): RowAction[] {
  if (isAllowed(exam, 'cancel')) return ['cancel'];
  return codeOf(exam, 'cancel') === 'office_only' ? ['office'] : [];
}

/** Codes of the reasons worth reading; the others repeat the state. */
const shownCodes = [
  'course_time_over',
  'registration_denied',
  'cp_session_over',
  'admin_only_exam',
];

/** Returns why buttons of the state are missing, each sentence once. */
export function missingReasons(exam: Exam): string[] {
  const missing: ActionName[] = [
    ...stepsOf(exam).map((button) => doneBy[button]),
    ...(assignmentButtons(exam).length > 0 ? (['upload'] as const) : []),
    'cancel',
  ];
  const reasons = missing
    .map((name) => actionOf(exam, name))
    .flatMap((action) => (action?.code && shownCodes.includes(action.code) ? [action.reason] : []))
    .filter((reason) => reason !== undefined);
  return exam.isOldSystemReg ? [] : [...new Set(reasons)];
}

/** An exam that is not registered and can be registered only by the office. */
export const isOfficeOnly = (exam: Exam): boolean => codeOf(exam, 'register') === 'admin_only_exam';

/**
 * Returns why a row cannot register an exam, or undefined; a reason that the office can solve links
 * to it.
 */
export const registerRefusal = (exam: Exam): string | undefined =>
  isOfficeOnly(exam) ? undefined : actionOf(exam, 'register')?.reason;

/** Returns the office's reason for an action that only the office can do. */
export const officeReason = (exam: Exam): string =>
  actionOf(exam, exam.registration_id === null ? 'register' : 'cancel')?.reason ?? '';

/**
 * Returns the next moment (milliseconds) at which the clock alone changes the possible actions;
 * null: none. Includes a moment that has just passed: this clock may be ahead of the server's.
 */
export function nextChange(exams: readonly Exam[], now: number): number | null {
  const moments = exams
    .flatMap(({ actions }) => actions)
    .flatMap(({ until, allowedFrom }) => [until, allowedFrom])
    .filter((moment) => moment !== undefined)
    .map((moment) => Date.parse(moment))
    .filter((moment) => moment > now - JUST_OVER);
  return moments.length === 0 ? null : Math.min(...moments);
}
const JUST_OVER = 2 * 60_000;
