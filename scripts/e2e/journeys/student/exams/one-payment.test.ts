import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Page } from 'playwright-core';
import { aVisaNumber } from '../../../cards/card.ts';
import { examThat, isOfThreeCredits, rowOf, savedCard } from '../../../exams/registrations.ts';
import { aMinuteAlone, aSession } from '../../../exams/sessions.ts';
import { charged } from '../../../payments/charged.ts';
import { aStudent } from '../../../people/students.ts';
import { Hand } from '../../browser/hand.ts';
import { journey } from '../../browser/screen.ts';
import { sessionWords } from '../../browser/steps.ts';
import type { Device } from '../../browser/windows.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** From the login page to the money step of an exam, a session chosen with it. */
async function toTheSummary(
  hand: Hand,
  page: Page,
  { email, password, subject }: { email: string; password: string; subject: string },
) {
  await page.goto('/login');
  const card = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Login' }) });
  await hand.type(card.getByLabel('Email'), email);
  await hand.type(card.getByLabel('Password', { exact: true }), password);
  await hand.click(card.getByRole('button', { name: 'Login' }));
  await hand.click(page.getByRole('button', { name: `BUY ${subject}` }));
  const pay = page.getByRole('dialog', { name: 'Buy credits and register' });
  await hand.click(pay.getByRole('radio', { name: /^Book a session now/ }));
  return pay;
}

test.each<{ device: Device; card: 'new' | 'saved'; most: number }>([
  { device: 'desk', card: 'new', most: 12 },
  { device: 'phone', card: 'saved', most: 7 },
])(
  'on a $device a student with a $card card books a seat in at most $most steps, with one payment',
  async ({ device, card, most }) => {
    const student = await aStudent();
    const { person, email, password, id } = student;
    if (card === 'saved') await savedCard(person);
    const exam = await examThat(person, isOfThreeCredits);
    const startsAt = await aMinuteAlone(2, 600);
    const sessionId = await aSession({ startsAt });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const hand = new Hand(page);
      const pay = await toTheSummary(hand, page, { email, password, subject: exam.subject });
      // from the page: inside another locator one of the dialog would look for a second dialog
      const session = page.getByRole('radio', { name: sessionWords(startsAt) });
      await session.waitFor({ state: 'attached' });
      // the first session after 24 hours is chosen; this one starts before, which the choice states
      await pay.locator('label').filter({ has: session }).last().click();
      await pay.getByText('This session begins in less than 24 hours.').waitFor();
      if (card === 'new') {
        await hand.type(pay.getByLabel('Name on card'), 'Dana Levi');
        await hand.type(pay.getByLabel('Card number'), aVisaNumber());
        await hand.type(
          pay.getByLabel('Expiry'),
          `12${String(steadyNow().getFullYear() + 3).slice(-2)}`,
        );
        await hand.type(pay.getByLabel('CVV'), '123');
        await hand.type(pay.getByLabel('Billing zip'), '11230');
      }
      await hand.click(pay.getByRole('checkbox', { name: /I agree to the terms/ }));
      await hand.click(pay.getByRole('button', { name: 'Pay', exact: true }));
      const result = page.getByRole('dialog', { name: 'Your session is booked' });
      await result.getByText(sessionWords(startsAt)).first().waitFor();
      await result.getByText(/^Paid with Visa ending in \d{4}$/).waitFor();
      await result
        .getByText('If you change or cancel this session, the $15.00 proctor fee is lost.')
        .waitFor();
      expect(hand.steps).toBeLessThanOrEqual(most);
      await result.getByRole('button', { name: 'Done' }).click();
      await result.waitFor({ state: 'detached' });
    });
    expect(await rowOf(person, exam.id)).toMatchObject({
      status: 'scheduled',
      testSessionId: sessionId,
    });
    expect(await charged(id)).toHaveLength(1);
  },
);
