import type { Page } from 'playwright-core';

/** A picture of the user manual. */
export interface Picture {
  /** The name of its file, which the manual shows. */
  name: string;
  path: string;
  onPhone?: boolean;
  signedOut?: boolean;
  inHebrew?: boolean;
  /** Brings the page to what is shown. */
  until: (page: Page) => Promise<void>;
}

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

/** Every picture that the manual shows; dana is the student of the demo data. */
export const pictures: readonly Picture[] = [
  {
    name: 'log-in',
    path: '/login',
    signedOut: true,
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
];
