import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { catalogueEvents } from '@portal/contract/live';
import { anExam } from '../../../exams/catalogue.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openListening, SOONER_MS } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Opens a tab of the catalogue and waits until the page gets events. */
async function listening(screen: Screen, part: string, search: string): Promise<void> {
  const page = `/admin/catalogue?${new URLSearchParams({ part, search })}`;
  await openListening(screen, 'ROLE_SUPER_ADMIN', page, catalogueEvents);
}

test.each(devicesOf.office)(
  'a change of one clerk in the catalogue appears on the page of another without a reload: %s',
  async (device) => {
    const subject = `News ${randomUUID().slice(0, 8)}`;
    await anExam({ subject });
    await journey(browser, device, async (watching) => {
      await listening(watching, 'exams', subject);
      const seen = watching.page;
      await seen.getByRole('button', { name: `Edit ${subject}` }).waitFor();
      await journey(browser, device, async (editing) => {
        await listening(editing, 'exams', subject);
        const { page } = editing;
        await page.getByRole('button', { name: `Edit ${subject}` }).click();
        const form = page.getByRole('dialog', { name: `Edit ${subject}` });
        await form.getByLabel('Subject').fill(`${subject} II`);
        await form.getByRole('button', { name: 'Save' }).click();
        await form.waitFor({ state: 'detached' });
        const renamed = seen.getByRole('button', { name: `Edit ${subject} II` });
        await renamed.waitFor({ timeout: SOONER_MS });

        // typed text is kept while the list behind it changes
        await renamed.click();
        const own = seen.getByRole('dialog', { name: `Edit ${subject} II` });
        await own.getByLabel('Subject').fill(`${subject} III`);
        await page.getByRole('button', { name: `Retire ${subject} II` }).click();
        const retire = page.getByRole('dialog', { name: `Retire ${subject} II` });
        await retire.getByRole('button', { name: 'Retire' }).click();
        await retire.waitFor({ state: 'detached' });
        await seen.getByText('No results found.').waitFor({ timeout: SOONER_MS });
        expect(await own.getByLabel('Subject').inputValue()).toBe(`${subject} III`);
      });
    });
  },
);
