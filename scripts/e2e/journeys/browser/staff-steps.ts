import { expect } from '@jest/globals';
import type { Role } from '@portal/access/roles';
import type { Locator, Page } from 'playwright-core';
import { type Staff, someStaff } from '../../people/staff.ts';
import { quickHash } from '../../people/students.ts';
import { enterAsStaff } from './enter.ts';
import type { Screen } from './screen.ts';

/** Opens a page as staff by way of the sign-in page. */
export async function signInAsStaff(
  page: Page,
  path: string,
  { loginName, password }: Pick<Staff, 'loginName' | 'password'>,
): Promise<void> {
  await page.goto(path);
  await page.getByLabel('User name').fill(loginName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Opens a page as an account of staff that has no second factor. */
export async function openAsAccount(
  page: Page,
  path: string,
  staff: Pick<Staff, 'loginName' | 'password'>,
): Promise<void> {
  await enterAsStaff(page.context(), staff);
  await page.goto(path);
}

/** Opens a page as staff of a role; returns the account. */
export async function openAsStaff(
  { page }: Screen,
  role: Role,
  path: string,
  about: { schoolId?: number } = {},
): Promise<Staff> {
  const staff = await someStaff(role, { ...about, passwordHash: quickHash });
  await openAsAccount(page, path, staff);
  return staff;
}

/** Chooses the authenticator app as a method; returns its secret. */
export async function chooseApp(place: Page | Locator): Promise<string> {
  await place.getByRole('radio', { name: 'Authenticator app' }).check();
  await place.getByRole('button', { name: 'Continue' }).click();
  await place.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  return (await place.locator('code').innerText()).replaceAll(' ', '');
}

/** Removes the authenticator app by the password; returns the dialog, which stays when refused. */
export async function removeApp(page: Page, password: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Authenticator app' });
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  return dialog;
}

/** Pages without events poll every 30 seconds: earlier changes came by an event. */
export const SOONER_MS = 25_000;

/** Opens a page that has a stream, and waits until it gets events. */
export async function openListening(
  screen: Screen,
  role: Role,
  path: string,
  stream: { path: string },
): Promise<Staff> {
  const opened = screen.page.waitForResponse((response) => response.url().includes(stream.path));
  const staff = await openAsStaff(screen, role, path);
  expect((await opened).status()).toBe(200);
  return staff;
}

/** Opens the menu of the staff pages where it is a drawer, and returns it. */
export async function staffMenu(screen: Screen) {
  if (screen.isPhone) await screen.page.getByRole('button', { name: 'Menu' }).click();
  return screen.page.getByRole('navigation', { name: 'Pages' });
}

/**
 * Returns how many pixels of a table, named as '1 exam', are out of sight; then columns may lie
 * under the buttons of its rows, which stay.
 */
export const hiddenWidth = (page: Page, name: string): Promise<number> =>
  page
    .getByRole('region', { name, exact: true })
    .evaluate(
      (panel: { scrollWidth: number; clientWidth: number }) =>
        panel.scrollWidth - panel.clientWidth,
    );
