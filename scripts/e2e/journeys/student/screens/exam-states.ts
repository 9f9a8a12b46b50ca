import type { ActionName } from '@portal/contract/exams/action-of';
import type { ExamAction } from '@portal/contract/exams/actions';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Page } from 'playwright-core';
import { changed, given } from '../../browser/answers.ts';

const hoursFromNow = (hours: number) => {
  const [date = '', time = ''] = new Date(steadyNow().getTime() + hours * 3_600_000)
    .toLocaleString('sv', { timeZone: 'America/New_York' })
    .split(' ');
  return { date, testSessionTime: time.slice(0, 5) };
};
const started = new Date(steadyNow().getTime() - 3_600_000).toISOString();
const yesterday = hoursFromNow(-24).date;
const mayDo = (...names: ActionName[]): ExamAction[] =>
  names.map((action) => ({ action, allowed: true }));
const everything = mayDo('schedule', 'cancelSession', 'cancel', 'startExam', 'register');
const inRoom = [
  ...mayDo('startExam'),
  {
    action: 'cancel',
    allowed: false,
    code: 'office_only',
    reason: 'Please call the office.',
  },
] satisfies ExamAction[];
const inSixMonths = new Date(steadyNow().getTime() + 180 * 24 * 3_600_000).toISOString();
const course = {
  vendor_id: 3,
  assignments: true,
  program_content_code: 'P',
  online_program_started: started,
  actions: [
    ...mayDo('schedule', 'startExam', 'upload'),
    {
      action: 'startCourse',
      allowed: true,
      finishBy: inSixMonths,
    } satisfies ExamAction,
  ],
};
const running = {
  sessionType: '99',
  online_exam_started: started,
  online_exam_resume_until: new Date(steadyNow().getTime() + 23 * 3_600_000).toISOString(),
} as const;
const graded = {
  status: 'graded',
  examTaken: true,
  examTakenDate: '2026-09-08',
} as const;

/** A registration in every state of the list, by the session type where that makes a difference. */
const states: readonly Partial<Exam>[] = [
  {},
  {
    admin_cancel_session_date: yesterday,
    admin_cancel_session_reason_code: 'CP',
  },
  { status: 'scheduled', sessionType: '21', testSessionId: 1 },
  { status: 'scheduled', sessionType: '22', testSessionId: 2, actions: inRoom },
  { status: 'scheduled', sessionType: '23', testSessionId: 3, actions: inRoom },
  {
    status: 'scheduled',
    sessionType: '99',
    testSessionId: 4,
    proctorUuid: 'u',
  },
  {
    status: 'online_access',
    sessionType: '99',
    testSessionId: 4,
    proctorUuid: 'u',
  },
  { ...course, status: 'course_started' },
  { ...course, status: 'course_completed', online_program_completed: started },
  { status: 'online_started', ...running },
  { status: 'disconnected', ...running },
  { status: 'taken', examTaken: true, examTakenDate: yesterday },
  { status: 'taken', examTaken: true, examTakenDate: '2020-01-02' },
  { ...graded, grade: '91', gradeComment: 'Pass' },
  { ...graded, gradeComment: 'Fail', is_retake_dates: '2025-03-02*51*Fail' },
  { ...graded, gradeComment: 'Disqualified' },
  { isOldSystemReg: true },
];
const session = (over: Partial<Session>): Partial<Session> => ({
  sessionType: '21',
  ...hoursFromNow(100),
  branchName: 'Brooklyn',
  address: '1630 East 14th Street',
  city: 'Brooklyn',
  ...over,
});
const { date: lastDate } = hoursFromNow(200);
const sessions: readonly Partial<Session>[] = [
  session({ testSessionId: 1 }),
  session({
    ...hoursFromNow(-1),
    testSessionId: 2,
    sessionType: '22',
    schoolId: 151,
    schoolName: 'Bais Chana Seminary',
    session_last_date: lastDate,
  }),
  session({
    testSessionId: 3,
    sessionType: '23',
    shipDate: yesterday,
    returnDueDate: lastDate,
    session_last_date: lastDate,
    firstName: 'Miriam',
  }),
];

/** Sets these states in the first exams of the list. */
export async function withStates(page: Page): Promise<void> {
  await changed<{ exams: Exam[] }>(page, 'getAllExamsAccordingStudent', (list) => {
    const free = list.exams.filter(
      ({ registration_id, fitRequirements }) => registration_id === null && fitRequirements,
    );
    const stateOf = new Map(
      states.map((state, at) => [
        free[at]?.id,
        {
          registration_id: 900_000 + at,
          status: 'registered',
          vendor_id: 4,
          assignments: false,
          actions: everything,
          ...state,
        },
      ]),
    );
    return {
      ...list,
      exams: list.exams.map((exam) => ({ ...exam, ...stateOf.get(exam.id) }) as Exam),
    };
  });
  await changed(page, 'getSessionsByStudentId', () => sessions);
  await given(page, 'getOotSessionInfo', sessions[2]);
  await given(page, 'getCoopersmithAssignments', { assignments: [] });
  const progress = {
    onlineAccess: false,
    online_exam_started: null,
    examTaken: false,
    programCompleted: false,
    online_program_completed: null,
  };
  await given(page, 'checkOnlineAccess', progress);
  await given(page, 'checkProgramCompleted', progress);
}
