import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { screen, waitFor } from '@testing-library/react';
import { mayDo, mayNot } from '../../shared/exams/testing.ts';
import { aRegistered, aSessionOf } from '../testing.ts';
import { open, rowOf, withExamsPage } from './testing.tsx';

withExamsPage();

/**
 * The words of a row's buttons, without the one that opens it and the one that unfolds its details.
 */
const buttonsOf = (id = 101): (string | null)[] =>
  rowOf(id)
    .getAllByRole('button')
    .slice(1)
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Study materials and details' && text !== 'Email study materials');

const hoursFromNow = (hours: number) => {
  const [day = '', time = ''] = new Date(TEST_NOW.getTime() + hours * 3_600_000)
    .toLocaleString('sv', { timeZone: 'America/New_York' })
    .split(' ');
  return { date: day, testSessionTime: time.slice(0, 5) };
};
const ahead = aSessionOf(hoursFromNow(100));
const begun = aSessionOf(hoursFromNow(-1));
const inRoom = {
  sessionType: '22',
  schoolId: 151,
  schoolName: 'Bais Chana Seminary',
  session_last_date: hoursFromNow(100).date,
} as const;
const course = { vendor_id: 3, assignments: true, program_content_code: 'P-101' } as const;
const booked = { status: 'scheduled', testSessionId: 77, sessionType: '21' } as const;
const atHome = {
  status: 'scheduled',
  testSessionId: 99,
  sessionType: '99',
  proctorUuid: 'u',
} as const;
const started = new Date(TEST_NOW.getTime() - 3_600_000).toISOString();
const yesterday = hoursFromNow(-24).date;
const inSixMonths = new Date(TEST_NOW.getTime() + 180 * 24 * 3_600_000).toISOString();
const running = {
  online_exam_started: started,
  online_exam_resume_until: new Date(TEST_NOW.getTime() + 23 * 3_600_000 + 30_000).toISOString(),
  actions: mayDo('startExam'),
};
const inPersonOrAtHome = mayDo('schedule', 'cancel', 'startExam');
const leftToTheOffice = [
  mayNot('schedule', 'office_only'),
  mayNot('cancelSession', 'office_only'),
  mayNot('cancel', 'office_only', 'Please call the office to cancel this exam.'),
  mayNot('startExam', 'session_not_open'),
];
const startedInRoom = [...mayDo('startExam'), ...leftToTheOffice.slice(0, 3)];

interface State {
  state: string;
  of: Partial<Exam>;
  session?: Session;
  buttons: string[];
  says?: (string | RegExp)[];
}
const states: State[] = [
  {
    state: 'registered',
    of: { actions: inPersonOrAtHome },
    buttons: ['Schedule', 'Start exam online', 'Cancel exam'],
    says: ['Registered'],
  },
  {
    state: 'registered, online only',
    of: { online_only: true, actions: mayDo('startExam', 'cancel') },
    buttons: ['Start exam online', 'Cancel exam'],
  },
  {
    state: 'registered, paper only',
    of: { paper_only: true, actions: mayDo('schedule', 'cancel') },
    buttons: ['Schedule', 'Cancel exam'],
  },
  {
    state: 'registered, not online',
    of: { content_code: null, actions: mayDo('schedule', 'cancel') },
    buttons: ['Schedule', 'Cancel exam'],
  },
  {
    state: 'registered, its school session to be taken online',
    of: {
      admin_cancel_session_date: yesterday,
      admin_cancel_session_reason_code: 'CP',
      actions: inPersonOrAtHome,
    },
    buttons: ['Start exam online', 'Schedule', 'Cancel exam'],
    says: [/Please re-schedule\..*This school session should be taken online/],
  },
  {
    state: 'registered, a course before it',
    of: { ...course, actions: mayDo('cancel', 'startCourse', 'upload') },
    buttons: ['Start course online', 'Cancel exam'],
  },
  {
    state: 'scheduled at a location',
    of: { ...booked, actions: mayDo('schedule', 'cancelSession', 'cancel') },
    session: ahead,
    buttons: ['Cancel session', 'Reschedule', 'Cancel exam'],
    says: ['Sign in 15 minutes before', 'Brooklyn, 1630 East 14th Street, Brooklyn'],
  },
  {
    state: 'scheduled, begun',
    of: { ...booked, actions: leftToTheOffice },
    session: begun,
    buttons: ['Cancel exam'],
  },
  {
    state: 'scheduled in a school before its time',
    of: { ...booked, sessionType: '22', actions: leftToTheOffice },
    session: { ...ahead, ...inRoom },
    buttons: ['Cancel exam'],
    says: ['Bais Chana Seminary, 1630 East 14th Street, Brooklyn', /Last date/],
  },
  {
    state: 'scheduled in a school, in its window',
    of: { ...booked, sessionType: '22', actions: startedInRoom },
    session: { ...begun, ...inRoom },
    buttons: ['Start exam online', 'Cancel exam'],
  },
  {
    state: 'scheduled in a school without the button',
    of: { ...booked, sessionType: '22', actions: leftToTheOffice },
    session: { ...begun, ...inRoom, schoolId: 7 },
    buttons: ['Cancel exam'],
  },
  {
    state: 'shipped',
    of: { ...booked, sessionType: '23', actions: startedInRoom },
    session: {
      ...begun,
      ...inRoom,
      sessionType: '23',
      shipDate: '2026-11-01',
      returnDueDate: '2026-12-01',
    },
    buttons: ['Start exam online', 'Cancel exam'],
    says: [
      'Bring your ID and $25.00 to pay the proctor.',
      /Ship date/,
      /Last date/,
      /Due back on/,
      'Contact: Miriam Stern, 1 42 72',
    ],
  },
  {
    state: 'scheduled online',
    of: { ...atHome, actions: mayDo('schedule', 'cancelSession', 'cancel', 'startExam') },
    buttons: ['Open proctoring', 'Cancel session', 'Cancel exam'],
    says: ['Online'],
  },
  {
    state: 'let in',
    of: { ...atHome, status: 'online_access', actions: mayDo('cancel', 'startExam') },
    buttons: ['Start exam online', 'Cancel exam'],
    says: ['You can start your exam.'],
  },
  {
    state: 'course started',
    of: {
      ...course,
      status: 'course_started',
      online_program_started: started,
      actions: [
        { action: 'startCourse', allowed: true, finishBy: inSixMonths },
        ...mayDo('upload'),
      ],
    },
    buttons: ['Continue course', 'Assignments', 'Upload'],
    says: ['Started', /Exam and assignments must be completed by/],
  },
  {
    state: 'course completed',
    of: {
      ...course,
      status: 'course_completed',
      online_program_started: started,
      online_program_completed: started,
      actions: mayDo('schedule', 'startExam', 'startCourse', 'upload'),
    },
    buttons: ['Schedule', 'Start exam online', 'Assignments', 'Upload'],
    says: ['You can take the exam now.'],
  },
  {
    state: 'exam running',
    of: { ...atHome, status: 'online_started', ...running },
    buttons: ['Continue exam'],
    says: [/2[23] h \d+ min left/],
  },
  {
    state: 'cut off',
    of: { ...atHome, status: 'disconnected', ...running },
    buttons: ['Continue exam'],
    says: [/2[23] h \d+ min left.*Your connection was lost\./],
  },
  {
    state: 'taken',
    of: {
      status: 'taken',
      examTaken: true,
      examTakenDate: yesterday,
      actions: mayDo('register'),
    },
    buttons: [],
    says: ['Pending', /Taken /],
  },
  {
    state: 'taken long ago',
    of: {
      status: 'taken',
      examTaken: true,
      examTakenDate: '2020-01-02',
      actions: mayDo('register'),
    },
    buttons: [],
    says: ['Unavailable'],
  },
  {
    state: 'taken, assignments open',
    of: {
      ...course,
      status: 'taken',
      examTaken: true,
      examTakenDate: yesterday,
      online_program_started: started,
      coopersmithExamTakenAssignmentsIncomplete: true,
      actions: mayDo('startCourse', 'upload', 'register'),
    },
    buttons: ['Assignments', 'Upload'],
    says: ['Pending', 'Your grade waits for your assignments.'],
  },
  {
    state: 'passed',
    of: {
      status: 'graded',
      examTaken: true,
      examTakenDate: '2026-10-20',
      grade: '91',
      gradeComment: 'Pass',
      actions: mayDo('register'),
    },
    buttons: ['Retake'],
    says: ['Pass, 91', 'Taken Oct 20, 2026'],
  },
  {
    state: 'failed',
    of: {
      status: 'graded',
      examTaken: true,
      examTakenDate: '2026-09-08',
      gradeComment: 'Fail',
      is_retake_dates: '2025-03-02*51*Fail',
      actions: mayDo('register'),
    },
    buttons: ['Retake'],
    says: ['Fail', 'Mar 2, 2025, Fail, 51'],
  },
  {
    state: 'disqualified',
    of: {
      status: 'graded',
      examTaken: true,
      examTakenDate: '2026-09-08',
      gradeComment: 'Disqualified',
      actions: mayDo('register'),
    },
    buttons: ['Retake'],
    says: ['Disqualified'],
  },
  {
    state: 'of the old system',
    of: { isOldSystemReg: true, actions: leftToTheOffice },
    buttons: [],
    says: ['-', /old system/],
  },
  {
    state: 'graded in the old system',
    of: {
      isOldSystemReg: true,
      actions: mayDo('register'),
      status: 'graded',
      examTaken: true,
      examTakenDate: '2019-09-08',
      grade: '80',
      gradeComment: 'Pass',
    },
    buttons: [],
    says: ['Pass, 80'],
  },
];

test.each(states)(
  'a row that is $state shows $buttons',
  async ({ of, session, buttons, says = [] }) => {
    open({
      exams: [aRegistered(of)],
      sessions: session ? [session] : [],
      at: '/?myexams=101',
      replies: {
        '/api/getOotSessionInfo': {
          answer: { ...session, firstName: 'Miriam', lastName: 'Stern', phone: '1 42 72' },
        },
      },
    });
    await screen.findByRole('heading', { name: 'My Exams', level: 1 });
    await waitFor(() => expect(document.querySelector('#exam-101 [data-open]')).not.toBeNull());
    await waitFor(() => expect(buttonsOf()).toEqual(buttons));
    for (const text of says)
      if (typeof text === 'string')
        await waitFor(() => expect(rowOf().getAllByText(text).length).toBeGreaterThan(0));
      else
        await waitFor(() => expect(document.getElementById('exam-101')?.textContent).toMatch(text));
  },
);
