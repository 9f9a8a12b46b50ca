import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { sql } from '../../../../../portal/databases.ts';
import { mailTo } from '../../../../../portal/mails.ts';
import { anExam } from '../../../../exams/catalogue.ts';
import { sat } from '../../../../exams/papers.ts';
import {
  aSchool,
  aSchoolStudent,
  balanceOf,
  registrationStates,
} from '../../../../people/schools.ts';
import { withBrowser } from '../../../browser/with-browser.ts';
import { atTheOffice, find } from './steps-hand.ts';

withBrowser();

const CLASS = 30;

describe('few steps lead the office', () => {
  // the documents: Schools, the name, Enter, Sessions, the session, Continue; vendor, list and exam
  // twice; Add all, study materials, Next Step, Pay and Register All
  test('from its first page to a class of 30 that is registered for 2 exams: 11', async () => {
    const school = await aSchool({ balance: 20_000 });
    const unique = randomInt(1e9);
    const subjects = [`Ethics ${unique}`, `Prophets ${unique}`] as const;
    const [students] = await Promise.all([
      Promise.all(Array.from({ length: CLASS }, () => aSchoolStudent(school.id))),
      ...subjects.map((subject) => anExam({ subject })),
    ]);
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await find(hand, page, school.name, { of: school.name, at: 'Sessions' });
      await page.getByRole('radio', { checked: true }).first().waitFor({ state: 'attached' });
      await hand.click(page.getByRole('button', { name: 'Continue' }));
      for (const [at, subject] of subjects.entries()) {
        await hand.type(page.getByRole('combobox', { name: `Exam ${at + 1}` }), subject);
        await page
          .locator('[role="option"][data-combobox-selected]')
          .filter({ hasText: subject })
          .waitFor();
        await hand.press('Enter');
      }
      await hand.click(page.getByRole('checkbox', { name: 'Add all' }));
      await hand.click(page.getByRole('radio', { name: 'No' }));
      await page.getByText(`2 exams for ${CLASS} students`).waitFor();
      await hand.click(page.getByRole('button', { name: 'Next Step' }));
      await hand.click(page.getByRole('button', { name: 'Pay and Register All' }));
      // 60 registrations, one after the other
      await page.getByText('successful registrations').waitFor({ timeout: 300_000 });
      expect(hand.steps).toBeLessThanOrEqual(11);
    });
    for (const { id } of students)
      expect(await registrationStates(id)).toEqual(['scheduled', 'scheduled']);
  });

  // the documents: Schools, the name, Enter, Add payment, the date, the amount, Save
  test('to a payment of a school: 4', async () => {
    const school = await aSchool({ balance: 100 });
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await find(hand, page, `${school.name} / payment`, { of: school.name, at: 'Add payment' });
      await page.locator('input:focus').and(page.getByLabel('Amount')).waitFor();
      await hand.typeOn('150.50');
      await hand.press('Enter');
      await page.getByText('The payment was successfully saved.').waitFor();
      expect(hand.steps).toBeLessThanOrEqual(4);
    });
    expect(await balanceOf(school.id)).toBe(250.5);
  });

  // the documents: Registrations report, From, To, Get registrations, Export registrations
  test('to the file of the registrations of last month: 3', async () => {
    const { exam } = await sat();
    await sql(
      'registration',
      // the page reckons months in New York
      `UPDATE session
       SET starts_at = (date_trunc('month', now() AT TIME ZONE 'America/New_York')
                        - interval '10 days') AT TIME ZONE 'America/New_York'
       WHERE id = $1`,
      [exam.testSessionId],
    );
    await atTheOffice('ROLE_ADMIN', async (hand, page) => {
      await hand.click(page.getByRole('link', { name: 'Registrations report' }));
      await hand.click(page.getByRole('button', { name: 'Last month' }));
      await page.getByRole('table').getByText(exam.subject).first().waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        hand.click(page.getByRole('button', { name: 'Export registrations' })),
      ]);
      const file = await readFile(await download.path());
      expect(file.subarray(0, 2).toString()).toBe('PK');
      expect(hand.steps).toBeLessThanOrEqual(3);
    });
  });

  // the documents: Users, Add new admin, login name, full name, email, role, login type, Save
  test('to a new account of staff: 5', async () => {
    const loginName = `e2e.steps.${randomInt(1e9)}`;
    const email = `${loginName}@staff.test`;
    await atTheOffice('ROLE_TECH_SUPPORT', async (hand, page) => {
      await hand.click(page.getByRole('link', { name: 'Users' }));
      await hand.click(page.getByRole('button', { name: 'Add new admin' }));
      const dialog = page.getByRole('dialog', { name: 'Add new admin' });
      await hand.type(dialog.getByLabel('Email'), `Rivka Stern <${email}>`);
      await hand.click(dialog.getByLabel('Support', { exact: true }));
      await hand.click(dialog.getByRole('button', { name: 'Save' }));
      await dialog.waitFor({ state: 'detached' });
      expect(hand.steps).toBeLessThanOrEqual(5);
    });
    await mailTo(email, 'Create your JSE password');
  });
});
