import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { makeVendorApprovedExamRetakeRegistration } from '@portal/contract/exams/retakes';
import { setOnlineExamTakenOverride } from '@portal/contract/sessions/staff-online';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import {
  asProctor,
  finishRun,
  proctored,
  readyOnline,
  start,
  startLinkOf,
} from '../../../exams/online.ts';
import { graded, sat } from '../../../exams/papers.ts';
import { isPlain, rowOf as recordOf } from '../../../exams/registrations.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { agreeAndPay, openAs, rowOf, show } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

let office: Person;
let support: Person;
beforeAll(async () => {
  [office, support] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_SUPPORT'),
  ]);
});

const costsThree = (exam: Exam): boolean => isPlain(exam) && exam.credits === 3;

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a grade that arrives by batch appears on the open page: Pass with its score', async () => {
    const { email, password, exam, registrationId } = await sat();
    await graded(office, [{ registrationId }]);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, { email, password }, '/');
      await show(screen, 'My exams');
      await rowOf(screen, exam.subject).getByText('Pending').first().waitFor();
      await graded(office, [{ registrationId, grade: '88', comment: 'Pass' }]);
      await rowOf(screen, exam.subject).getByText('Pass, 88').first().waitFor();
      await page.getByRole('heading', { name: 'Taken 1' }).waitFor();
    });
  });

  test('a failed exam shows Retake without a score, and is bought again', async () => {
    const { email, password, exam, registrationId, person } = await sat({
      credits: 3,
      holds: costsThree,
    });
    await graded(office, [{ registrationId, grade: '41', comment: 'Fail' }]);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, { email, password }, '/');
      await show(screen, 'My exams');
      const row = rowOf(screen, exam.subject);
      await row.getByText('Fail', { exact: true }).first().waitFor();
      expect(await row.getByText('41').count()).toBe(0);
      await page.getByRole('button', { name: `Retake ${exam.subject}` }).click();
      const warning = page.getByRole('dialog', { name: 'Register a retake' });
      await warning.getByText('You have already taken this exam (Fail).').waitFor();
      await warning.getByRole('button', { name: 'Continue' }).click();
      const pay = page.getByRole('dialog', { name: 'Buy credits and register' });
      // the card that paid for the first try is there
      await pay.getByText('Visa ending in').first().waitFor();
      expect(await pay.getByText('Prepaid', { exact: true }).count()).toBe(0);
      await agreeAndPay(pay);
      await page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
      expect(await recordOf(person, exam.id)).toMatchObject({
        status: 'registered',
        isRetakeNotYetTaken: true,
      });
    });
  });

  test('a retake that the vendor approved shows neither credits nor fees of no one', async () => {
    const { id, email, password, exam, registrationId } = await sat();
    await graded(office, [{ registrationId, comment: 'Disqualified' }]);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, { email, password }, '/');
      await show(screen, 'My exams');
      const row = rowOf(screen, exam.subject);
      await row.getByText('Disqualified').first().waitFor();
      await support.do(makeVendorApprovedExamRetakeRegistration, {
        examId: exam.id,
        student_id: id,
      });
      await page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
      await page.getByRole('button', { name: 'Cancel exam', exact: true }).click();
      const cancel = page.getByRole('dialog', { name: 'Cancel exam' });
      await cancel.waitFor();
      expect(await cancel.getByText('You can transfer the credits').count()).toBe(0);
    });
  });

  test('a student resumes an exam that the office reopened by a new link', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    await asProctor(proctorUuid, 'let_in');
    await until(
      () => recordOf(ready.person, ready.exam.id),
      ({ status }) => status === 'online_access',
    );
    const { body } = await start(await startLinkOf(proctorUuid));
    await finishRun(body.url);
    await asProctor(proctorUuid, 'completed');
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, ready, '/');
      await show(screen, 'My exams');
      await page.getByRole('heading', { name: 'Taken 1' }).waitFor();
      await office.do(setOnlineExamTakenOverride, { registrationId: ready.registrationId });
      await page.getByText('Your exam is open again.').waitFor();
      expect(await page.getByRole('button', { name: 'Cancel exam', exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Continue exam' }).click();
      const again = page.getByRole('dialog', { name: 'Continue exam' });
      const [proctoring] = await Promise.all([
        page.context().waitForEvent('page'),
        again.getByRole('button', { name: 'Continue', exact: true }).click(),
      ]);
      await proctoring.waitForLoadState();
      await proctoring.getByRole('button', { name: 'Let in' }).click();
      const link = proctoring.getByRole('link', { name: 'Open the exam' });
      const [exam] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await exam.getByRole('button', { name: 'Finish exam' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('heading', { name: 'Taken 1' }).waitFor();
    });
  });
});
