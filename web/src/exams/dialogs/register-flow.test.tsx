import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { fakePortal, show } from '../../shared/testing.tsx';
import { anExam } from '../testing.ts';
import { RegisterFlow } from './register-flow.tsx';

afterEach(cleanup);

const credits = {
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
const hasCourse = { hasAlternateCourseVersion: true };

test.each([
  { of: { ...hasCourse, courseCollegeId: 269 }, collegeId: 269, isWarned: true },
  { of: { ...hasCourse, courseCollegeId: 269 }, collegeId: 234, isWarned: false },
  { of: { ...hasCourse, courseCollegeId: 269 }, collegeId: null, isWarned: false },
  { of: { ...hasCourse, courseCollegeId: null }, collegeId: 234, isWarned: true },
  { of: {}, collegeId: 269, isWarned: false },
])(
  'of the course version for college $of.courseCollegeId a student of $collegeId hears: $isWarned (R-112)',
  async ({ of, collegeId, isWarned }) => {
    fakePortal({
      '/api/getCreditsInfo': { answer: credits },
      '/api/getStudentInfo': { answer: { student: { collegeId } } },
      '/api/getAllExamsAccordingStudent': {
        answer: { exams: [], memberHasntRegistered2years: false },
      },
    });
    show(
      <RegisterFlow
        exam={anExam(of)}
        isPressed={false}
        onSettled={() => {}}
        onSchedule={() => {}}
        onClose={() => {}}
      />,
    );
    await screen.findByRole('button', { name: isWarned ? 'Continue' : 'Register' });
    expect(screen.queryByText(/course version of this exam/) !== null).toBe(isWarned);
  },
);
