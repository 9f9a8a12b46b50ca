import { describe, expect, test } from '@jest/globals';
import type { ActionName } from '@portal/contract/exams/action-of';
import type { ExamAction } from '@portal/contract/exams/actions';
import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';
import type { Page, Route } from 'playwright-core';
import { examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { aStudent } from '../../../people/students.ts';
import { type Device, devices, journey, type Screen } from '../../browser/screen.ts';
import { openAs, openMenu, rowOf, show, typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** What is asked of the page, in the page; Node has no document. */
declare const document: {
  readonly activeElement: {
    readonly textContent: string;
    closest(selector: string): { readonly id: string } | null;
  } | null;
};

withBrowser();

/**
 * Screens that a student comes to seldom. The answers of the portal are changed on their way, so
 * that each of them is seen.
 */
const seldom = /status of (4|5)\d\d/;

const answer = (route: Route, body: unknown, status = 200): Promise<void> =>
  route.fulfill({
    status,
    contentType: status < 400 ? 'application/json' : 'application/problem+json',
    body: JSON.stringify(body),
  });
const refuse = (
  page: Page,
  path: string,
  status: number,
  code: string,
  detail: string,
): Promise<unknown> =>
  page.route(`**${path}`, (route) =>
    answer(route, { type: 'about:blank', title: '', status, code, detail }, status),
  );
const changed = <Body>(page: Page, path: string, change: (body: Body) => Body): Promise<unknown> =>
  page.route(`**${path}`, async (route) => {
    const real = await route.fetch();
    await answer(route, change((await real.json()) as Body));
  });

const hoursFromNow = (hours: number) => {
  const [date = '', time = ''] = new Date(Date.now() + hours * 3_600_000)
    .toLocaleString('sv', { timeZone: 'America/New_York' })
    .split(' ');
  return { date, testSessionTime: time.slice(0, 5) };
};
const started = new Date(Date.now() - 3_600_000).toISOString();
const yesterday = hoursFromNow(-24).date;
const mayDo = (...names: ActionName[]): ExamAction[] =>
  names.map((action) => ({ action, allowed: true }));
const everything = mayDo('schedule', 'cancelSession', 'cancel', 'startExam', 'register');
const inRoom = [
  ...mayDo('startExam'),
  { action: 'cancel', allowed: false, code: 'office_only', reason: 'Please call the office.' },
] satisfies ExamAction[];
const inSixMonths = new Date(Date.now() + 180 * 24 * 3_600_000).toISOString();
const course = {
  vendor_id: 3,
  assignments: true,
  program_content_code: 'P',
  online_program_started: started,
  actions: [
    ...mayDo('schedule', 'startExam', 'upload'),
    { action: 'startCourse', allowed: true, finishBy: inSixMonths } satisfies ExamAction,
  ],
};
const running = {
  sessionType: '99',
  online_exam_started: started,
  online_exam_resume_until: new Date(Date.now() + 23 * 3_600_000).toISOString(),
} as const;
const graded = { status: 'graded', examTaken: true, examTakenDate: '2026-09-08' } as const;

/** A registration in every state of the list, by the session type where that makes a difference. */
const states: readonly Partial<Exam>[] = [
  {},
  { admin_cancel_session_date: yesterday, admin_cancel_session_reason_code: 'CP' },
  { status: 'scheduled', sessionType: '21', testSessionId: 1 },
  { status: 'scheduled', sessionType: '22', testSessionId: 2, actions: inRoom },
  { status: 'scheduled', sessionType: '23', testSessionId: 3, actions: inRoom },
  { status: 'scheduled', sessionType: '99', testSessionId: 4, proctorUuid: 'u' },
  { status: 'online_access', sessionType: '99', testSessionId: 4, proctorUuid: 'u' },
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

/** Gives the first exams of the list these states; signs in and waits for the list. */
async function withStates({ page }: Screen): Promise<void> {
  await changed<{ exams: Exam[] }>(page, '/api/getAllExamsAccordingStudent', (list) => {
    const free = list.exams.filter(
      ({ registration_id, fitRequirements }) => registration_id === null && fitRequirements,
    );
    const given = new Map(
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
      exams: list.exams.map((exam) => ({ ...exam, ...given.get(exam.id) }) as Exam),
    };
  });
  await changed(page, '/api/getSessionsByStudentId', () => sessions);
  await page.route('**/api/getOotSessionInfo*', (route) => answer(route, sessions[2]));
  await page.route('**/api/getCoopersmithAssignments', (route) =>
    answer(route, { assignments: [] }),
  );
  await page.route('**/api/check*', (route) =>
    answer(route, {
      onlineAccess: false,
      online_exam_started: null,
      examTaken: false,
      programCompleted: false,
      online_program_completed: null,
    }),
  );
}

describe.each(Object.keys(devices) as Device[])('on a %s', (device) => {
  test('rows in every state, closed, open and unfolded', async () => {
    const student = await aStudent({ credits: 8 });
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await withStates(screen);
        await openAs(screen, student, '/?myexams=');
        await page.getByRole('heading', { name: /^Taken \d/ }).waitFor();
        await page.getByRole('button', { name: 'Study materials and details' }).first().click();
        await page.getByRole('button', { name: 'Email study materials' }).first().waitFor();
        for (const row of await page
          .getByRole('region', { name: 'Taken' })
          .locator('> ul > li button[aria-expanded]')
          .all())
          await row.click();
        await screen.look('my-exams-every-state');
        await show(screen, 'View all');
        await page.getByRole('heading', { name: 'All Exams' }).waitFor();
        await screen.look('all-exams-every-state');
        await page
          .getByRole('button', { name: /^Retake/ })
          .first()
          .click();
        await page.getByRole('dialog', { name: 'Register a retake' }).waitFor();
        await screen.look('retake');
      },
      seldom,
    );
  });

  test('waiting, failing and empty pages', async () => {
    const student = await aStudent({ credits: 8 });
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/exam-protocol');
        await page.getByRole('heading', { name: 'Exam protocol', level: 1 }).waitFor();
        await screen.look('exam-protocol');
        await page.goto('/admin/error/1');
        await page.getByRole('heading', { name: 'Student is denied registration' }).waitFor();
        await screen.look('denied');

        for (const path of [
          '/api/getAllExamsAccordingStudent',
          '/api/getPackagesTypesToDisplay',
          '/api/getPaymentMethods',
        ])
          await refuse(page, path, 500, 'internal', 'Something went wrong. Please try again.');
        await page.goto('/');
        await page.getByText('Error: Something went wrong. Please try again.').waitFor();
        await screen.look('exams-failed');
        await page.unroute('**/api/getAllExamsAccordingStudent');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('button', { name: /^GET/ }).first().waitFor();
        await page.goto('/myaccount');
        await page.getByText('Something went wrong. Please try again.').waitFor();
        await screen.look('cards-failed');
        await page.goto('/packages');
        await page.getByText('Something went wrong. Please try again.').waitFor();
        await screen.look('packages-failed');

        await page.unroute('**/api/getPackagesTypesToDisplay');
        await changed<object>(page, '/api/getCreditsInfo', (credits) => ({
          ...credits,
          packageBuyingDisabled: true,
          vendorSpecificPackage: true,
          creditsDetails: { '1,4': 3, '3': 1, generic: 2 },
          specialPackages: [{ id: 1, display_name: 'Summer program' }],
        }));
        await page.goto('/packages');
        await page.getByText('Please call the office to buy credits.').waitFor();
        expect(await page.getByRole('button', { name: 'Buy single credits' }).isDisabled()).toBe(
          true,
        );
        await screen.look('packages-disabled');
        await openMenu(screen);
        await page.getByText('Summer program').first().waitFor();
        await screen.look('menu-special-packages');
      },
      seldom,
    );
  });

  test('a card is added on the account, and single credits are bought with it', async () => {
    const student = await aStudent();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/myaccount');
        await page.getByRole('button', { name: 'Add card' }).click();
        const add = page.getByRole('dialog', { name: 'Add card' });
        await add.getByRole('button', { name: 'Save' }).click();
        await add.getByText('Please fill in all the fields accurately.').waitFor();
        await screen.look('add-card-wrong');
        const last4 = await typeCard(add);
        await add.getByRole('button', { name: 'Save' }).click();
        await page.getByText(`The Visa ending in ${last4} was saved.`).waitFor();
        await screen.look('card-added');
        await page.goto('/packages');
        await page.getByRole('button', { name: 'Buy single credits' }).click();
        await page
          .getByRole('dialog', { name: 'Buy credits' })
          .getByText(`Visa ending in ${last4}`)
          .waitFor();
        await screen.look('buy-single-credits');
      },
      seldom,
    );
  });

  test('a registration that is refused, a cancel with its refund, and one that only the office can make', async () => {
    const student = await aStudent({ credits: 12 });
    const { exam } = await registered(student.person, await examThat(student.person, isPlain));
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await refuse(
          page,
          '/api/onlineExamRegistration',
          409,
          'already_registered',
          'You are already registered for <b>this exam</b>.<br>Call us.',
        );
        await openAs(screen, student, '/');
        await page
          .getByRole('button', { name: /^GET/ })
          .and(page.locator(':enabled'))
          .first()
          .click();
        await page.getByRole('button', { name: 'Register', exact: true }).click();
        await page
          .getByRole('dialog', { name: 'The exam was not registered' })
          .getByText('Call us.')
          .waitFor();
        await screen.look('not-registered');
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.waitForFunction(() => document.activeElement?.textContent === 'GET');

        await refuse(
          page,
          '/api/cancelExamRegistration',
          403,
          'office_only',
          'Please call the office to cancel this exam.',
        );
        await show(screen, 'My exams');
        const cancel = rowOf(screen, exam.subject).getByRole('button', {
          name: 'Cancel exam',
          exact: true,
        });
        const cancelled = async (dialog: string, says: string): Promise<void> => {
          await cancel.click();
          await page.getByRole('button', { name: 'Confirm' }).click();
          await page.getByRole('dialog', { name: dialog }).getByText(says).waitFor();
        };
        await cancelled('Offices', 'Please call the office to cancel this exam.');
        await screen.look('cancel-office-only');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.waitForFunction(
          (id) => document.activeElement?.closest('li')?.id === id,
          `exam-${exam.id}`,
        );

        await page.unroute('**/api/cancelExamRegistration');
        const refund = { noCharge: false, refundAmount: 50, msg: null, error: null };
        await changed<object>(page, '/api/cancelExamRegistration', (body) => ({
          ...body,
          refundAdditionalFees: refund,
        }));
        await cancelled('Refund', '$50.00 was refunded to your card.');
        await screen.look('refund');
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
        await page.getByText('Here is where your purchased or completed exams will show').waitFor();
        await page.waitForFunction(() => document.activeElement?.closest('main') != null);
      },
      seldom,
    );
  });
});
