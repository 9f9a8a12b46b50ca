import type { Exam } from '@portal/contract/exam';
import type { Session } from '@portal/contract/sessions';

const noExam = {
  id: 101,
  subject: 'Biology',
  vendor_id: 4,
  vendor_name: 'CIS',
  vendor_fullname: 'Council for Independent Study',
  secularNumber: 'CIS-101',
  alt1: null,
  alt2: null,
  alt3: null,
  credits: 3,
  examDuration: 120,
  allowed_resources: null,
  online_only: false,
  paper_only: false,
  assignments: false,
  content_code: 'CIS-101-E',
  program_content_code: null,
  examProctorCode: 'PR-101',
  hasAlternateCourseVersion: false,
  phonesystem_active: true,
  study_materials: [
    { id: 1, file_type: 'StudyGuide', display_title: 'Study guide: Biology', url: 'https://m.test/1.pdf', last_updated_date: '2026-04-25' },
    { id: 2, file_type: 'other', display_title: 'Reading list', url: 'https://m.test/2.pdf', last_updated_date: null },
  ],
  additionalCharge: 0,
  registration_id: null,
  status: 'none',
  testSessionId: null,
  sessionType: null,
  isOldSystemReg: false,
  fitRequirements: true,
  freeSeminaryRetake: false,
  proctor_fee_price: 15,
  proctor_fee_if_moved: 0,
  isFreeAdditionnalFees: false,
  chargeAdditionalCharge: false,
  proctor_reserved: false,
  proctorUuid: null,
  onlineAccess: false,
  online_exam_started: null,
  online_program_started: null,
  online_program_completed: null,
  online_ampeducator_assignments_started: null,
  examTaken: false,
  examTakenDate: null,
  grade: null,
  gradeComment: null,
  is_retake_dates: null,
  coopersmithExamTakenAssignmentsIncomplete: false,
  admin_cancel_session_date: null,
  admin_cancel_session_reason_code: null,
};

/** An exam that the student has not registered, for tests. */
export const anExam = (over: Partial<Exam> = {}): Exam => ({ ...noExam, ...over }) as Exam;

/** The same exam, registered. */
export const aRegistered = (over: Partial<Exam> = {}): Exam => anExam({ registration_id: 9001, status: 'registered', ...over });

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
    firstName: null,
    lastName: null,
    phone: null,
    ...over,
  }) as Session;
