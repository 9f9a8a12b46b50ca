import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getCatalogue } from '@portal/contract/catalogue/office-catalogue';
import type { OfficeMaterial } from '@portal/contract/catalogue/office-material';
import { anExam } from '../../../exams/catalogue.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { hiddenWidth, openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const materialNow = async (search: string): Promise<OfficeMaterial | undefined> => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const query = { part: 'materials', search, retired: 'true' } as const;
  return (await admin.do(getCatalogue, query)).items[0] as OfficeMaterial;
};

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office adds a link, makes it a PDF, opens, retires and restores it', async () => {
    const subject = `Materials ${randomUUID().slice(0, 8)}`;
    await anExam({ subject });
    const title = `Guide to ${subject}`;
    await journey(
      browser,
      device,
      async (screen) => {
        const query = new URLSearchParams({ part: 'materials', search: subject });
        await openAsStaff(screen, 'ROLE_ADMIN', `/admin/catalogue?${query}`);
        const { page } = screen;
        const dialog = (name: string) => page.getByRole('dialog', { name });
        await page.getByText('No results found.').waitFor();
        await page.getByRole('button', { name: 'Add material' }).click();
        const form = dialog('Add material');
        await form.getByRole('combobox', { name: 'Exam' }).fill(subject);
        await form.getByRole('option', { name: subject }).click();
        await form.getByLabel('Title').fill(title);
        await form.getByLabel('Link', { exact: false }).last().fill('http://open.test/guide');
        await form.getByRole('button', { name: 'Save' }).click();
        await form.getByText('Please enter a link that begins with https://.').waitFor();
        await form.getByLabel('Link', { exact: false }).last().fill('https://materials.test/guide');
        await form.getByRole('button', { name: 'Save' }).click();
        await form.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: `Edit ${title}` }).click();
        const edit = dialog(`Edit ${title}`);
        await edit.getByText('PDF file').click();
        await edit.locator('input[type=file]').setInputFiles({
          name: 'Guide.pdf',
          mimeType: 'application/pdf',
          buffer: Buffer.from(`%PDF-1.7\n${subject}`),
        });
        await edit.getByRole('button', { name: 'Save' }).click();
        await edit.waitFor({ state: 'detached' });
        await page.getByText('File', { exact: true }).first().waitFor();
        expect(await hiddenWidth(page, '1 material')).toBe(0);

        await page.getByRole('button', { name: `Retire ${title}` }).click();
        await dialog(`Retire ${title}`).getByRole('button', { name: 'Retire' }).click();
        await page.getByText('No results found.').waitFor();
        await page.getByLabel('Show retired').click();
        await page.getByRole('button', { name: `Bring back ${title}` }).click();
        const back = dialog(`Bring back ${title}`);
        await back.getByRole('button', { name: 'Bring back' }).click();
        await page.getByText('Offered', { exact: true }).waitFor();

        const material = await materialNow(subject);
        const download = page.waitForEvent('download');
        await page.goto(`/study-material/${material?.id}`);
        expect((await download).suggestedFilename()).toBe('Guide.pdf');
        await page.getByText('The file is being downloaded.', { exact: false }).waitFor();
      },
      /status of 422/,
    );
    expect(await materialNow(subject)).toMatchObject({
      displayTitle: title,
      fileName: 'Guide.pdf',
      active: true,
      fetched: false,
    });
  });
});
