import { describe, expect, test } from '@jest/globals';
import { login } from '@portal/contract/students/auth';
import { getCreditsInfo } from '@portal/contract/students/student';
import type { Locator } from 'playwright-core';
import { sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { signIn } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const nameOf = ({ firstName, lastName }: SignedIn): string => `${firstName} ${lastName}`;

/** Opens OM-22 in the file of the student whose page is shown. */
async function openBlanking({ page }: Screen): Promise<Locator> {
  await page.getByRole('button', { name: 'Student file' }).click();
  await page.getByRole('button', { name: 'Blank person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Blank person' });
  await dialog.waitFor();
  // one surface at a time: the file closes, and opens again
  await page.getByRole('dialog', { name: 'Student file' }).waitFor({ state: 'detached' });
  return dialog;
}

async function fillIn(dialog: Locator, reason: string, name: string): Promise<void> {
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByLabel('Type the first and last name').fill(name);
}

/**
 * Presses the button that ends a dialog; `left` stay open under it. The dialog removes its entry
 * from the history, which would leave a page that is opened before.
 */
async function press(dialog: Locator, button: string, left: number): Promise<void> {
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
  await dialog.page().waitForFunction(`(history.state?.usr?.dialogs ?? 0) === ${left}`);
}

/** Returns the row of O-15 for a person in this state. */
const requestOf = ({ page }: Screen, name: string, state: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).filter({ hasText: state });

/** Opens O-15, and there the withdrawal of the pending blanking. */
async function openWithdrawal(screen: Screen, name: string): Promise<Locator> {
  const { page } = screen;
  await page.goto('/admin/data-requests');
  await requestOf(screen, name, 'Waiting').waitFor();
  await page.getByRole('button', { name: `Withdraw: ${name}` }).click();
  return page.getByRole('dialog', { name: 'Withdraw' });
}

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a super admin orders a blanking by typing the name, and withdraws it', async () => {
    const student = await aStudent();
    const { person, email, password } = student;
    const name = nameOf(student);
    const walk = async (screen: Screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SUPER_ADMIN', `/admin/studentinfo/${student.id}`);
      const dialog = await openBlanking(screen);
      await dialog.getByRole('list', { name: 'What goes' }).waitFor();
      await dialog.getByRole('list', { name: 'What stays, by id alone' }).waitFor();
      expect(await dialog.getByRole('button', { name: 'Blank in 72 hours' }).isDisabled()).toBe(
        true,
      );
      await fillIn(dialog, 'Requested in writing', 'Another Name');
      await dialog.getByRole('button', { name: 'Blank in 72 hours' }).click();
      await dialog.getByText('The name does not match.').waitFor();
      expect((await person.ask(getCreditsInfo, {})).status).toBe(200);
      await fillIn(dialog, 'Requested in writing', name);
      await press(dialog, 'Blank in 72 hours', 1);
      await page.getByRole('dialog', { name: 'Student file' }).waitFor();
      await page.waitForFunction("document.activeElement?.textContent === 'Blank person'");
      expect((await person.ask(getCreditsInfo, {})).status).toBe(401);

      const withdrawal = await openWithdrawal(screen, name);
      await fillIn(withdrawal, 'A mistake', name);
      await press(withdrawal, 'Withdraw', 0);
      await requestOf(screen, name, 'Withdrawn').waitFor();
      expect(await page.getByRole('button', { name: `Withdraw: ${name}` }).count()).toBe(0);
      await until(
        () => person.ask(login, { email, password }),
        ({ status }) => status === 200,
      );
    };
    await journey(browser, device, walk, /status of 422/);
  });

  test('a withdrawn blanking is ordered again and done: no page names the person', async () => {
    const student = await aStudent({ credits: 3 });
    const { id, lastName, email, password } = student;
    const name = nameOf(student);
    const page = `/admin/studentinfo/${id}`;
    const order = async (screen: Screen) => {
      const dialog = await openBlanking(screen);
      await dialog.getByRole('checkbox', { name: /^The student has 3 credits\./ }).waitFor();
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('list', { name: 'What goes' }).waitFor();
      await fillIn(dialog, 'Requested in writing', name);
      await press(dialog, 'Blank in 72 hours', 1);
    };
    const walk = async (screen: Screen) => {
      await openAsStaff(screen, 'ROLE_SUPER_ADMIN', page);
      await order(screen);
      const withdrawal = await openWithdrawal(screen, name);
      await fillIn(withdrawal, 'A mistake', name);
      await press(withdrawal, 'Withdraw', 0);
      await screen.page.goto(page);
      await order(screen);

      await sql('identity', 'UPDATE blanking SET blank_on = now() WHERE student_id = $1', [id]);
      const removed = `Removed Student ${id}`;
      await screen.page.goto('/admin/data-requests');
      await requestOf(screen, removed, 'Blanked').waitFor();
      await requestOf(screen, removed, 'Withdrawn').waitFor();
      expect(await screen.page.getByText(lastName).count()).toBe(0);
      await screen.page.goto(page);
      await screen.page.getByText(removed).first().waitFor();
      await screen.page.getByRole('cell', { name: 'Adjustment' }).first().waitFor();
      expect(await screen.page.getByText(lastName).count()).toBe(0);
      const again = await openBlanking(screen);
      await again.getByText("This person's data has been removed.").waitFor();
    };
    await journey(browser, device, walk, /status of 409/);
    await journey(
      browser,
      device,
      async (screen) => {
        await screen.page.goto('/login');
        await signIn(screen, { email, password });
        await screen.page.getByRole('alert').first().waitFor();
        expect(new URL(screen.page.url()).pathname).toBe('/login');
      },
      /status of 422/,
    );
  });
});
