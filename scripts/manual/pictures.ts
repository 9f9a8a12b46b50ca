import type { Page } from 'playwright-core';

/** A picture of the user manual. */
export interface Picture {
  /** The name of its file, which the manual shows. */
  name: string;
  path: string;
  /** Account whose page it is; by default the student dana. */
  by?: 'office' | 'superAdmin' | 'nobody';
  onPhone?: boolean;
  inHebrew?: boolean;
  /** Leads the page to the shown state. */
  until: (page: Page) => Promise<void>;
}

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

/** Every picture that the manual shows; dana is the student of the demo data. */
export const pictures: readonly Picture[] = [
  {
    name: 'log-in',
    path: '/login',
    by: 'nobody',
    until: (page) => page.getByRole('button', { name: 'Login' }).waitFor(),
  },
  {
    name: 'hebrew',
    path: '/',
    inHebrew: true,
    until: async (page) => {
      await heading('כל המבחנים')(page);
      await page.locator('li[id^="exam-"]:visible').first().waitFor();
    },
  },
  {
    name: 'find',
    path: '/?q=heb',
    until: async (page) => {
      await page.getByRole('heading', { name: 'Showing "heb"' }).waitFor();
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'find-on-a-phone',
    path: '/?online=',
    onPhone: true,
    until: async (page) => {
      await page.getByRole('button', { name: 'Filter and sort, 1 set' }).click();
      await page.locator('li[id^="exam-"]:visible').first().waitFor();
    },
  },
  {
    name: 'get',
    path: '/?q=american+government',
    until: async (page) => {
      await page.getByRole('button', { name: 'GET American Government' }).click();
      await page.getByText('Register for this exam?').waitFor();
    },
  },
  {
    name: 'book',
    path: '/?myexams=',
    until: async (page) => {
      await page.getByRole('button', { name: 'Schedule', exact: true }).first().click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'my-exams',
    path: '/?myexams=',
    until: async (page) => {
      await heading('My Exams')(page);
      await page.getByText('Your next exam is').waitFor();
    },
  },
  {
    name: 'cancel',
    path: '/?myexams=',
    until: async (page) => {
      await page.getByRole('button', { name: 'Cancel session' }).first().click();
      await page.getByRole('dialog').getByRole('button').first().waitFor();
    },
  },
  { name: 'system-check', path: '/system-check', until: heading('System check') },
  {
    name: 'packages',
    path: '/packages',
    until: heading('Packages and pricing designed for students'),
  },
  { name: 'account', path: '/myaccount', until: heading('My account') },
  {
    name: 'office-calendar',
    path: '/admin/calendar',
    by: 'office',
    until: async (page) => {
      await heading('Calendar')(page);
      await page
        .getByText(/^\d+\/\d+$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'office-catalogue',
    path: '/admin/catalogue?part=exams',
    by: 'office',
    until: async (page) => {
      await heading('Catalogue')(page);
      await page.getByRole('row').nth(3).waitFor();
    },
  },
  {
    name: 'office-import',
    path: '/admin/import-students',
    by: 'office',
    until: heading('Import students'),
  },
  {
    name: 'office-student-file',
    path: '/admin/studentinfo/1003',
    by: 'office',
    until: async (page) => {
      await page.getByRole('button', { name: 'Student file' }).click();
      const file = page.getByRole('dialog', { name: 'Student file' });
      await file.getByText('Prefers to be called in the afternoon.').waitFor();
    },
  },
  {
    name: 'office-waiting-list',
    path: '/admin/waiting-list',
    by: 'office',
    until: async (page) => {
      await heading('Waiting list')(page);
      await page
        .getByRole('button', { name: /^Move: / })
        .first()
        .waitFor();
    },
  },
  {
    name: 'office-overview',
    path: '/admin/overview',
    by: 'office',
    until: async (page) => {
      await heading('Overview')(page);
      await page.locator('svg.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'office-payments',
    path: '/admin/payments',
    by: 'superAdmin',
    until: async (page) => {
      await heading('Payments')(page);
      await page.getByRole('link', { name: / TTI$/ }).first().waitFor();
    },
  },
  {
    name: 'office-finder',
    path: '/admin/student-lookup',
    by: 'office',
    until: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').last().fill('dana');
      await page.getByRole('option').first().waitFor();
    },
  },
];
