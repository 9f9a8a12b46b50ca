import { expect, test } from '@jest/globals';
import { booked, examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { aMinuteAlone, aSession } from '../../../exams/sessions.ts';
import { charged } from '../../../payments/charged.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { agreeAndPay, openAs, rowOf, sessionWords, show, typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** The globals of the page that are read; Node has no document. */
declare const document: { readonly activeElement: { readonly textContent: string } | null };

withBrowser();

test.each(devicesOf.student)(
  'on a %s, an unknown page says so and links home, which is the login for a stranger',
  async (device) => {
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await page.goto('/no/such/page');
        await page.getByRole('heading', { name: 'Page not found' }).waitFor();
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('heading', { name: 'Login' }).waitFor();
        await page.getByRole('button', { name: /Support/ }).click();
        await page.getByRole('dialog', { name: 'Offices' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      },
      /status of 404/,
    );
  },
);

test('a person who is redirected to the login returns to the requested page', async () => {
  const student = await aStudent({ credits: 8 });
  const { exam } = await registered(student.person, await examThat(student.person, isPlain));
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAs(screen, student, `/?myexams=${exam.id}`);
    await page.getByRole('heading', { name: 'My Exams', level: 1 }).waitFor();
    await rowOf(screen, exam.subject).getByRole('button', { name: 'Schedule' }).waitFor();
    await page.goto('/exam-protocol');
    await page.getByRole('heading', { name: 'Exam protocol', level: 1 }).waitFor();
  });
});

test('a declined card is reported where it was used, and another one pays', async () => {
  const student = await aStudent();
  const exam = await examThat(student.person, isPlain);
  await journey(
    browser,
    'phone',
    async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/');
      await page.getByRole('button', { name: `BUY ${exam.subject}` }).click();
      const pay = page.getByRole('dialog', { name: 'Buy credits and register' });
      await typeCard(pay, { zip: '46282' });
      await agreeAndPay(pay);
      await pay.getByText('There was a problem charging your card.').waitFor();
      expect(await charged(student.id)).toEqual([]);
      await pay.getByLabel('Billing zip').fill('11230');
      await pay.getByRole('button', { name: 'Pay', exact: true }).click();
      await pay.waitFor({ state: 'detached' });
      expect(await charged(student.id)).toHaveLength(1);
    },
    /status of 402/,
  );
});

test('a session that filled up in the meantime is reported, and the paid fee is kept', async () => {
  const student = await aStudent({ credits: 8 });
  const { exam } = await registered(student.person, await examThat(student.person, isPlain));
  const startsAt = await aMinuteAlone(15 * 24 + 1, 60);
  const sessionId = await aSession({ startsAt, seats: 1 });
  const rival = await aStudent({ credits: 8 });
  await journey(
    browser,
    'desk',
    async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/');
      await show(screen, 'My exams');
      await rowOf(screen, exam.subject).getByRole('button', { name: 'Schedule' }).click();
      const choose = page.getByRole('dialog', { name: 'Schedule session' });
      await choose.getByRole('radio', { name: sessionWords(startsAt) }).press('Space');
      await choose.getByRole('button', { name: 'Continue' }).click();
      await booked(rival.person, await examThat(rival.person, isPlain), sessionId);
      const fees = page.getByRole('dialog', { name: 'Pay fees' });
      await typeCard(fees);
      await agreeAndPay(fees);
      await fees.getByText(/full/i).waitFor();
      expect(await charged(student.id)).toEqual([]);
    },
    /status of 409/,
  );
});

test('a man is referred to the office', async () => {
  const student = await aStudent({ credits: 8, gender: '1' });
  const { exam } = await registered(student.person, await examThat(student.person, isPlain));
  await journey(browser, 'phone', async (screen) => {
    const { page } = screen;
    await openAs(screen, student, '/');
    await show(screen, 'My exams');
    await rowOf(screen, exam.subject).getByRole('button', { name: 'Schedule' }).click();
    await page
      .getByRole('dialog', { name: 'Offices' })
      .getByText('Please call the office to book this session.')
      .waitFor();
  });
});

test('everything works with the keyboard alone, and the focus returns to its place', async () => {
  const student = await aStudent({ credits: 8 });
  const { exam } = await registered(student.person, await examThat(student.person, isPlain));
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await page.goto('/login');
    await page.getByLabel('Email').first().focus();
    await page.keyboard.type(student.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(student.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All Exams', level: 1 }).waitFor();
    await page.goto(`/?myexams=${exam.id}`);
    const cancel = rowOf(screen, exam.subject).getByRole('button', {
      name: 'Cancel exam',
      exact: true,
    });
    await cancel.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel exam' });
    const keep = dialog.getByRole('button', { name: 'Keep exam' });
    await keep.waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Keep exam');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel exam');
  });
});
