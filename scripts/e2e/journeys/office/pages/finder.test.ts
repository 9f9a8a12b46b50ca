import { expect, test } from '@jest/globals';
import { until } from '../../../../portal/until.ts';
import { aSession } from '../../../exams/sessions.ts';
import { anEnrolled, letters } from '../../../people/students.ts';
import { onCall } from '../../browser/answers.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.both)(
  'an advisor finds a student from any page by a misspelt name, and returns to them: %s',
  async (device) => {
    const lastName = `Zylberberg${letters(8)}`;
    const student = await anEnrolled({ firstName: 'Yocheved', lastName });
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADVISOR', '/admin/study-materials');
      await page.getByRole('heading', { name: 'Study materials' }).waitFor();
      await page.getByRole('button', { name: 'Search' }).waitFor();
      if (screen.isPhone) await page.getByRole('button', { name: 'Search' }).click();
      else await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Search' });
      await page.getByRole('group', { name: 'Pages' }).waitFor();
      await field.fill('q');
      await page.getByText('Type at least two letters.').waitFor();
      await field.fill('zzyzx zzyzx');
      await page.getByText('Nothing found.').waitFor();
      await field.fill('');

      await field.pressSequentially(lastName.replace('berb', 'brbe'));
      await page.getByRole('option', { name: new RegExp(lastName) }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/admin/student/${student.id}?myexams=`);
      await page.getByRole('region', { name: 'Student in view' }).getByText(lastName).waitFor();

      await page.getByRole('button', { name: 'Search' }).click();
      const recent = page.getByRole('group', { name: 'Recent' });
      await recent.getByRole('option', { name: new RegExp(lastName) }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
        lastName,
      );
    });
  },
);

test('an admin opens a session by its id, walks results by arrows, and opens a tab', async () => {
  const sessionId = await aSession();
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsStaff(screen, 'ROLE_ADMIN', '/admin/study-materials');
    await page.getByRole('heading', { name: 'Study materials' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.pressSequentially(`s${sessionId}`);
    await page.getByRole('group', { name: 'Sessions' }).getByRole('option').waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Control+Enter'),
    ]);
    await tab.waitForURL(`**/admin/session/${sessionId}`);
    await tab.close();
    await field.waitFor();

    await field.fill('add s');
    const actions = page.getByRole('group', { name: 'Actions' });
    await actions.getByRole('option', { name: /Add series/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/calendar');
    await page.getByRole('dialog', { name: 'Add series' }).waitFor();
  });
});

test('at 1,100 px the menu has icons with tooltips, and a closed session is found', async () => {
  const sessionId = await aSession();
  const walk = async (screen: Screen) => {
    const { page } = screen;
    await openAsStaff(screen, 'ROLE_ADVISOR', `/admin/calendar?session=${sessionId}`);
    const session = page.getByRole('dialog', { name: 'Brooklyn' });
    const close = async () => {
      await session.waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await close();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially(`s${sessionId}`);
    await page.getByRole('group', { name: 'Sessions' }).getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await close();

    const pages = page.getByRole('navigation', { name: 'Pages' });
    const overview = pages.getByRole('link', { name: 'Overview' });
    expect((await overview.boundingBox())?.width).toBeLessThan(64);
    await overview.hover();
    const word = page.getByRole('tooltip', { name: 'Overview' });
    await word.waitFor();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).hover();
    await word.waitFor({ state: 'detached' });
    await overview.click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  };
  await journey(browser, 'desk', walk, undefined, { width: 1100 });
});

const anOutage = { items: [], missing: ['student'] };

test.each([
  { where: 'in its dialog', device: 'desk', isHome: false },
  { where: 'in its dialog', device: 'phone', isHome: false },
  { where: 'on the first page', device: 'desk', isHome: true },
  { where: 'on the first page', device: 'phone', isHome: true },
] as const)(
  "the finder's input and results stay in place at every letter: $where, $device",
  async ({ device, isHome }) => {
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      const path = isHome ? 'overview' : 'study-materials';
      await openAsStaff(screen, 'ROLE_ADMIN', `/admin/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const held = new Map<string, () => void>();
      await onCall(page, 'find', async (route) => {
        const { q } = route.request().postDataJSON() as { q?: string };
        await new Promise<void>((release) => held.set(String(q), release));
        if (q === 'set') await route.fulfill({ json: anOutage });
        else if (q === 'sett') await route.fulfill({ status: 503, json: { detail: 'Try again.' } });
        else await route.continue();
      });
      if (!isHome) await page.getByRole('button', { name: 'Search' }).click();
      const field = page.getByRole('combobox', { name: 'Search' });
      await field.pressSequentially('s');
      const list = page.getByRole('listbox', { name: 'Results' });
      const places = async () => {
        const { x, y, width } = (await list.boundingBox()) ?? {};
        const panel = await list.locator('..').boundingBox();
        return {
          field: await field.boundingBox(),
          panel,
          list: { x, y, width },
        };
      };
      const first = await places();
      const expectUnmoved = async () => expect(await places()).toEqual(first);
      let text = 's';
      for (const letter of 'ettingzq') {
        await field.press(letter);
        text += letter;
        await expectUnmoved();
        // a retry of an earlier text is aborted and has no response
        const release = await until(
          async () => held.get(text),
          (found) => found !== undefined,
        );
        await expectUnmoved();
        const answered = page.waitForResponse(
          (response) =>
            response.url().endsWith('/api/office/find') &&
            response.request().postDataJSON().q === text,
        );
        release?.();
        await answered;
        await expectUnmoved();
      }
      await page.getByText('Nothing found.').waitFor();
      await expectUnmoved();
    });
  },
);
