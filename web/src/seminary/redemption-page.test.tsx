import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import { RedemptionPage } from './redemption-page.tsx';

afterEach(cleanup);

const chana = {
  id: 5,
  firstName: 'Chana',
  lastName: 'Weiss',
  seminaryName: 'Machon Rivka',
  seminaryYear: 2024,
  examsCount: 2,
  redeemed_exams: null,
  redeemedExams: [],
};
const hebrew = {
  subject: 'Biblical Hebrew',
  courseNumber: 'HEB-101',
  numCredits: 3,
  examActualTakenDate: '2025-02-03',
  examTakenDate: null,
  grade: '91',
};
const open = {
  courses: [hebrew],
  sumNeededCredits: 0,
  hasPendingGrade: false,
  hasRegistrationNotComplete: false,
  redeemFrom: '2025-06-01',
  canRedeem: true,
  redeemBlock: null,
};
const MATCH = '/api/admin/findSeminaryStudentMatchingJSEStudent';
const RELEASE = '/api/TalReleaseExams';

function start(replies: Record<string, Reply | Reply[]> = {}, role = 'ROLE_ADMIN') {
  signInAs(role);
  const got = fakePortal({
    [MATCH]: { answer: { msg: null, seminaryStudent: chana, exactMatch: true } },
    '/api/getRedeemableCourses': { answer: open },
    ...replies,
  });
  show(
    <StudentInView id={12}>
      <RedemptionPage />
    </StudentInView>,
    { path: '/admin/seminaryStudentRedemption/12' },
  );
  return got;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = async () => within(await screen.findByRole('dialog'));

test("a confirmed student's exams are redeemed after a confirmation", async () => {
  const done = { ...hebrew, examTakenDate: '2026-11-22' };
  const got = start({
    [RELEASE]: { answer: { msg: 'The exams were redeemed.', exams: [done] } },
  });
  await screen.findByText('2024-2025');
  await press('Continue');
  await screen.findByText('Biblical Hebrew');
  await press('Redeem Exams');
  const dialog = await inDialog();
  dialog.getByText('This cannot be undone.');
  dialog.getByText('Biblical Hebrew, HEB-101, 3 credits');
  await userEvent.click(dialog.getByRole('button', { name: 'Redeem Exams' }));
  await screen.findByText('The exams were redeemed.');
  screen.getByText('11/22/2026');
  expect(screen.queryByRole('button', { name: 'Discard Exams' })).toBeNull();
  expect(got.find(({ path }) => path === RELEASE)?.body).toEqual({
    student_id: 12,
    seminaryStudentId: 5,
    release: true,
  });
});

test('shows that the student is the wrong one, or has no match', async () => {
  start();
  await press('wrong student');
  await screen.findByText(/^Wrong student\. .* Please contact your administrator\.$/);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  cleanup();
  start({
    [MATCH]: {
      answer: { msg: 'Wrong student. Nobody.', seminaryStudent: null, exactMatch: false },
    },
  });
  await screen.findByText('Wrong student. Nobody.');
});

test('shown reasons disable the button; missing credits can be bought', async () => {
  const block = 'The exams can be redeemed from 06/01/2025.';
  start({
    '/api/getRedeemableCourses': {
      answer: { ...open, sumNeededCredits: 4, canRedeem: false, redeemBlock: block },
    },
  });
  await press('Continue');
  await screen.findByText(block);
  const redeem = screen.getByRole<HTMLButtonElement>('button', { name: 'Redeem Exams' });
  expect(redeem.disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Buy 4 credits' }).getAttribute('href')).toBe(
    '/admin/packages/12?dialog=buy-credits&of=4',
  );
});

test('while a grade is pending nothing is bought; an advisor buys nothing at all', async () => {
  const pending = { ...open, sumNeededCredits: 4, hasPendingGrade: true, canRedeem: false };
  start({ '/api/getRedeemableCourses': { answer: pending } });
  await press('Continue');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Buy' })).disabled).toBe(
    true,
  );
  cleanup();
  start(
    { '/api/getRedeemableCourses': { answer: { ...pending, hasPendingGrade: false } } },
    'ROLE_ADVISOR',
  );
  await press('Continue');
  await screen.findByText('Biblical Hebrew');
  expect(screen.queryByRole('link', { name: /^Buy/ })).toBeNull();
});

test('shows that a student has no redeemable exams, which can be discarded', async () => {
  const got = start({
    '/api/getRedeemableCourses': {
      answer: {
        ...open,
        courses: [],
        canRedeem: false,
        redeemBlock: 'Student has no redeemable exams.',
      },
    },
    [RELEASE]: { answer: { msg: 'The exams were discarded.', exams: [hebrew] } },
  });
  await press('Continue');
  await screen.findByText('Student has no redeemable exams.');
  await press('Discard Exams');
  const dialog = await inDialog();
  await userEvent.click(dialog.getByRole('button', { name: 'Discard Exams' }));
  await screen.findByText('The exams were discarded.');
  expect(got.find(({ path }) => path === RELEASE)?.body).toMatchObject({ release: false });
});

test('a refusal is shown in a message that is closed', async () => {
  start({
    [RELEASE]: { status: 409, code: 'pending_grade', detail: 'There are pending grades' },
  });
  await press('Continue');
  await press('Redeem Exams');
  await userEvent.click((await inDialog()).getByRole('button', { name: 'Redeem Exams' }));
  const message = await inDialog();
  await message.findByText('There are pending grades');
  await userEvent.click(message.getByText('Close'));
  await screen.findByRole('button', { name: 'Redeem Exams' });
});
