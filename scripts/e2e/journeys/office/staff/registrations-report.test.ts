import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { steadyNow } from '@portal/kit/steady-clock';
import { sat } from '../../../exams/papers.ts';
import { aSchool } from '../../../people/schools.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** From this day on, whatever day it is when the file is saved. */
const today = Temporal.PlainDate.from(newYorkDay(steadyNow()));
const dayFromNow = (days: number): string => today.add({ days }).toString();

test.each(devicesOf.office)(
  'the office gets the registrations of some days, and their file: %s',
  async (device) => {
    const { exam } = await sat();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', '/admin/registrations-report');
      await page.getByRole('heading', { name: 'Registrations report', level: 1 }).waitFor();
      const get = page.getByRole('button', { name: 'Get registrations' });
      expect(await get.isDisabled()).toBe(true);
      await page.getByLabel('From').fill(dayFromNow(-4));
      await page.getByLabel('To', { exact: false }).last().fill(dayFromNow(1));
      await page
        .getByRole('radiogroup', { name: 'Vendor' })
        .getByText(exam.vendor_name, { exact: true })
        .click();
      await get.click();
      await page.getByRole('table').getByText(exam.subject).first().waitFor();

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export registrations' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`All ${dayFromNow(-4)} ${dayFromNow(1)}.xlsx`);
      const file = await readFile(await download.path());
      expect(file.subarray(0, 2).toString()).toBe('PK');

      // the address contains the report
      await page.reload();
      await page.getByRole('table').getByText(exam.subject).first().waitFor();
    });
  },
);

test('a school admin has the grades of their own school, and no report of the office', async () => {
  const school = await aSchool();
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsStaff(screen, 'ROLE_SCHOOL_ADMIN', '/admin/school-registrations-report', {
      schoolId: school.id,
    });
    await page.getByRole('heading', { name: 'Grades', level: 1 }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Pages' });
    expect(await menu.getByRole('link', { name: 'Grades' }).count()).toBe(1);
    expect(await menu.getByRole('link', { name: 'Registrations report' }).count()).toBe(0);
    await page.getByLabel('From').fill(dayFromNow(-4));
    await page.getByLabel('To', { exact: false }).last().fill(dayFromNow(1));
    await page.getByRole('button', { name: 'Get registrations' }).click();
    await page.getByText('No registrations found for your criteria.').waitFor();
  });
});
