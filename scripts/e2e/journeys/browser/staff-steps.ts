import { expect } from '@jest/globals';
import type { Role } from '@portal/access/roles';
import type { Page } from 'playwright-core';
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
