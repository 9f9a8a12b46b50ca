import { beforeAll } from '@jest/globals';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { keepOnFile } from '../../../people/keep-on-file.ts';
import { type Staff, signedInStaff, someStaff } from '../../../people/staff.ts';
import {
  anEnrolled,
  aStudent,
  type Enrolled,
  quickHash,
  type SignedIn,
} from '../../../people/students.ts';
import { refuse, refusedCalls } from '../../browser/answers.ts';
import { devicesOf, type Screen } from '../../browser/screen.ts';
import { asks, asStaff, isTitled, lookAt, press, says } from '../../browser/views.ts';

/** Students of the demo data: one whom the vendors know, and one who could redeem exams. */
const CUSTOMER = 2104;
const SEMINARIAN = 1009;
/** A student who lacks the credits to redeem. */
const SHORT = 1010;

let staff: Staff;
let student: SignedIn;
let known: Enrolled;
/** A student with credits and nothing that hinders a blanking. */
let idle: SignedIn;
beforeAll(async () => {
  [staff, student, known, idle] = await Promise.all([
    someStaff('ROLE_SUPER_ADMIN', { passwordHash: quickHash }),
    aStudent({ credits: 8 }),
    anEnrolled(),
    aStudent({ credits: 3 }),
  ]);
  await booked(student.person, await examThat(student.person, isPlain), await aSession());
  const colleague = await signedInStaff('ROLE_SUPPORT');
  await keepOnFile(colleague, student.id, 'Paid by check.');
});

const of = (page: string, id: () => number) => () => `/admin/${page}/${id()}`;
const ours = (page: string) => of(page, () => student.id);

async function openFile(screen: Screen) {
  await press(screen, /^Student file/);
  const file = screen.page.getByRole('dialog', { name: 'Student file' });
  await file.getByText('Paid by check.').waitFor();
  return file;
}

async function typeStudent({ page }: Screen): Promise<void> {
  const dialog = page.getByRole('dialog');
  const fields = {
    'Legal first name': 'Tova',
    'Legal last name': 'Moab',
    Email: 'tova@student.test',
    'Cell phone': '718-555-0142',
    Address: '12 Barley Street',
    City: 'Brooklyn',
    Zip: '11230',
  };
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog
    .getByLabel('Date of birth')
    .pressSequentially(known.dob.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2$3$1'));
  await dialog.getByLabel('SSN (last 4)').pressSequentially(known.last4ssn);
  await dialog.getByLabel('Gender').selectOption('2');
  await dialog.getByLabel('College').selectOption('234');
  await dialog.getByLabel('Membership type').selectOption('2');
}

lookAt('students', { devices: devicesOf.office, signIn: asStaff(() => staff) }, [
  {
    name: 'lookup',
    at: '/admin/student-lookup',
    inEveryWay: true,
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { name: 'Student lookup' }).waitFor();
      await look('the form');
      await page.getByLabel('Last name').fill(student.lastName);
      await page.keyboard.press('Enter');
      await page.getByRole('status').filter({ hasText: '1 student' }).waitFor();
      const details = page.getByRole('button', { name: /^Details of/ });
      if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
      await page.getByRole('table', { name: /^Packages/ }).waitFor();
    },
  },
  {
    name: 'add student',
    at: '/admin/student-lookup',
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await press(screen, 'Add new student');
      await typeStudent(screen);
      await look();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('Please review your details').waitFor();
      await look('the review');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText(known.lastName).waitFor();
    },
  },
  {
    name: 'exams of a student',
    at: ours('student'),
    open: ({ page }) => page.getByRole('list', { name: 'Pinned notes' }).waitFor(),
  },
  {
    name: 'cancel an exam of a student',
    at: () => `/admin/student/${student.id}?myexams=`,
    open: async (screen) => {
      await press(screen, 'Cancel exam');
      await press(screen, 'Confirm');
      await screen.page.getByText('Please select a cancelling reason').waitFor();
    },
  },
  {
    name: 'profile',
    at: ours('profile'),
    open: async (screen, look) => {
      await screen.page.getByRole('heading', { name: 'Profile' }).waitFor();
      await look();
      await press(screen, 'Payment methods');
      await screen.page.getByRole('dialog').getByRole('button', { name: 'Add card' }).waitFor();
      await look('payment methods');
      await screen.page.keyboard.press('Escape');
      await screen.page.getByRole('dialog').waitFor({ state: 'detached' });
      await press(screen, 'Edit');
      await screen.page.getByRole('dialog').getByLabel('City').waitFor();
    },
  },
  {
    name: 'packages of a student',
    at: ours('packages'),
    open: isTitled('Admin only packages'),
  },
  {
    name: 'account of a student',
    at: ours('myAccount'),
    open: isTitled('Saved cards'),
  },
  {
    name: 'student info',
    at: ours('studentinfo'),
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { level: 2, name: 'Charges' }).waitFor();
      await look();
      const registrations = page.getByRole('table', {
        name: 'Registrations',
      });
      const history = registrations.getByRole('button', {
        name: /^User activity history for /,
      });
      await history.first().click();
      await page
        .getByRole('dialog')
        .getByText(/^created/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'history',
    at: ours('history'),
    open: async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
      await page
        .getByText(/^Registration \d/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'receipt',
    at: ours('receipt'),
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('heading', { level: 1, name: 'JSE Receipt' }).waitFor();
      await look();
      await page.getByRole('combobox', { name: 'Year' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option').first().waitFor();
      await look('the years');
      await page.keyboard.press('Enter');
      await refuse(page, 'getReceipt', 500, 'internal', 'Something went wrong.');
      await press(screen, 'Download Receipt');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'redemption',
    at: of('seminaryStudentRedemption', () => SEMINARIAN),
    open: async (screen, look) => {
      const { page } = screen;
      await page.getByRole('button', { name: 'Continue' }).waitFor();
      await look();
      await press(screen, 'Continue');
      await page.getByRole('button', { name: 'Redeem Exams' }).waitFor();
      await look('the exams');
      await press(screen, 'Redeem Exams');
      await asks('Redeem Exams', 'This cannot be undone.')(screen, look);
      await look('redeem');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press(screen, 'Discard Exams');
      await asks('Discard Exams')(screen, look);
    },
  },
  {
    name: 'redemption without the credits',
    at: of('seminaryStudentRedemption', () => SHORT),
    open: async (screen, look) => {
      const { page } = screen;
      await press(screen, 'wrong student');
      await page.getByRole('alert').first().waitFor();
      await look('the wrong student');
      await page.reload();
      await press(screen, 'Continue');
      await page.getByText('Credits needed').waitFor();
    },
  },
  {
    name: 'redemption of an unknown student',
    at: ours('seminaryStudentRedemption'),
    open: says(/^Wrong student\./),
  },
  {
    name: 'transcripts',
    at: of('transcripts-request', () => CUSTOMER),
    open: isTitled('Transcripts request'),
  },
  {
    name: 'transcripts of a student whom no vendor knows',
    at: ours('transcripts-request'),
    open: async (screen, look) => {
      await screen.page.getByText('TAL id is missing from student record').waitFor();
      await look();
      await press(screen, 'Look up at TAL');
      await screen.page.getByText('TAL does not know this student.').waitFor();
    },
  },
  {
    name: 'partner ids in the student form',
    at: ours('profile'),
    open: async (screen) => {
      await press(screen, 'Edit');
      const ids = screen.page.getByRole('region', { name: 'Partner ids' });
      await ids.getByLabel('TAL id').fill('a b');
      await ids.getByRole('button', { name: 'Save partner ids' }).click();
      await ids.getByText('Id invalid').waitFor();
    },
  },
  {
    name: 'student file',
    at: ours('profile'),
    open: async (screen, look) => {
      const file = await openFile(screen);
      await look();
      await file.getByRole('button', { name: 'Strike out' }).click();
      await look('a note to strike out');
      await file.getByRole('button', { name: 'Add note' }).click();
      await file.getByRole('checkbox', { name: /^Pin it/ }).waitFor();
    },
  },
  {
    name: 'bar in the student file',
    at: ours('profile'),
    expected: refusedCalls,
    open: async (screen, look) => {
      const file = await openFile(screen);
      await file.getByRole('button', { name: 'Add bar' }).click();
      await file.getByLabel('Signing in').check();
      await file.getByLabel('Reason').fill('Chargeback of the last payment');
      await look();
      const said = 'There is already a bar with these levels.';
      await refuse(screen.page, 'setBar', 409, 'bar_exists', said);
      await file.getByRole('button', { name: 'Save' }).click();
      await file.getByText(said).waitFor();
    },
  },
  {
    name: 'accommodation in the student file',
    at: ours('profile'),
    open: async (screen) => {
      const file = await openFile(screen);
      await file.getByRole('button', { name: 'Add accommodation' }).click();
      await file.getByLabel('Remark (optional)').waitFor();
    },
  },
  {
    name: 'data in the student file',
    at: ours('profile'),
    open: async (screen) => {
      const file = await openFile(screen);
      await file.getByRole('button', { name: 'Prepare data' }).click();
    },
  },
  {
    name: 'blank a person',
    at: of('profile', () => idle.id),
    expected: refusedCalls,
    open: async (screen, look) => {
      const { page } = screen;
      await press(screen, /^Student file/);
      await press(screen, 'Blank person');
      const dialog = page.getByRole('dialog', { name: 'Blank person' });
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('list', { name: 'What goes' }).waitFor();
      await look();
      await dialog.getByLabel('Reason').fill('Requested in writing');
      await dialog.getByLabel('Type the first and last name').fill('Somebody Else');
      await dialog.getByRole('button', { name: 'Blank in 72 hours' }).click();
      await dialog.getByText('The name does not match.').waitFor();
    },
  },
]);
