import { expect, test } from '@jest/globals';
import { adminLogout } from '@portal/contract/students/auth';
import type { Page } from 'playwright-core';
import { appCode } from '../../../people/second-factor/authenticator.ts';
import { freeCodes, staffWithApp } from '../../../people/second-factor/staff-with-app.ts';
import { someStaff } from '../../../people/staff.ts';
import { quickHash } from '../../../people/students.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { chooseApp, removeApp, signInAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** The refused calls themselves. */
const REFUSED = /status of (401|422)/;

/** Adds Chromium's own authenticator, whose person is present and verified. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function logOut({ page, isPhone }: Screen): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('User name').waitFor();
}

/** Opens the dialog that adds a method, past the password. */
async function beginToAdd(page: Page, password: string) {
  await page.getByRole('button', { name: 'Add method' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add method' });
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('radio', { name: 'Passkey' }).waitFor();
  return dialog;
}

test.each(devicesOf.both)(
  'staff add a passkey, save the codes, and log in by it without another click: on a %s',
  async (device) => {
    const staff = await someStaff('ROLE_ADMIN', { passwordHash: quickHash });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await withAuthenticator(page);
      await signInAsStaff(page, '/admin/security', staff);
      await page.getByText('You sign in with your password alone.').waitFor();
      const dialog = await beginToAdd(page, staff.password);
      await dialog.getByLabel('Name', { exact: true }).fill('My laptop');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText('Save these codes. They are shown once.').waitFor();
      await page.keyboard.press('Escape'); // shown once, so they stay until they are saved
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: 'Download' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('jse-recovery-codes.txt');
      await dialog.getByRole('button', { name: 'I have saved them' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('My laptop').waitFor();
      await page.getByText('10 of 10 left').waitFor();

      await logOut(screen);
      await signInAsStaff(page, '/admin/security', staff);
      await page.getByText('last used').first().waitFor();
    });
  },
);

test('staff add an app by its key, log in by its code and by a recovery code', async () => {
  const staff = await someStaff('ROLE_SUPPORT', { passwordHash: quickHash });
  await journey(
    browser,
    'phone',
    async (screen) => {
      const { page } = screen;
      await signInAsStaff(page, '/admin/security', staff);
      const dialog = await beginToAdd(page, staff.password);
      const secret = await chooseApp(dialog);
      await dialog.getByLabel('Enter the code of your app').fill(appCode(secret));
      await dialog.getByRole('button', { name: 'Add app' }).click();
      await dialog.getByText('Save these codes. They are shown once.').waitFor();
      await freeCodes(staff);
      const code = await dialog.getByRole('listitem').first().innerText();
      await dialog.getByRole('button', { name: 'I have saved them' }).click();
      await dialog.waitFor({ state: 'detached' });

      await logOut(screen);
      await signInAsStaff(page, '/admin/security', staff);
      const typed = page.getByLabel('Enter the code of your app');
      await typed.fill('000000');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('This code is not correct.').waitFor();
      await typed.fill(appCode(secret));
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('10 of 10 left').waitFor();

      await logOut(screen);
      await signInAsStaff(page, '/admin/security', staff);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Use a recovery code').fill(code);
      await page.getByLabel('Remember this device for 30 days').check();
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('9 of 10 left').waitFor();

      await logOut(screen); // this device is trusted now
      await signInAsStaff(page, '/admin/security', staff);
      await page.getByText('1 device is not asked for the second step.').waitFor();
      await removeApp(page, staff.password);
      await page.getByText('You sign in with your password alone.').waitFor();
    },
    REFUSED,
  );
});

test('over a page whose session ended the second step comes too, and the page stays', async () => {
  const { staff, secret, person } = await staffWithApp('ROLE_SUPER_ADMIN');
  await journey(
    browser,
    'desk',
    async (screen) => {
      const { page } = screen;
      await signInAsStaff(page, '/admin/settings', staff);
      await page.getByLabel('Enter the code of your app').fill(appCode(secret));
      await page.getByRole('button', { name: 'Login' }).click();
      const balance = page.getByLabel('Low school balance');
      await balance.fill('777');
      await freeCodes(staff);
      await person.do(adminLogout, {}); // ends every session of the account
      await page.getByRole('button', { name: 'Save' }).click();
      const again = page.getByRole('dialog', { name: 'Your session ended' });
      await again.getByLabel('User name').fill(staff.loginName);
      await again.getByLabel('Password', { exact: true }).fill(staff.password);
      await again.getByRole('button', { name: 'Login' }).click();
      await again.getByLabel('Enter the code of your app').fill(appCode(secret));
      await again.getByRole('button', { name: 'Login' }).click();
      await again.waitFor({ state: 'detached' });
      expect(await balance.inputValue()).toBe('777');
    },
    REFUSED,
  );
});

test.each(devicesOf.office)(
  'staff without an app at hand sign in by recovery codes, once each: on a %s',
  async (device) => {
    const { staff, recoveryCodes } = await staffWithApp('ROLE_SUPPORT');
    const [code = ''] = recoveryCodes;
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await signInAsStaff(page, '/admin/security', staff);
        await page.getByRole('button', { name: 'Use a recovery code' }).click();
        await page.getByLabel('Use a recovery code').fill('AAAAA AAAAA');
        await page.getByRole('button', { name: 'Login' }).click();
        await page.getByText('This code is not correct.').waitFor();
        await page.getByLabel('Use a recovery code').fill(code.toLowerCase());
        await page.getByRole('button', { name: 'Login' }).click();
        await page.getByText('9 of 10 left').waitFor();
      },
      REFUSED,
    );
  },
);
