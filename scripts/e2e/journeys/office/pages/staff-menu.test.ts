import { expect, test } from '@jest/globals';
import { STAFF_ROLES } from '@portal/access/roles';
import type { Locator } from 'playwright-core';
import { journey } from '../../browser/screen.ts';
import { openAsStaff, staffMenu } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** The globals of the page; Node has none of them. */
declare const document: { readonly cookie: string };
declare const getComputedStyle: (node: unknown) => { readonly outlineStyle: string };
declare const window: { readonly localStorage: object; readonly sessionStorage: object };

const NAME = 'Test Staff';

/** Returns the top and bottom edge, in pixels of the window. */
async function edgesOf(place: Locator): Promise<{ top: number; bottom: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('not in view');
  return { top: box.y, bottom: box.y + box.height };
}

test('at 1440 by 900 all pages, the person and Logout are in view, each on one line', async () => {
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAsStaff(screen, 'ROLE_TECH_SUPPORT', '/admin/security');
    // the menu of all roles at once, which this cookie steers and the server does not read
    const roles = STAFF_ROLES.filter((role) => role !== 'ROLE_SCHOOL_ADMIN').join(',');
    const url = new URL(page.url()).origin;
    await page.context().addCookies([{ name: 'roles', value: encodeURIComponent(roles), url }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
    const menu = await staffMenu(screen);
    await menu.getByRole('list', { name: 'Administration' }).waitFor();
    const name = await edgesOf(page.getByText(NAME, { exact: true }));
    expect(name.bottom - name.top).toBe(18);
    const links = await menu.getByRole('link').all();
    expect(links).toHaveLength(21);
    for (const link of links) {
      const { top, bottom } = await edgesOf(link);
      expect([await link.innerText(), bottom - top]).toEqual([await link.innerText(), 25]);
      expect(bottom).toBeLessThan(name.top);
    }
    const logout = await edgesOf(page.getByRole('button', { name: 'Logout' }));
    expect(logout.top).toBeGreaterThan(name.bottom);
    expect(logout.bottom).toBeLessThanOrEqual(900);
    await screen.shoot('staff-menu');
    await page.emulateMedia({ forcedColors: 'active' });
    const current = page.getByRole('link', { name: 'Security' });
    expect(await current.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
  });
});

test.each(['desk', 'phone'] as const)(
  'on a %s the menu names the person, and a signed-out browser keeps no name',
  async (device) => {
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_SUPPORT', '/admin/student-lookup');
      await staffMenu(screen);
      await page.getByText(NAME, { exact: true }).waitFor();
      await page.getByText('Support', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Login' }).waitFor();
      const kept = await page.evaluate(() =>
        JSON.stringify([document.cookie, window.localStorage, window.sessionStorage]),
      );
      const cookies = JSON.stringify(await page.context().cookies());
      for (const text of [kept, decodeURIComponent(cookies)]) expect(text).not.toContain(NAME);
    });
  },
);
