import { describe, expect, test } from '@jest/globals';
import { examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { aStudent } from '../../../people/students.ts';
import { addressOf, changed, refuse, refusedCalls } from '../../browser/answers.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs, rowOf, show, typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** The globals of the page that are read; Node has no document. */
declare const document: {
  readonly activeElement: {
    readonly textContent: string;
    closest(selector: string): { readonly id: string } | null;
  } | null;
};

withBrowser();

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a page that failed is retried on request, and office packages are not sold', async () => {
    const student = await aStudent({ credits: 8 });
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/exam-protocol');
        await page.getByRole('heading', { name: 'Exam protocol', level: 1 }).waitFor();
        for (const call of [
          'getAllExamsAccordingStudent',
          'getPackagesTypesToDisplay',
          'getPaymentMethods',
        ] as const)
          await refuse(page, call, 500, 'internal', 'Something went wrong. Please try again.');
        await page.goto('/');
        await page.getByText('Error: Something went wrong. Please try again.').waitFor();
        await page.unroute(addressOf('getAllExamsAccordingStudent'));
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('button', { name: /^GET/ }).first().waitFor();
        await page.goto('/myaccount');
        await page.getByText('Something went wrong. Please try again.').waitFor();
        await page.goto('/packages');
        await page.getByText('Something went wrong. Please try again.').waitFor();

        await page.unroute(addressOf('getPackagesTypesToDisplay'));
        await changed<object>(page, 'getCreditsInfo', (credits) => ({
          ...credits,
          packageBuyingDisabled: true,
        }));
        await page.goto('/packages');
        await page.getByText('Please call the office to buy credits.').waitFor();
        expect(await page.getByRole('button', { name: 'Buy single credits' }).isDisabled()).toBe(
          true,
        );
      },
      refusedCalls,
    );
  });

  test('a card is added on the account, and single credits are bought with it', async () => {
    const student = await aStudent();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/myaccount');
        await page.getByRole('button', { name: 'Add card' }).click();
        const add = page.getByRole('dialog', { name: 'Add card' });
        await add.getByRole('button', { name: 'Save' }).click();
        await add.getByText('Please fill in all the fields accurately.').waitFor();
        const last4 = await typeCard(add);
        await add.getByRole('button', { name: 'Save' }).click();
        await page.getByText(`The Visa ending in ${last4} was saved.`).waitFor();
        await page.goto('/packages');
        await page.getByRole('button', { name: 'Buy single credits' }).click();
        await page
          .getByRole('dialog', { name: 'Buy credits' })
          .getByText(`Visa ending in ${last4}`)
          .waitFor();
      },
      refusedCalls,
    );
  });

  test('a registration is refused, cancelled with a refund, or left to the office', async () => {
    const student = await aStudent({ credits: 12 });
    const { exam } = await registered(student.person, await examThat(student.person, isPlain));
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await refuse(
          page,
          'onlineExamRegistration',
          409,
          'already_registered',
          'You are already registered for <b>this exam</b>.<br>Call us.',
        );
        await openAs(screen, student, '/');
        await page
          .getByRole('button', { name: /^GET/ })
          .and(page.locator(':enabled'))
          .first()
          .click();
        await page.getByRole('button', { name: 'Register', exact: true }).click();
        await page
          .getByRole('dialog', { name: 'The exam was not registered' })
          .getByText('Call us.')
          .waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.waitForFunction(() => document.activeElement?.textContent === 'GET');

        await refuse(
          page,
          'cancelExamRegistration',
          403,
          'office_only',
          'Please call the office to cancel this exam.',
        );
        await show(screen, 'My exams');
        const cancel = rowOf(screen, exam.subject).getByRole('button', {
          name: 'Cancel exam',
          exact: true,
        });
        const cancelled = async (dialog: string, says: string): Promise<void> => {
          await cancel.click();
          await page.getByRole('button', { name: 'Confirm' }).click();
          await page.getByRole('dialog', { name: dialog }).getByText(says).waitFor();
        };
        await cancelled('Offices', 'Please call the office to cancel this exam.');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.waitForFunction(
          (id) => document.activeElement?.closest('li')?.id === id,
          `exam-${exam.id}`,
        );

        await page.unroute(addressOf('cancelExamRegistration'));
        const refund = { noCharge: false, refundAmount: 50, msg: null, error: null };
        await changed<object>(page, 'cancelExamRegistration', (body) => ({
          ...body,
          refundAdditionalFees: refund,
        }));
        await cancelled('Refund', '$50.00 was refunded to your card.');
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
        await page.getByText('Here is where your purchased or completed exams will show').waitFor();
        await page.waitForFunction(() => document.activeElement?.closest('main') != null);
      },
      refusedCalls,
    );
  });
});
