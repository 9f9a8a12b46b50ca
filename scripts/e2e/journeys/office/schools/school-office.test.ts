import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Page } from 'playwright-core';
import { anExam } from '../../../exams/catalogue.ts';
import {
  aSchool,
  aSchoolStudent,
  balanceOf,
  registrationStates,
  SCHOOL_PRICE,
  type TestSchool,
} from '../../../people/schools.ts';
import { type Staff, setStaffPassword, someStaff } from '../../../people/staff.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsAccount } from '../../browser/staff-steps.ts';
import { typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

async function staffOf(...options: Parameters<typeof someStaff>): Promise<Staff> {
  const staff = await someStaff(...options);
  await setStaffPassword(staff);
  return staff;
}
const signIn = (page: Page, staff: Staff) => openAsAccount(page, '/admin/schools', staff);
async function chooseExam(page: Page, slot: number, subject: string): Promise<void> {
  await page
    .getByRole('radiogroup', { name: `Vendor of exam ${slot}` })
    .getByText('TAL')
    .click();
  await page.getByRole('combobox', { name: `Exam ${slot}` }).fill(subject);
  await page.getByRole('option', { name: `${subject}, 3 credits` }).click();
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Returns the sessions to choose from, that of the school first. */
const sessions = (page: Page) =>
  page.getByRole('group', { name: 'Session', exact: true }).getByRole('radio');

/** Creates a class of two, and two exams. */
async function aClass(school: TestSchool) {
  const unique = steadyNow().getTime();
  const subjects = [`Ethics ${unique}`, `Prophets ${unique}`] as const;
  const [students] = await Promise.all([
    Promise.all(['Adler', 'Berger'].map((lastName) => aSchoolStudent(school.id, { lastName }))),
    ...subjects.map((subject) => anExam({ subject })),
  ]);
  return { students, subjects };
}

test.each(devicesOf.office)(
  'the office registers a class for two exams, from the school to the summary: %s',
  async (device) => {
    const school = await aSchool({ balance: 200 });
    const [{ students, subjects }, staff] = await Promise.all([
      aClass(school),
      staffOf('ROLE_ADMIN'),
    ]);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await signIn(page, staff);
      await page.getByRole('heading', { name: 'Schools', level: 1 }).waitFor();
      await page.getByRole('searchbox', { name: 'Search all schools' }).fill(school.name);
      await page.keyboard.press('Enter');
      await page.getByRole('status').filter({ hasText: '1 school' }).waitFor();

      await button(page, `Add payment, ${school.name}`).click();
      await page.getByLabel('Amount').fill('150.50');
      await button(page, 'Save').click();
      await page.getByText('The payment was successfully saved.').waitFor();
      await page.getByText('New balance: $350.50').waitFor();
      await page.getByRole('dialog').getByText('Close', { exact: true }).click();

      await button(page, `Sessions, ${school.name}`).click();
      // the only existing one has been chosen
      await page.getByText('There are no students enrolled in this session.').waitFor();
      expect(await sessions(page).first().isChecked()).toBe(true);
      await button(page, 'Continue').click();

      await chooseExam(page, 1, subjects[0]);
      await chooseExam(page, 2, subjects[1]);
      await page.getByRole('checkbox', { name: 'Add all' }).check();
      await page.getByRole('radio', { name: 'Yes' }).check();
      await page.getByText('2 exams for 2 students').waitFor();
      await page.getByText('The balance is $189.50 short.').waitFor();

      // the selection is kept over another page
      await page.goto('/admin/student-lookup');
      await page.goto(`/admin/schools?school=${school.id}`);
      await page.getByText('Your selection is kept: 2 exams for 2 students.').waitFor();
      await button(page, 'Continue').click();
      await button(page, 'Next Step').click();

      await page.getByText('The balance is $189.50 short.').waitFor();
      await button(page, 'Add payment').click();
      await button(page, 'Save').click();
      await page.getByText('New balance: $540.00').waitFor();
      await page.getByRole('dialog').getByText('Close', { exact: true }).click();
      await button(page, 'Pay and Register All').click();
      await page.getByText('successful registrations').waitFor();
      await button(page, 'Close').click();
      await page.getByRole('heading', { name: 'Summary' }).waitFor();
      await page.getByText('Total charged').waitFor();

      await button(page, 'Done').click();
      await button(page, `Sessions, ${school.name}`).click();
      await sessions(page).first().click();
      const enrolled = page.getByRole('table', { name: /^Students enrolled in this session 4$/ });
      await enrolled.waitFor();
      // only tech support cancels exams that the balance has paid
      expect(await enrolled.getByRole('button').count()).toBe(0);
    });
    for (const { id } of students)
      expect(await registrationStates(id)).toEqual(['scheduled', 'scheduled']);
    expect(await balanceOf(school.id)).toBe(540 - 12 * SCHOOL_PRICE);
  },
);

test('a school admin has only their own school: sessions, students and account', async () => {
  const school = await aSchool({ balance: 300 });
  const other = await aSchool({ balance: 900 });
  const [staff] = await Promise.all([
    staffOf('ROLE_SCHOOL_ADMIN', { schoolId: school.id }),
    aSchoolStudent(school.id, { lastName: 'Adler', firstName: 'Rivka' }),
  ]);
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await signIn(page, staff);
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    await page.getByText(school.name).waitFor();
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await menu.getByRole('link', { name: 'Account' }).waitFor();
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Sessions',
      'Calendar',
      'Manage students',
      'Import students',
      'Grades',
      'Account',
    ]);
    await button(page, 'Add a new session').click();
    await page.getByLabel('Date').fill('2099-03-03');
    await page.getByLabel('Start time').fill('9:30');
    await page.getByRole('combobox', { name: 'Gender' }).click();
    await page.getByRole('option', { name: 'Women' }).click();
    await button(page, 'Save').click();
    await page.getByText('Tue, Mar 3, 2099, 9:30 AM ET').first().waitFor();
    await button(page, 'Delete session of 03/03/2099').click();
    await page.getByText('Are you sure you want to delete this session?').waitFor();
    await button(page, 'Delete').click();
    await page.getByText('Tue, Mar 3, 2099, 9:30 AM ET').first().waitFor({ state: 'detached' });

    await menu.getByRole('link', { name: 'Manage students' }).click();
    await page.getByRole('rowheader', { name: 'Adler, Rivka' }).waitFor();
    await menu.getByRole('link', { name: 'Account' }).click();
    await page.getByText('$300.00').first().waitFor();
    await button(page, 'Add payment').click();
    await page.getByLabel('Amount').fill('120.50');
    await button(page, 'Continue').click();
    const dialog = page.getByRole('dialog');
    await typeCard(dialog);
    await button(page, 'Pay').click();
    await dialog.getByText('Your payment was successful.').waitFor();
    await dialog.getByText('Close', { exact: true }).click();
    await page.getByText(/Payment by card ending \d{4}/).waitFor();
    await page.getByText('$420.50').first().waitFor();

    // an address that names another school changes nothing
    await page.goto(`/admin/school-account?school=${other.id}`);
    await page.getByText('$420.50').first().waitFor();
    expect(await page.getByText('$900.00').count()).toBe(0);
  });
});
