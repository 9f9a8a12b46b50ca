import { beforeAll } from '@jest/globals';
import { examThat, isPlain } from '../../../exams/registrations.ts';
import { aStudentWithExams, type StudentWithExams } from '../../../exams/student-with-exams.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';
import { changed, refuse, refusedCalls } from '../../browser/answers.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { openMenu } from '../../browser/steps.ts';
import { asks, asStudent, isTitled, lookAt, press, says } from '../../browser/views.ts';
import { withStates } from './exam-states.ts';

let student: StudentWithExams;
let buyer: SignedIn;
let wanted: { id: number; subject: string };
beforeAll(async () => {
  [student, buyer] = await Promise.all([aStudentWithExams(), aStudent()]);
  wanted = await examThat(buyer.person, (row) => isPlain(row) && row.study_materials.length > 1);
});

const mine = (dialog: string, of: () => number) => () => `/?myexams=&dialog=${dialog}&of=${of()}`;
const gets = ({ page }: Screen) => page.getByRole('button', { name: /^GET/ }).first().waitFor();
const FAILS = 'Something went wrong. Please try again.';

lookAt('the exams of a student', { devices: devicesOf.student, signIn: asStudent(() => student) }, [
  { name: 'all exams', at: '/', inEveryWay: true, open: gets },
  {
    name: 'a search that finds nothing',
    at: '/?q=zzzz',
    open: says(/there are no exams that match/),
  },
  {
    name: 'the menu',
    at: null,
    inEveryWay: true,
    open: async (screen) => {
      await changed<object>(screen.page, 'getCreditsInfo', (credits) => ({
        ...credits,
        vendorSpecificPackage: true,
        creditsDetails: { '1,4': 3, '3': 1, generic: 2 },
        specialPackages: [{ id: 1, display_name: 'Summer program' }],
      }));
      await screen.page.goto('/?q=history');
      await openMenu(screen);
    },
  },
  {
    name: 'an exam registered with credits',
    at: '/?q=history',
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      const said = 'You are already registered for <b>this exam</b>.<br>Call us.';
      await refuse(page, 'onlineExamRegistration', 409, 'already_registered', said);
      await page
        .getByRole('button', { name: /^GET/ })
        .and(page.locator(':enabled'))
        .first()
        .click();
      await page.getByRole('button', { name: 'Not now' }).waitFor();
      await look();
      await press(screen, 'Register');
      await asks('The exam was not registered', 'Call us.')(screen, look);
    },
  },
  {
    name: 'my exams without any',
    at: null,
    open: async ({ page }) => {
      await changed<{ exams: { registration_id: number | null }[] }>(
        page,
        'getAllExamsAccordingStudent',
        (list) => ({
          ...list,
          exams: list.exams.filter(({ registration_id }) => registration_id === null),
        }),
      );
      await page.goto('/?myexams=');
      await page.getByText('Here is where your purchased or completed exams').waitFor();
    },
  },
  {
    name: 'my exams',
    at: '/?myexams=',
    inEveryWay: true,
    open: isTitled('Coming up 1'),
  },
  {
    name: 'exams in every state',
    at: null,
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await withStates(page);
      await page.goto('/?myexams=');
      await page.getByRole('heading', { name: /^Taken \d/ }).waitFor();
      await press(screen, 'Study materials and details');
      await press(screen, 'Email study materials').catch(() => {});
      for (const row of await page
        .getByRole('region', { name: 'Taken' })
        .locator('> ul > li button[aria-expanded]')
        .all())
        await row.click();
      await look();
      await press(screen, /^Retake/);
      await asks('Register a retake')(screen, look);
    },
  },
  {
    name: 'exams that cannot be read',
    at: null,
    expected: refusedCalls,
    open: async ({ page }) => {
      await refuse(page, 'getAllExamsAccordingStudent', 500, 'internal', FAILS);
      await page.goto('/');
      await page.getByText(`Error: ${FAILS}`).waitFor();
    },
  },
  {
    name: 'schedule',
    at: mine('schedule', () => student.registeredId),
    inEveryWay: true,
    open: async ({ page }, look) => {
      const picker = page.getByRole('dialog', { name: 'Schedule session' });
      await picker.getByRole('radio', { disabled: false }).first().press('Space');
      await look();
      await picker.getByRole('button', { name: 'Continue' }).click();
      await page
        .getByRole('dialog', { name: 'Pay fees' })
        .getByText('Visa ending in')
        .first()
        .waitFor();
    },
  },
  {
    name: 'schedule that the office books',
    at: null,
    open: async (screen, look) => {
      const { page } = screen;
      await withOffice(page);
      await page.goto('/?myexams=');
      await press(screen, 'Schedule');
      await asks('Offices')(screen, look);
    },
  },
  {
    name: 'reschedule',
    at: mine('schedule', () => student.bookedId),
    open: asks('Reschedule session', 'Original Session'),
  },
  {
    name: 'cancel session',
    at: mine('cancel-session', () => student.bookedId),
    open: asks('Cancel session', 'Your proctor payment is kept'),
  },
  {
    name: 'cancel exam',
    at: mine('cancel-exam', () => student.registeredId),
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      const dialog = page.getByRole('dialog', { name: 'Cancel exam' });
      await dialog.getByText('Back on the account').waitFor();
      await look();
      const call = 'cancelExamRegistration';
      await refuse(page, call, 403, 'office_only', 'Please call the office to cancel this exam.');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await asks('Offices', 'Please call the office')(screen, look);
    },
  },
  {
    name: 'admission slip',
    at: () => `/admission/${student.bookedRegistration}`,
    open: ({ page }) => page.getByRole('img', { name: 'QR code of your admission slip' }).waitFor(),
  },
  {
    name: 'exam protocol',
    at: '/exam-protocol',
    open: isTitled('Exam protocol'),
  },
  {
    name: 'registration that is denied',
    at: '/admin/error/1',
    open: isTitled('Student is denied registration'),
  },
]);

/** Only the office books for the student. */
const withOffice = (page: Screen['page']) =>
  changed<{ exams: { registration_id: number | null; actions: object[] }[] }>(
    page,
    'getAllExamsAccordingStudent',
    (list) => ({
      ...list,
      exams: list.exams.map((exam) => ({
        ...exam,
        ...(exam.registration_id === null
          ? {}
          : {
              actions: [
                {
                  action: 'schedule',
                  allowed: false,
                  code: 'call_office',
                  reason: 'Please call.',
                },
              ],
            }),
      })),
    }),
  );

lookAt('an exam that is bought', { devices: devicesOf.student, signIn: asStudent(() => buyer) }, [
  {
    name: 'details of an exam',
    at: () => `/?q=${encodeURIComponent(`"${wanted.subject}"`)}`,
    open: async ({ page }) => {
      const row = page.getByRole('listitem').locator('button[aria-expanded]').first();
      await row.click();
      await page.locator('button[aria-expanded="true"]').first().waitFor();
    },
  },
  {
    name: 'buy',
    at: () => `/?dialog=register&of=${wanted.id}`,
    open: async ({ page }, look) => {
      const pay = page.getByRole('dialog', {
        name: 'Buy credits and register',
      });
      await pay.getByLabel('Card number').waitFor();
      await look();
      await pay.getByRole('radio', { name: /^Book a session now/ }).check();
      await pay.locator('input[type=radio][name]').last().waitFor({ state: 'attached' });
    },
  },
]);
