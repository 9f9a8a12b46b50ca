import { expect, test } from '@jest/globals';
import { logout } from '@portal/contract/students/auth';
import { aStudent } from '../../../people/students.ts';
import { journey } from '../../browser/screen.ts';
import { agreeAndPay, openAs, typeCard } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** The refused calls themselves. */
const REFUSED = /status of 401/;

test('a student whose session ends over a payment signs in over it and pays once', async () => {
  const student = await aStudent({ credits: 8 });
  await journey(
    browser,
    'desk',
    async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/packages?dialog=buy-credits&of=2');
      const pay = page.getByRole('dialog', { name: 'Buy credits' });
      await pay.getByRole('button', { name: 'One credit more' }).click();
      await pay.getByLabel('Name on card').fill('Dana Levi');
      await student.person.do(logout, {}); // ends every session of the account
      const again = page.getByRole('dialog', { name: 'Your session ended' });
      await again.waitFor(); // the stream checks every 20 seconds
      expect(await page.evaluate('location.pathname')).toBe('/packages');
      await again.getByLabel('Email').fill(student.email);
      await again.getByLabel('Password', { exact: true }).fill(student.password);
      await again.getByRole('button', { name: 'Login' }).click();
      await again.waitFor({ state: 'detached' });
      await pay.getByText('3 credits at').waitFor();
      expect(await pay.getByLabel('Name on card').inputValue()).toBe('');
      await typeCard(pay);
      await agreeAndPay(pay);
      await page
        .getByRole('dialog', { name: 'Payment received' })
        .getByText('11 credits')
        .waitFor();
    },
    REFUSED,
  );
});

test('another student who signs in there sees and sends nothing of the first', async () => {
  const [dana, noam] = await Promise.all([aStudent({ credits: 8 }), aStudent({ credits: 3 })]);
  await journey(
    browser,
    'phone',
    async (screen) => {
      const { page } = screen;
      await openAs(screen, dana, '/packages?dialog=buy-credits&of=2');
      await page.getByRole('dialog', { name: 'Buy credits' }).waitFor();
      await dana.person.do(logout, {});
      const again = page.getByRole('dialog', { name: 'Your session ended' });
      await again.waitFor(); // the stream checks every 20 seconds
      await again.getByLabel('Email').fill(noam.email);
      await again.getByLabel('Password', { exact: true }).fill(noam.password);
      await again.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('heading', { name: 'All Exams' }).waitFor();
      await page
        .getByText('3 credits', { exact: true })
        .filter({ visible: true })
        .first()
        .waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    },
    REFUSED,
  );
});
