import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { exam } from '../shared/api/pact/records.ts';
import { mayDo } from '../shared/exams/testing.ts';

const noExam: Exam = {
  ...exam,
  vendor_id: 4,
  vendor_name: 'CIS',
  vendor_fullname: 'Council for Independent Study',
  secularNumber: 'CIS-101',
  content_code: 'CIS-101-E',
  examProctorCode: 'PR-101',
  study_materials: [
    {
      id: 1,
      file_type: 'StudyGuide',
      display_title: 'Study guide: Biology',
      url: '/study-material/1',
      last_updated_date: '2026-04-25',
    },
    {
      id: 2,
      file_type: 'other',
      display_title: 'Reading list',
      url: '/study-material/2',
      last_updated_date: null,
    },
  ],
  additionalCharge: 0,
  chargeAdditionalCharge: false,
};

/** An exam that the student has not registered, for tests. */
export const anExam = (over: Partial<Exam> = {}): Exam => ({ ...noExam, ...over });

/** The same exam, registered. */
export const aRegistered = (over: Partial<Exam> = {}): Exam =>
  anExam({
    registration_id: 9001,
    status: 'registered',
    actions: mayDo('schedule', 'cancel', 'startExam'),
    ...over,
  });

/** A session at a branch, for tests. */
export const aSessionOf = (over: Partial<Session> = {}): Session =>
  ({
    testSessionId: 77,
    sessionType: '21',
    date: '2099-07-10',
    testSessionTime: '09:30',
    title: null,
    locationName: 'Brooklyn',
    branchName: 'Brooklyn',
    city: 'Brooklyn',
    address: '1630 East 14th Street',
    schoolId: null,
    schoolName: null,
    closed: false,
    remainingSeats: 11,
    hasASeat: false,
    durationLeft: 210,
    returnDueDate: null,
    shipDate: null,
    session_last_date: null,
    proctor_fee_kept_until: null,
    firstName: null,
    lastName: null,
    phone: null,
    ...over,
  }) as Session;
