import type { Role } from '@portal/access/roles';
import type { Page } from 'playwright-core';
import { Hand } from '../../../browser/hand.ts';
import { journey } from '../../../browser/screen.ts';
import { openAsStaff } from '../../../browser/staff-steps.ts';
import { browser } from '../../../browser/with-browser.ts';

/** The counted steps of a person of the office from their first page on. */
export function atTheOffice(
  role: Role,
  task: (hand: Hand, page: Page) => Promise<void>,
): Promise<void> {
  return journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsStaff(screen, role, '/admin');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    // the page has put the focus into the finder
    await page.locator('input[role="combobox"]:focus').waitFor();
    await task(new Hand(page), page);
  });
}

/** Types into the finder and opens its result, once it is the intended one. */
export async function find(
  hand: Hand,
  page: Page,
  words: string,
  { of, at }: { of: string; at: string },
): Promise<void> {
  await hand.typeOn(words);
  await page
    .locator('[role="option"][data-combobox-selected]')
    .filter({ hasText: of })
    .filter({ hasText: at })
    .waitFor();
  await hand.press('Enter');
}
