import { describe, expect, test } from '@jest/globals';
import { sql } from '../../../../portal/databases.ts';
import { creditPrice } from '../../../cards/credit-price.ts';
import { examThat, isPlain, savedCard } from '../../../exams/registrations.ts';
import { charged } from '../../../payments/charged.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { agreeAndPay, openAs, registeredDone, rowOf } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.student)('on a %s', (device) => {
  test('an amount that changed before payment is confirmed again and alone charged', async () => {
    const { person, id, email, password } = await aStudent();
    const exam = await examThat(
      person,
      (row) => isPlain(row) && row.credits === 3 && row.vendor_id !== 3,
    );
    await savedCard(person);
    const price = async () => 3 * (await creditPrice(person));
    const first = `$${(await price()).toFixed(2)}`;
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, { email, password }, '/');
        await page.getByRole('button', { name: `BUY ${exam.subject}` }).click();
        const pay = page.getByRole('dialog', { name: 'Buy credits and register' });
        await pay.getByText(first).first().waitFor();
        // the office makes the student a member
        await sql('payments', 'UPDATE student_copy SET membership_type_id = 1 WHERE id = $1', [id]);
        await agreeAndPay(pay);
        await pay.getByText('The amount has changed.').waitFor();
        await pay.locator('s', { hasText: first }).waitFor();
        expect(await pay.getByRole('checkbox', { name: /I agree to the terms/ }).isChecked()).toBe(
          false,
        );
        expect(await pay.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true);
        expect(await charged(id)).toEqual([]);
        await agreeAndPay(pay);
        await registeredDone(screen);
        await rowOf(screen, exam.subject).getByText('Registered').first().waitFor();
        expect((await charged(id)).map(({ amount }) => amount)).toEqual([await price()]);
      },
      /409/,
    );
  });
});
