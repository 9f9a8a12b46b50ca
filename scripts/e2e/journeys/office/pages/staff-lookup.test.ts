import { expect, test } from '@jest/globals';
import { findStudent } from '@portal/contract/students/lookup';
import { setStaffPassword, signedInStaff, someStaff } from '../../../people/staff.ts';
import { anEnrolled, letters } from '../../../people/students.ts';
import { onCall } from '../../browser/answers.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.office)('an advisor looks students up: on a %s', async (device) => {
  const lastName = `Lookup${letters(8)}`;
  const [staff] = await Promise.all([
    someStaff('ROLE_ADVISOR'),
    anEnrolled({ firstName: 'Ada', lastName }),
    anEnrolled({ firstName: 'Bela', lastName, credits: 2 }),
  ]);
  await setStaffPassword(staff);
  await journey(browser, device, async (screen) => {
    const { page } = screen;
    await page.goto('/admin/student-lookup');
    await page.getByLabel('User name').fill(staff.loginName);
    await page.getByLabel('Password', { exact: true }).fill(staff.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Student lookup' }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('zzzz');
    await page.keyboard.press('Enter');
    await page.getByText('No students found').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No students found').waitFor({ state: 'detached' });

    await page.getByLabel('Last name').fill(lastName.toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: '2 students' }).waitFor();
    await page.getByRole('row', { name: /Ada/ }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Details of Bela', expanded: true }).waitFor();
    await page.getByText('No registrations.').waitFor();
    await page.getByRole('table', { name: /^Packages 1$/ }).waitFor();

    const order = page.getByRole('button', { name: 'Student', exact: true });
    await order.click();
    // the second click reverses the order in view
    await page.locator('th[aria-sort="ascending"]').waitFor();
    await order.click();
    await page.waitForURL(/sort=-name/);
    await page.reload();
    // the search is kept, and is in no address
    await page.getByRole('status').filter({ hasText: '2 students' }).waitFor();
    expect(page.url()).not.toContain(lastName);
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Bela');
    // advisors export nothing
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  });
});

test('an admin exports the students of a lookup as a file', async () => {
  const { lastName } = await anEnrolled();
  await journey(browser, 'phone', async (screen) => {
    const { page } = screen;
    await openAsStaff(screen, 'ROLE_ADMIN', '/admin/student-lookup');
    await page.getByLabel('Last name').fill(lastName);
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await file).suggestedFilename()).toMatch(/^Students \d{4}-\d\d-\d\d\.xlsx$/);
  });
});

test('of 100,000 students only the visible rows are drawn, and keys reach the last', async () => {
  const [staff, { person }] = await Promise.all([someStaff('ROLE_ADVISOR'), anAdvisorWhoFinds()]);
  await setStaffPassword(staff);
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await onCall(page, 'findStudent', async (route) => {
      const { offset, limit } = route.request().postDataJSON() as Record<
        'offset' | 'limit',
        number
      >;
      const rows = Array.from({ length: limit }, (_, at) => ({
        ...person,
        id: offset + at + 1,
        lastName: `Adler ${offset + at + 1}`,
      }));
      await route.fulfill({ json: rows, headers: { 'x-total-count': '100000' } });
    });
    await page.goto('/admin/student-lookup');
    await page.getByLabel('User name').fill(staff.loginName);
    await page.getByLabel('Password', { exact: true }).fill(staff.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByLabel('Last name').fill('Adler');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: '100,000 students' }).waitFor();
    await page.getByRole('rowheader', { name: 'Adler 1, ' }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(80);

    await page.getByRole('row', { name: /Adler 1, / }).focus();
    await page.keyboard.press('End');
    await page.locator('tr:focus', { hasText: 'Adler 50, ' }).waitFor();
    await page.keyboard.press('k');
    await page.locator('tr:focus', { hasText: 'Adler 49, ' }).waitFor();

    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Page 2 of 2,000').waitFor();
    await page.getByRole('rowheader', { name: 'Adler 51, ' }).waitFor();
  });
});

/** Creates an advisor, and a student as the lookup returns one, to make others of. */
async function anAdvisorWhoFinds() {
  const lastName = `Many${letters(8)}`;
  const [advisor] = await Promise.all([signedInStaff('ROLE_ADVISOR'), anEnrolled({ lastName })]);
  const [person] = await advisor.do(findStudent, { lastName });
  return { person };
}
