import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { setStaffPassword, someStaff } from '../../../people/staff.ts';
import { aStudent, letters } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsAccount } from '../../browser/staff-steps.ts';
import { rowOf, show, signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Sooner than a page without events would poll. */

/** Creates staff of the office with a password. */
async function anOfficer(role: 'ROLE_ADMIN' | 'ROLE_ADVISOR') {
  const staff = await someStaff(role);
  await setStaffPassword(staff);
  return staff;
}

/** Creates a student whose credits pay the proctor, so that booking needs no card. */
const aPrepaidStudent = (lastName: string) =>
  aStudent({ lastName, credits: [{ credits: 8, proctorFeeCents: 0 }] });

const inView = (page: Page) => page.getByRole('region', { name: 'Student in view' });

test.each(devicesOf.office)(
  'an admin registers, schedules and cancels for a student, whose open page shows it: %s',
  async (device) => {
    const lastName = `Acted${letters(10)}`;
    const [admin, student, sessionId] = await Promise.all([
      anOfficer('ROLE_ADMIN'),
      aPrepaidStudent(lastName),
      aSession(),
    ]);
    expect(sessionId).toBeGreaterThan(0);
    const exam = await examThat(student.person, isPlain);
    await journey(browser, device, async (screen) => {
      await openAsAccount(screen.page, '/admin/student-lookup', admin);
      await screen.page.getByLabel('Last name').fill(lastName);
      await screen.page.keyboard.press('Enter');
      const more = screen.page.getByRole('link', { name: `More about ${student.firstName}` });
      expect(await more.getAttribute('target')).toBe('_blank');
      const address = await more.getAttribute('href');
      await journey(browser, 'desk', async (own) => {
        await own.page.goto('/login');
        await signIn(own, student);
        await show(own, 'My exams');
        await own.page.getByText('Here is where your purchased').waitFor();

        const { page } = screen;
        await page.goto(`${address}`);
        await inView(page).getByText(lastName).waitFor();
        await inView(page).getByText('8 credits').waitFor();
        await page.getByRole('searchbox').fill(exam.subject);
        await page.keyboard.press('Enter');
        await rowOf(screen, exam.subject)
          .getByRole('button', { name: `GET ${exam.subject}` })
          .click();
        await own.page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
        await inView(page)
          .getByText(`${8 - exam.credits} credit`)
          .waitFor();

        // the sessions are offered at once, and can be chosen later
        const offered = page.getByRole('dialog', { name: 'Schedule session' });
        await offered.getByRole('radio', { checked: true }).waitFor({ state: 'attached' });
        await page.keyboard.press('Escape');
        await offered.waitFor({ state: 'detached' });
        await page.getByRole('searchbox').fill('');
        await page.keyboard.press('Enter');
        await show(screen, 'My exams');
        await page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
        await page.getByRole('button', { name: 'Schedule', exact: true }).click();
        const picker = page.getByRole('dialog');
        // some sessions take no bookings
        const free = picker.getByRole('radio', { disabled: false });
        await free.first().press('Space');
        await picker.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('heading', { name: 'Coming up 1' }).waitFor();
        await own.page.getByRole('heading', { name: 'Coming up 1' }).waitFor();

        await page.getByRole('button', { name: 'Cancel exam', exact: true }).click();
        const asks = page.getByRole('dialog');
        await asks.getByRole('button', { name: 'Confirm' }).click();
        await asks.getByText('Please select a cancelling reason').waitFor();
        await asks.getByText('Student request').click();
        await asks.getByRole('button', { name: 'Confirm' }).click();
        await asks.waitFor({ state: 'detached' });
        await inView(page).getByText('8 credits').waitFor();
        await own.page.getByText('Here is where your purchased').waitFor();
      });
    });
  },
);

test('two windows show a student each, also when one changes to the other', async () => {
  const stamp = letters(10);
  const [admin, one, other] = await Promise.all([
    anOfficer('ROLE_ADMIN'),
    aPrepaidStudent(`One${stamp}`),
    aStudent({ lastName: `Other${stamp}`, credits: 3 }),
  ]);
  const exam = await examThat(one.person, isPlain);
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsAccount(screen.page, `/admin/student/${one.id}`, admin);
    await inView(page).getByText('8 credits').waitFor();
    const second = await page.context().newPage();
    await second.goto(`/admin/student/${other.id}`);
    await inView(second).getByText('3 credits').waitFor();

    await page.getByRole('searchbox').fill(exam.subject);
    await page.keyboard.press('Enter');
    await rowOf(screen, exam.subject)
      .getByRole('button', { name: `GET ${exam.subject}` })
      .click();
    await inView(page)
      .getByText(`${8 - exam.credits} credit`)
      .waitFor();
    await second.getByText('My exams', { exact: true }).first().click();
    await second.getByText('Here is where your purchased').waitFor();
    expect(await inView(second).textContent()).toContain(`Other${stamp}`);

    await second.goto(`/admin/profile/${one.id}`);
    await inView(second).getByText(`One${stamp}`).waitFor();
    await second.getByText(exam.subject).first().waitFor();
    await second.goBack();
    await inView(second).getByText(`Other${stamp}`).waitFor();
    await second.getByText('Here is where your purchased').waitFor();
  });
});

test('profile, packages and account of a student; an advisor only looks', async () => {
  const stamp = letters(10);
  const [admin, advisor, student] = await Promise.all([
    anOfficer('ROLE_ADMIN'),
    anOfficer('ROLE_ADVISOR'),
    aPrepaidStudent(`Seen${stamp}`),
  ]);
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsAccount(screen.page, `/admin/profile/${student.id}`, admin);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.getByRole('button', { name: 'Payment methods' }).click();
    await page.getByRole('dialog').getByText('No payment methods.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Add card' }).waitFor();
    await page.keyboard.press('Escape');
    const tabs = page.getByRole('navigation', { name: 'Student', exact: true });
    await tabs.getByRole('link', { name: 'Packages' }).click();
    await page.getByRole('heading', { name: 'Admin only packages' }).waitFor();
    expect(
      await page
        .getByRole('button', { name: /^Assign/ })
        .first()
        .isDisabled(),
    ).toBe(true);
    await tabs.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByRole('heading', { name: 'Saved cards' }).waitFor();
  });
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsAccount(screen.page, `/admin/student/${student.id}`, advisor);
    await page.getByRole('heading', { name: 'All Exams' }).waitFor();
    await page.getByRole('listitem').first().waitFor();
    expect(await page.getByRole('button', { name: /^(GET|BUY) / }).count()).toBe(0);
    const tabs = page.getByRole('navigation', { name: 'Student', exact: true });
    expect(await tabs.getByRole('link').allTextContents()).toEqual([
      'Profile',
      'Exams',
      'Student info',
      'Receipt',
      'Seminary redemption',
      'Transcripts',
    ]);
    await page.goto(`/admin/packages/${student.id}`);
    await page.getByText('That page is not open to your account.').waitFor();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
