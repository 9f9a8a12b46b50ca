import { afterEach, jest } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import { cleanup, within } from '@testing-library/react';
import { StudentInView } from '../../shared/api/student-for-staff.tsx';
import { fakePortal, type Reply, show } from '../../shared/testing.tsx';
import type { Dialogs } from './exam-dialogs.tsx';
import { ExamsPage } from './exams-page.tsx';

/** Notes the ids of the elements that were scrolled into view. */
export const scrolled = jest.fn();

/** Unmounts the page after each test, and records scrolled elements. */
export function withExamsPage(): void {
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    scrolled(this.id);
  };
  afterEach(() => {
    cleanup();
    scrolled.mockClear();
  });
}

/** Six generic credits. */
export const credits = {
  totalCredits: 6,
  creditsDetails: { '1,4': 0, '3': 0, generic: 6 },
  pricePerCredit: 42,
  standardProctorFee: 15,
  specialPackages: [],
  examAllowedPackage: null,
  examAllowedPckCreditBalance: 0,
  examAllowedPackages: [],
  freeCreditForSeminaryStudyRetakes: 0,
  vendorSpecificPackage: false,
  packageBuyingDisabled: false,
};
const nothing = () => null;
/** Dialogs that draw nothing, the booking apart. */
export const dialogs: Dialogs = {
  Book: ({ exam, registered }) => (
    <p>{[`booking ${exam.subject}`, registered].filter(Boolean).join(', ')}</p>
  ),
  Leave: nothing,
  StartExam: nothing,
  StartCourse: nothing,
  Assignments: nothing,
  OnlineWatch: nothing,
};

interface PageFixture {
  exams: readonly Exam[];
  sessions?: readonly Session[];
  at?: string;
  replies?: Record<string, Reply | Reply[]>;
  /** The office looks at the student's exams. */
  isForStaff?: boolean;
}
/** Shows the page with these exams, and returns its requests to the portal. */
export function open({
  exams,
  sessions = [],
  at = '/',
  replies = {},
  isForStaff = false,
}: PageFixture) {
  const got = fakePortal({
    '/api/getAllExamsAccordingStudent': { answer: { exams, memberHasntRegistered2years: false } },
    '/api/getSessionsByStudentId': { answer: sessions },
    '/api/getCreditsInfo': { answer: credits },
    '/api/getStudentInfo': {
      answer: { student: { collegeId: 1, gender: '2' }, creditsInfo: credits },
    },
    '/api/getWaitingList': { answer: { entries: [], offerHours: 24 } },
    '/api/getCoopersmithAssignments': { answer: { assignments: [] } },
    ...replies,
  });
  const page = <ExamsPage dialogs={dialogs} />;
  show(
    <main tabIndex={-1}>{isForStaff ? <StudentInView id={12}>{page}</StudentInView> : page}</main>,
    { at },
  );
  return got;
}
/** The row of an exam. */
export const rowOf = (id = 101) => within(document.getElementById(`exam-${id}`) as HTMLElement);
