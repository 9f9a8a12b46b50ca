import { describe, expect, test } from '@jest/globals';
import { sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.both)('on a %s', (device) => {
  test('a student reads the portal in Hebrew, right to left, and in English again', async () => {
    const { id, email, password, person } = await aStudent({ credits: 8 });
    const { exam } = await registered(person, await examThat(person, isPlain));
    const isKept = (language: string) =>
      until(
        () =>
          sql<{ language: string | null }>(
            'identity',
            'SELECT language FROM student WHERE id = $1',
            [id],
          ),
        ([row]) => row?.language === language,
      );
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const html = page.locator('html');
      await page.goto('/login');
      await page.getByRole('button', { name: 'עברית' }).click();
      await page.getByRole('button', { name: 'English' }).waitFor();
      expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
        'he',
        'rtl',
      ]);
      await page.getByLabel('דוא״ל').first().fill(email);
      await page.getByLabel('סיסמה', { exact: true }).fill(password);
      await page.locator('form').first().getByRole('button').last().click();
      await page.getByRole('heading', { name: 'כל המבחנים' }).waitFor();
      await page.getByRole('button', { name: /^GET / }).first().waitFor();
      await isKept('he'); // for mails
      await page.goto('/?myexams=');
      const steps = page
        .getByRole('listitem')
        .filter({ hasText: exam.subject })
        .getByRole('list')
        .first()
        .getByRole('listitem');
      const [first, second] = [await steps.nth(0).boundingBox(), await steps.nth(1).boundingBox()];
      expect(second?.x).toBeLessThan(first?.x ?? 0);
      await page.goto('/packages');
      await page.getByRole('article').first().waitFor();
      await page.goto('/myaccount');
      await page.getByRole('heading', { name: 'החשבון שלי', level: 1 }).waitFor();
      // English words that are not names would stand out
      const words = await page.locator('main').innerText();
      expect(words).not.toMatch(/\b(?:the|your|you|and|Show|Save|Change|Credits|Payments)\b/);

      if (screen.isPhone) {
        await page.getByRole('button', { name: 'תפריט' }).click();
        await page.getByText('English', { exact: true }).click();
      } else {
        await page.getByRole('button', { name: 'שלום' }).click();
        await page.getByRole('menuitemradio', { name: 'English' }).click();
      }
      await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
      expect(await html.getAttribute('lang')).toBe('en');
      await isKept('en');
    });
  });
});
