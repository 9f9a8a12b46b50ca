import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { linkIn, mailTo } from '../../../../portal/mails.ts';
import { examThat, isPlain } from '../../../exams/registrations.ts';
import { aMinuteAlone, aSession } from '../../../exams/sessions.ts';
import { charged } from '../../../payments/charged.ts';
import { anEnrolled, aPassword, aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import {
  agreeAndPay,
  closeResult,
  getExam,
  goTo,
  openMenu,
  registeredDone,
  rowOf,
  sessionWords,
  show,
  signIn,
  signUp,
  sittingWords,
  typeCard,
} from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** An exam of three credits, with materials, and a name that is in no other exam's name. */
const isGood = (exam: Exam): boolean =>
  isPlain(exam) && exam.credits === 3 && exam.vendor_id !== 3 && exam.study_materials.length > 1;

const DAY = 24 * 3_600_000;
const dayBefore = (at: Date): Date => new Date(at.getTime() - DAY);
const freeUntil = (startsAt: Date): string =>
  `Free to change until ${sittingWords(dayBefore(startsAt))}. ` +
  'After that the $15.00 proctor fee is lost.';

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a new student signs up, buys an exam, books, cancels, gets it by a package', async () => {
    const student = await anEnrolled({ email: undefined });
    const email = `new.${student.id}@student.test`;
    const { person } = await aStudent();
    const exam = await examThat(person, isGood);
    // at minutes of their own: the picker names sessions by their time
    const moments = [await aMinuteAlone(20 * 24, 600), await aMinuteAlone(27 * 24, 600)] as const;
    for (const startsAt of moments) await aSession({ startsAt });
    await journey(browser, device, async (screen) => {
      const { page } = screen;

      // sign-up card, mail, password
      await page.goto('/');
      await page.getByRole('heading', { name: 'Login' }).waitFor();
      await signUp(screen, student, email);
      const { path } = linkIn(await mailTo(email, 'Create your JSE password'));
      await page.goto(path);
      await page.getByLabel('Password', { exact: true }).fill(aPassword);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Use your new password to login').waitFor();
      await mailTo(email, 'Welcome to the JSE student portal');
      await page.getByRole('link', { name: 'Go to login' }).click();
      await signIn(screen, { email, password: aPassword });

      // the list, the search, and the student's own exams
      await page.getByRole('heading', { name: 'All Exams', level: 1 }).waitFor();
      expect(await page.title()).toBe('All Exams | Student portal');
      const search = page.getByRole('searchbox', { name: 'Search all exams' });
      await search.fill('zzzz');
      await search.press('Enter');
      await page
        .getByText('Sorry, there are no exams that match your criteria. Please try again.')
        .waitFor();
      await search.fill(`"${exam.subject}"`);
      await search.press('Enter');
      await page.getByRole('heading', { name: `Showing ""${exam.subject}""`, level: 1 }).waitFor();
      await show(screen, 'My exams');
      await page.getByText('Here is where your purchased or completed exams will show').waitFor();
      await show(screen, 'View all');
      await rowOf(screen, exam.subject)
        .getByRole('button', { name: new RegExp(exam.subject) })
        .first()
        .click();
      await page
        .getByText(exam.study_materials[0]?.display_title ?? '')
        .first()
        .waitFor();

      // BUY with a new card
      await page.getByRole('button', { name: `BUY ${exam.subject}` }).click();
      const pay = page.getByRole('dialog', { name: 'Buy credits and register' });
      await pay.getByLabel('Card number').waitFor();
      const last4 = await typeCard(pay);
      await agreeAndPay(pay);
      await page
        .getByRole('dialog', { name: 'You are registered' })
        .getByText(`Paid with Visa ending in ${last4}`)
        .waitFor();
      await registeredDone(screen);
      await rowOf(screen, exam.subject).getByText('Registered').first().waitFor();
      expect(await charged(student.id)).toHaveLength(1);
      const { text } = await mailTo(email, /study material|registered/i);
      for (const { display_title } of exam.study_materials) expect(text).toContain(display_title);

      // a session, with the fee before it
      await show(screen, 'My exams');
      await page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
      await page.getByRole('button', { name: 'Schedule' }).click();
      const choose = page.getByRole('dialog', { name: 'Schedule session' });
      await choose.getByRole('radio', { name: sessionWords(moments[0]) }).press('Space');
      await choose.getByRole('button', { name: 'Continue' }).click();
      const fees = page.getByRole('dialog', { name: 'Pay fees' });
      await fees.getByText(`Visa ending in ${last4}`).waitFor();
      await agreeAndPay(fees);
      await fees.waitFor({ state: 'detached' });
      const paid = page.getByRole('dialog', { name: 'Paid and booked' });
      await paid.getByText('Paid $15.00').waitFor();
      await paid.getByText(`Visa ending in ${last4}`).waitFor();
      await paid.getByText(sessionWords(moments[0])).waitFor();
      await paid.getByText(freeUntil(moments[0])).waitFor();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        paid.getByRole('button', { name: 'Add to calendar' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('exam.ics');
      await paid.getByRole('link', { name: 'My exams' }).click();
      await paid.waitFor({ state: 'detached' });
      await page.getByText(sessionWords(moments[0])).first().waitFor();
      expect((await charged(student.id)).map(({ amount }) => amount).at(-1)).toBe(15);
      expect((await mailTo(email, /session/i)).text).toContain(exam.subject);

      // another session, none, and then not the exam either
      await page.getByRole('button', { name: 'Reschedule' }).click();
      const move = page.getByRole('dialog', { name: 'Reschedule session' });
      await move.getByText('Original Session').waitFor();
      await move.getByRole('radio', { name: sessionWords(moments[1]) }).press('Space');
      await move.getByRole('button', { name: 'Continue' }).click();
      await move.waitFor({ state: 'detached' });
      await page
        .getByRole('dialog', { name: 'Booked', exact: true })
        .getByText(freeUntil(moments[1]))
        .waitFor();
      await closeResult(page, 'Booked');
      await page.getByText(sessionWords(moments[1])).first().waitFor();
      await page.getByRole('button', { name: 'Cancel session' }).click();
      const leave = page.getByRole('dialog', { name: 'Cancel session' });
      await leave.getByText('Your proctor payment is kept for the next session.').waitFor();
      await leave
        .getByText(`Until ${sittingWords(dayBefore(moments[1]))}; it is lost after that`)
        .waitFor();
      await leave.getByText('$15.00').waitFor();
      await leave.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();
      await page.getByRole('button', { name: 'Cancel exam', exact: true }).click();
      const cancel = page.getByRole('dialog', { name: 'Cancel exam' });
      await cancel
        .getByText('You can transfer the credits from this exam to buy another exam.')
        .waitFor();
      for (const words of ['Back on the account', '3 credits', '$15.00'])
        await cancel.getByText(words).waitFor();
      await cancel.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Here is where your purchased or completed exams will show').waitFor();
      await page.getByText('3 credits').filter({ visible: true }).first().waitFor();

      // a package with the saved card, and GET
      await goTo(screen, 'Packages');
      await page
        .getByRole('heading', { name: 'Packages and pricing designed for students' })
        .waitFor();
      await page
        .getByRole('article')
        .filter({ hasText: 'Recommended' })
        .getByRole('button', { name: /^Buy/ })
        .click();
      const buy = page.getByRole('dialog', { name: 'Buy credits' });
      await buy.getByText(`Visa ending in ${last4}`).waitFor();
      await agreeAndPay(buy);
      const received = page.getByRole('dialog', { name: 'Payment received' });
      await received.getByText(/^Thank you\. \d+ credits were added to your account\.$/).waitFor();
      await received.getByText(`Visa ending in ${last4}`).waitFor();
      await received.getByRole('link', { name: 'Exams' }).click();
      await page.getByRole('button', { name: `GET ${exam.subject}` }).click();
      await rowOf(screen, exam.subject)
        .getByText(/^3 credits; \d+ left$/)
        .waitFor();
      await page.getByRole('button', { name: 'Not now' }).click();
      await getExam(screen, exam.subject);
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.focus(); // it stays as long as it has the focus
      await undo.click();
      await page.getByRole('button', { name: `GET ${exam.subject}` }).waitFor();
      await getExam(screen, exam.subject);
      await rowOf(screen, exam.subject).getByText('Registered').first().waitFor();
      await goTo(screen, 'My account');
      await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();

      // and out
      const logout = await openMenu(screen);
      await logout.click();
      await page.getByRole('heading', { name: 'Login' }).waitFor();
      await page.goto('/packages');
      await page.getByRole('heading', { name: 'Login' }).waitFor();
    });
  });
});
