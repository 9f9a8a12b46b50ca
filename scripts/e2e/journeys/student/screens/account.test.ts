import { beforeAll } from '@jest/globals';
import { startExamProgram } from '@portal/contract/sessions/online';
import { inCourse } from '../../../exams/assignments.ts';
import { type Ready, readyOnline } from '../../../exams/online.ts';
import { savedCard } from '../../../exams/registrations.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';
import { anOwnInterested } from '../../../people/tti-students.ts';
import { type Call, changed, given, refuse, refusedCalls } from '../../browser/answers.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { agreeAndPay, typeCard } from '../../browser/steps.ts';
import { asks, asStudent, isTitled, lookAt, press, says } from '../../browser/views.ts';

let student: SignedIn;
let joiner: Awaited<ReturnType<typeof anOwnInterested>>;
let online: Ready;
let course: Ready;
let starting: Ready;
const isCourse = (row: Ready['exam']) =>
  row.vendor_id === 3 &&
  row.program_content_code !== null &&
  row.phonesystem_active &&
  row.fitRequirements &&
  row.registration_id === null;
beforeAll(async () => {
  [student, joiner, online, course, starting] = await Promise.all([
    aStudent({ credits: 8 }),
    anOwnInterested(),
    readyOnline(),
    inCourse(),
    readyOnline({ holds: isCourse }),
  ]);
  await savedCard(student.person);
  await course.person.do(startExamProgram, course.ids);
});

const FAILS = 'Something went wrong. Please try again.';
const fails = async (screen: Screen, call: Call, at: string) => {
  await refuse(screen.page, call, 500, 'internal', FAILS);
  await screen.page.goto(at);
  await screen.page.getByText(FAILS).first().waitFor();
};

lookAt(
  'the account of a student',
  { devices: devicesOf.student, signIn: asStudent(() => student) },
  [
    {
      name: 'packages',
      at: '/packages',
      open: ({ page }) => page.getByRole('article').first().waitFor(),
    },
    {
      name: 'packages in Hebrew',
      at: null,
      open: async (screen) => {
        const { page } = screen;
        await page.context().addCookies([{ name: 'lang', value: 'he', url: page.url() }]);
        await page.goto('/packages');
        await page.getByRole('article').first().waitFor();
        await page.locator('html[lang=he]').waitFor();
        await page.context().clearCookies({ name: 'lang' });
      },
    },
    {
      name: 'packages that the office alone sells',
      at: null,
      open: async ({ page }) => {
        await changed<object>(page, 'getCreditsInfo', (credits) => ({
          ...credits,
          packageBuyingDisabled: true,
        }));
        await page.goto('/packages');
        await page.getByText('Please call the office to buy credits.').waitFor();
      },
    },
    {
      name: 'packages that cannot be read',
      at: null,
      expected: refusedCalls,
      open: (screen) => fails(screen, 'getPackagesTypesToDisplay', '/packages'),
    },
    {
      name: 'buy credits',
      at: '/packages?dialog=buy-credits&of=2',
      expected: refusedCalls,
      open: async (screen, look) => {
        const { page } = screen;
        const pay = page.getByRole('dialog', { name: 'Buy credits' });
        await pay.getByText('Visa ending in').first().waitFor();
        await look('with a saved card');
        const call = 'purchaseCreditsWithProfile';
        await refuse(page, call, 402, 'card_declined', 'There was a problem charging your card.');
        await agreeAndPay(pay);
        await pay.getByText('There was a problem charging your card.').waitFor();
        await look('declined');
        await pay.getByRole('radio', { name: 'New card' }).check();
        await typeCard(pay);
      },
    },
    {
      name: 'buy credits with a new card',
      at: '/packages?dialog=buy-credits&of=2',
      inEveryWay: true,
      open: async ({ page }) => {
        const pay = page.getByRole('dialog', { name: 'Buy credits' });
        await pay.getByRole('radio', { name: 'New card' }).check();
        await pay.getByLabel('Name on card').waitFor();
      },
    },
    {
      name: 'my account',
      at: '/myaccount',
      inEveryWay: true,
      open: says('This device'),
    },
    {
      name: 'account whose cards cannot be read',
      at: null,
      expected: refusedCalls,
      open: (screen) => fails(screen, 'getPaymentMethods', '/myaccount'),
    },
    {
      name: 'add card',
      at: '/myaccount',
      open: async (screen) => {
        await press(screen, 'Add card');
        const add = screen.page.getByRole('dialog', { name: 'Add card' });
        await add.getByRole('button', { name: 'Save' }).click();
        await add.getByText('Please fill in all the fields accurately.').waitFor();
      },
    },
    {
      name: 'remove card',
      at: '/myaccount',
      open: async (screen) => {
        await press(screen, /^Remove/);
        await screen.page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'change password',
      at: '/myaccount',
      expected: refusedCalls,
      open: async (screen) => {
        const { page } = screen;
        const said = 'Your current password is not correct.';
        await refuse(page, 'changePassword', 422, 'invalid_credentials', said);
        await press(screen, 'Change password');
        const dialog = page.getByRole('dialog', { name: 'Change password' });
        await dialog.getByLabel('Current password').fill('Wrong4Tests!');
        await dialog.getByLabel('New password').fill('Brand/new4me!');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText(said).waitFor();
      },
    },
    {
      name: 'change email',
      at: '/myaccount',
      open: async (screen) => {
        await press(screen, /^Change email/);
        await screen.page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'calendar feed',
      at: '/myaccount',
      open: async (screen) => {
        await press(screen, 'Calendar feed');
        await screen.page.getByRole('button', { name: 'Make address' }).waitFor();
      },
    },
    {
      name: 'new calendar feed',
      at: '/myaccount',
      open: async (screen) => {
        const { page } = screen;
        await given(page, 'changeCalendarFeed', {
          url: 'https://portal.test/feed/abc.ics',
          webcal: 'webcal://portal.test/feed/abc.ics',
        });
        await press(screen, 'Calendar feed');
        await press(screen, 'Make address');
        await page.getByLabel('Address of your calendar feed').waitFor();
      },
    },
    {
      name: 'existing calendar feed',
      at: '/myaccount',
      open: async (screen) => {
        const { page } = screen;
        await given(page, 'getCalendarFeed', {
          exists: true,
          createdAt: '2026-03-02T17:00:00Z',
          lastRead: null,
        });
        await press(screen, 'Calendar feed');
        await page.getByText('There is an address, made Mon, Mar 2').waitFor();
      },
    },
    {
      name: 'system check',
      at: '/system-check',
      inEveryWay: true,
      open: isTitled('System check'),
    },
  ],
);

lookAt('an online exam', { devices: ['desk'], signIn: asStudent(() => online) }, [
  {
    name: 'rules of the online exam',
    at: () => `/?myexams=&dialog=start-exam&of=${online.exam.id}`,
    open: asks('Start exam online', 'Stay in view of the camera'),
  },
  {
    name: 'system check that is refused',
    at: '/system-check',
    open: async (screen) => {
      await press(screen, 'Start the check');
      await screen.page.getByText('The result is saved.').waitFor();
    },
  },
]);
lookAt('an online exam', { devices: ['phone'], signIn: asStudent(() => online) }, [
  {
    name: 'online exam that needs a computer',
    at: () => `/?myexams=&dialog=start-exam&of=${online.exam.id}`,
    open: asks('Start exam online', 'The online exam needs a computer'),
  },
]);

lookAt('a course to start', { devices: devicesOf.student, signIn: asStudent(() => starting) }, [
  {
    name: 'start of a course',
    at: () => `/?myexams=&dialog=start-course&of=${starting.exam.id}`,
    open: asks('Start course online', 'this exam can no longer be cancelled'),
  },
]);

lookAt('a course', { devices: devicesOf.student, signIn: asStudent(() => course) }, [
  {
    name: 'course that runs',
    at: '/?myexams=',
    open: says('0 of 2 assignments uploaded'),
  },
  {
    name: 'assignments',
    at: () => `/?myexams=&dialog=assignments&of=${course.exam.id}`,
    open: async (screen, look) => {
      const { page } = screen;
      const list = page.getByRole('dialog', { name: 'Assignments' });
      await list.getByText('Your Coopersmith student ID').waitFor();
      await look();
      await list.getByRole('button', { name: 'Upload' }).click();
      const upload = page.getByRole('dialog', { name: 'Upload assignments' });
      await upload
        .getByRole('button', { name: /^Choose file for/ })
        .first()
        .waitFor();
      await look('to upload');
      const wrong = {
        name: 'journal.exe',
        mimeType: 'application/pdf',
        buffer: Buffer.from('x'),
      };
      await upload.locator('input[type=file]').first().setInputFiles(wrong);
      await upload.getByText('Please choose a PDF, DOC').first().waitFor();
    },
  },
]);

const program = () => `${joiner.ttiStudentId}/${joiner.programs[0]?.programId}`;
lookAt('seminary study', { devices: devicesOf.student, signIn: asStudent(() => joiner) }, [
  {
    name: 'join',
    at: () => `/study-abroad/${program()}/TTI?fullJoin=true`,
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByText('$1,200.00').waitFor();
      await look();
      await page.getByRole('radio', { name: /Bank account/ }).check();
      await page.getByLabel('Routing number').waitFor();
    },
  },
  {
    name: 'payment method of seminary study',
    at: () => `/add-payment-method/${program()}/TTINJ`,
    open: says('None yet'),
  },
  {
    name: 'seminary study of another student',
    at: '/study-abroad/nobody-at-all/1/TTI',
    expected: refusedCalls,
    open: ({ page }) => page.getByRole('alert').first().waitFor(),
  },
]);
