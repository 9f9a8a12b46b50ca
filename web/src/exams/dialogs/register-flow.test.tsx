import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { twelve, visa } from '../../shared/payments/testing.ts';
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
  'a student of $collegeId sees a warning for the course of $of.courseCollegeId: $isWarned (R-112)',
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

const totals = {
  totCreditsAvailable: 12,
  totCreditsDetails: { '1,4': 0, '3': 0, generic: 12 },
  examAllowedPackages: [],
};

test.each([
  { what: 'is registered', answer: 'registered' },
  { what: 'cannot be registered', answer: 'refused' },
] as const)(
  'the credits of a package do not turn a payment into GET if its exam $what a moment later',
  async ({ answer }) => {
    const exam = anExam();
    fakePortal({
      '/api/getCreditsInfo': [
        {
          answer: {
            ...credits,
            totalCredits: 0,
            creditsDetails: { '1,4': 0, '3': 0, generic: 0 },
          },
        },
        {
          answer: {
            ...credits,
            totalCredits: 12,
            creditsDetails: { '1,4': 0, '3': 0, generic: 12 },
          },
        },
      ],
      '/api/getStudentInfo': { answer: { student: { collegeId: 234 } } },
      '/api/getAllExamsAccordingStudent': {
        answer: { exams: [exam], memberHasntRegistered2years: false },
      },
      '/api/getPackagesTypesToDisplay': { answer: { packages: [twelve], adminOnlyPackages: [] } },
      '/api/getPaymentMethods': { answer: [visa] },
      '/api/purchasePackageWithProfile': {
        answer: { ...totals, successMessage: 'Thank you.', paymentMethod: null },
      },
    });
    const answers = globalThis.fetch;
    let registers = () => {};
    const requests: string[] = [];
    globalThis.fetch = async (address, init) => {
      if (!String(address).startsWith('/api/onlineExamRegistration')) return answers(address, init);
      requests.push(String(address));
      await new Promise<void>((resolve) => {
        registers = resolve;
      });
      if (answer === 'registered')
        return Response.json({ ...totals, exam, registrationId: 9001, error: null });
      const refusal = { type: 'about:blank', title: '', status: 409, code: 'exam_gone' };
      return new Response(JSON.stringify({ ...refusal, detail: 'It has just gone.' }), {
        status: 409,
        headers: { 'content-type': 'application/problem+json' },
      });
    };
    show(
      <RegisterFlow
        exam={exam}
        isPressed
        onSettled={() => {}}
        onSchedule={() => {}}
        onClose={() => {}}
      />,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy credits and register' }));
    await userEvent.click(await dialog.findByRole('radio', { name: /Package of 12/ }));
    await dialog.findByRole('radio', { name: /Visa ending in 1111/ });
    await userEvent.click(dialog.getByRole('checkbox', { name: /terms|refundable/i }));
    await userEvent.click(dialog.getByRole('button', { name: 'Pay' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    await dialog.findByText('12', { selector: 'dd' }); // the credits have come
    screen.getByRole('dialog', { name: 'Buy credits and register' });
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
    registers();
    await screen.findByText(
      answer === 'registered'
        ? 'Your receipt is on its way by email.'
        : new RegExp(
            '^Your payment was received and the credits were added to your account\\. ' +
              'It has just gone\\.',
          ),
    );
    expect(requests).toHaveLength(1);
  },
);
