import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { StudentData } from '@portal/contract/students/my-data';
import { sql } from '../../../../portal/databases.ts';
import { mailTo } from '../../../../portal/mails.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { openAs } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.student)(
  'on a %s, a student downloads their data, which the office sees',
  async (device) => {
    const student = await aStudent();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/myaccount');
        const card = page.getByRole('region', { name: 'My data' });
        await card.getByRole('button', { name: 'Prepare my data' }).click();
        await card.getByText(/^Ready until \w+ \d+, \d{4}$/).waitFor();
        const contents: Buffer[] = [];
        for (const [name, file] of [
          ['JSON', /^Data of student \d+ [\d-]+\.json$/],
          ['PDF', /^Data of student \d+ [\d-]+\.pdf$/],
        ] as const) {
          const coming = page.waitForEvent('download');
          await card.getByRole('button', { name }).click();
          const come = await coming;
          expect(come.suggestedFilename()).toMatch(file);
          contents.push(await readFile(await come.path()));
        }
        const data = JSON.parse(contents[0]?.toString() ?? '') as StudentData;
        expect(data.studentId).toBe(student.id);
        expect(contents[1]?.subarray(0, 5).toString()).toBe('%PDF-');

        await card.getByRole('button', { name: 'Prepare my data' }).click();
        await card.getByText('You can ask once a day.').waitFor();
      },
      /status of 429/,
    );
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', '/admin/data-requests');
      await page.getByText(student.lastName).waitFor();
      await page.getByRole('combobox', { name: 'What' }).click();
      await page.getByRole('option', { name: 'Blanking' }).click();
      await page.getByText(student.lastName).waitFor({ state: 'detached' });
    });
  },
);

test.each(devicesOf.student)(
  'on a %s, the office prepares the data of a student, with a reason',
  async (device) => {
    const student = await aStudent();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const start = `/admin/studentinfo/${student.id}`;
      const { email } = await openAsStaff(screen, 'ROLE_ADMIN', start);
      await page.getByRole('button', { name: 'Student file' }).click();
      const data = page.getByRole('region', { name: 'Data', exact: true });
      await data.getByRole('button', { name: 'Prepare data' }).click();
      await page.keyboard.type('Requested in writing');
      await page.keyboard.press('Enter');
      await data.getByText(/^Ready until /).waitFor();
      const coming = page.waitForEvent('download');
      await data.getByRole('link', { name: /^JSON of / }).click();
      const content = await readFile(await (await coming).path(), 'utf8');
      expect((JSON.parse(content) as StudentData).studentId).toBe(student.id);
      const opened = await sql(
        'identity',
        `SELECT 1 FROM audit
         WHERE table_name = 'data_request' AND student_id = $1 AND change ? 'opened'`,
        [student.id],
      );
      expect(opened).toHaveLength(1);

      // the mail links to both files
      const { text } = await mailTo(email, 'Your data is ready');
      await page.goto(/Download: (\S+)/.exec(text)?.[1] ?? '');
      for (const [format, starts] of [
        ['JSON', '{'],
        ['PDF', '%PDF-'],
      ] as const) {
        const fetched = page.waitForEvent('download');
        const label = new RegExp(`^${format} of .*${student.lastName}, `);
        await page.getByRole('link', { name: label }).click();
        const file = await readFile(await (await fetched).path(), 'latin1');
        expect(file.startsWith(starts)).toBe(true);
      }
    });
  },
);
