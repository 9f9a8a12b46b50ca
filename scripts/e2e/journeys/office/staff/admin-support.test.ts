import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import type { Person } from '../../../../portal-user/person.ts';
import { graded, type Sat, sat } from '../../../exams/papers.ts';
import { examThat, registered, rowOf, savedCard } from '../../../exams/registrations.ts';
import { charged } from '../../../payments/charged.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff, staffMenu } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();
let office: Person;
beforeAll(async () => {
  office = await signedInStaff('ROLE_SUPER_ADMIN');
});

/** Creates a student who has failed an exam. */
async function failedOnce(): Promise<Sat> {
  const one = await sat();
  await graded(office, [{ registrationId: one.registrationId, comment: 'Fail' }]);
  return one;
}
const hasCourse = (exam: Exam): boolean =>
  exam.hasAlternateCourseVersion &&
  exam.registration_id === null &&
  exam.id !== 525 &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  !exam.online_only;

describe.each(devicesOf.office)('on a %s', (device) => {
  test('support registers retakes with and without fee, and an exam to a course', async () => {
    const [free, paying, woodmont] = await Promise.all([
      failedOnce(),
      failedOnce(),
      aStudent({ credits: 12, collegeId: 269 }),
    ]);
    const card = await savedCard(paying.person);
    const { exam } = await registered(woodmont.person, await examThat(woodmont.person, hasCourse));
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        const tool = (name: string) => page.getByRole('region', { name, exact: true });
        const about = async (name: string, id: number, code: string) => {
          const at = tool(name);
          await at.getByLabel('Student ID').fill(String(id));
          await at.getByText(/^Edna .*, \d{4}$/).waitFor();
          const exam = at.getByRole('combobox', { name: 'Exam' });
          await exam.focus();
          await at.getByRole('option').first().waitFor();
          await exam.pressSequentially(code);
          await at.locator('[role=option][data-combobox-selected]').waitFor();
          await page.keyboard.press('Enter');
          return at;
        };

        await openAsStaff(screen, 'ROLE_SUPPORT', '/admin/adminSupport');
        await page.getByRole('heading', { name: 'Admin support' }).waitFor();
        expect(await page.title()).toBe('Admin support | Student portal');

        const without = await about(
          'Vendor approved retake (no fee)',
          free.id,
          free.exam.secularNumber,
        );
        await without.getByRole('button', { name: 'Register retake' }).click();
        await page.getByText(`The retake of ${free.exam.subject} is registered.`).waitFor();
        expect(await rowOf(free.person, free.exam.id)).toMatchObject({
          status: 'registered',
          vendor_approved_retake: true,
        });

        const fee = await about(
          'Vendor approved retake with fee',
          paying.id,
          paying.exam.secularNumber,
        );
        await fee.getByRole('radio', { name: new RegExp(card.cc4digits) }).waitFor();
        const before = (await charged(paying.id)).length;
        await fee.getByRole('button', { name: 'Pay and register' }).click();
        await fee.getByText(`The retake of ${paying.exam.subject} is registered.`).waitFor();
        expect((await charged(paying.id)).length).toBe(before + 1);
        expect(await rowOf(paying.person, paying.exam.id)).toMatchObject({
          vendor_approved_retake_with_fee: true,
        });

        const change = await about(
          'Change exam to Woodmont course',
          woodmont.id,
          exam.secularNumber,
        );
        await change.getByRole('button', { name: 'Change to course' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Change to course' }).click();
        await change.getByText(/^The exam was changed to the course /).waitFor();
        expect((await rowOf(woodmont.person, exam.id)).registration_id).toBeNull();

        // not a second time, and for no other student
        await about('Change exam to Woodmont course', free.id, exam.secularNumber);
        await change.getByRole('button', { name: 'Change to course' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Change to course' }).click();
        await change.getByRole('alert').waitFor();
        const menu = await staffMenu(screen);
        expect(await menu.getByRole('link').allTextContents()).toEqual([
          'Overview',
          'Student lookup',
          'Calendar',
          'Waiting list',
          'Catalogue',
          'Study materials',
          'Admin support',
        ]);
      },
      /40[49]|422/,
    );
  });
});
