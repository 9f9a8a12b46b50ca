import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { type OfficeExam, saveExam } from '@portal/contract/catalogue/office-exam';
import { newYorkDay } from '@portal/contract/days';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Page } from 'playwright-core';
import type { Person } from '../../../../portal-user/person.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { hiddenWidth, openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

const aSubject = (): string => `Journey ${randomUUID().slice(0, 8)}`;
const examNow = async (admin: Person, search: string): Promise<OfficeExam | undefined> =>
  (await admin.do(getCatalogue, { part: 'exams', search, retired: true })).items[0] as OfficeExam;

async function openCatalogue(
  screen: Screen,
  search: Record<string, string>,
  role: 'ROLE_ADMIN' | 'ROLE_SUPER_ADMIN' | 'ROLE_ADVISOR' = 'ROLE_ADMIN',
): Promise<Page> {
  await openAsStaff(screen, role, `/admin/catalogue?${new URLSearchParams(search)}`);
  await screen.page.getByRole('heading', { level: 1, name: 'Catalogue' }).waitFor();
  return screen.page;
}
const dialogIn = (page: Page, name: string) => page.getByRole('dialog', { name });

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office adds an exam, changes it, retires it and restores it', async () => {
    const subject = aSubject();
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await openCatalogue(screen, { search: subject });
        await page.getByText('No results found.').waitFor();

        await page.getByRole('button', { name: 'Add exam' }).click();
        const form = dialogIn(page, 'Add exam');
        await form.getByLabel('Subject').fill(subject);
        await form.getByRole('combobox', { name: 'Vendor' }).press('Enter');
        await page.getByRole('option', { name: 'CIS' }).click();
        await form
          .getByRole('textbox', { name: 'Code', exact: true })
          .fill(`JRN-${randomInt(1e9)}`);
        await form.getByLabel('Credits').fill('13');
        await form.getByRole('button', { name: 'Save' }).click();
        await form.getByText('Credits must be 0 to 12.').waitFor();
        await form.getByLabel('Credits').fill('4');
        const required = form.getByRole('combobox', { name: 'Required first' });
        await required.fill('College Algebra');
        await form
          .getByRole('option', { name: /College Algebra/ })
          .first()
          .waitFor();
        await required.press('ArrowDown');
        await required.press('Enter');
        await required.press('Tab');
        await form.getByRole('button', { name: 'Save' }).click();
        await form.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: `Edit ${subject}` }).click();
        const edit = dialogIn(page, `Edit ${subject}`);
        await edit.getByLabel('Minutes').fill('120');
        await edit.getByRole('button', { name: 'Save' }).click();
        await edit.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: `Retire ${subject}` }).click();
        const ask = dialogIn(page, `Retire ${subject}`);
        await ask.getByRole('button', { name: 'Retire' }).click();
        await page.getByText('No results found.').waitFor();
        await page.getByLabel('Show retired').click();
        await page.getByText('Retired', { exact: true }).waitFor();
        expect(await hiddenWidth(page, '1 exam')).toBe(0);
        await page.getByRole('button', { name: `Bring back ${subject}` }).click();
        await dialogIn(page, `Bring back ${subject}`)
          .getByRole('button', { name: 'Bring back' })
          .click();
        await page.getByText('Offered', { exact: true }).waitFor();
      },
      /status of 422/,
    );
    const exam = await examNow(await signedInStaff('ROLE_ADMIN'), subject);
    expect(exam).toMatchObject({
      credits: 4,
      durationMinutes: 120,
      vendor_name: 'CIS',
      active: true,
      requiredExamIds: [expect.any(Number)],
    });
  });

  test('saving an exam that another clerk has changed shows both versions', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const subject = aSubject();
    const wanted = {
      subject,
      vendorId: 1,
      secularNumber: `JRN-${randomInt(1e9)}`,
      credits: 3,
      durationMinutes: 90,
      onlineOnly: false,
      paperOnly: false,
      assignments: false,
      phonesystemActive: true,
      requiredExamIds: [],
      seminaryTesting: false,
    };
    const { item } = await admin.do(saveExam, wanted);
    await journey(
      browser,
      device,
      async (screen) => {
        const page = await openCatalogue(screen, { search: subject });
        await page.getByRole('button', { name: `Edit ${subject}` }).click();
        const form = dialogIn(page, `Edit ${subject}`);
        await form.getByLabel('Credits').fill('5');
        await form.getByLabel('Other name 1').fill('Also');
        const { id, version } = item;
        await admin.do(saveExam, {
          ...wanted,
          id,
          version,
          credits: 2,
          allowedResources: 'Pencil',
        });

        await form.getByRole('button', { name: 'Save' }).click();
        const both = dialogIn(page, 'Changed meanwhile');
        await both.getByRole('row', { name: /Credits.*2.*5/ }).waitFor();
        await both.getByRole('button', { name: 'Use mine' }).click();
        await both.waitFor({ state: 'detached' });
        await form.waitFor({ state: 'detached' });
      },
      /status of 409/,
    );
    expect(await examNow(admin, subject)).toMatchObject({
      credits: 5,
      alt1: 'Also',
      allowedResources: 'Pencil',
    });
  });

  test('a super admin adds a package, sets a price for a later day, and withdraws it', async () => {
    const name = aSubject();
    await journey(browser, device, async (screen) => {
      const page = await openCatalogue(
        screen,
        { part: 'packages', search: name },
        'ROLE_SUPER_ADMIN',
      );
      await page.getByRole('button', { name: 'Add package' }).click();
      const form = dialogIn(page, 'Add package');
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await form.getByLabel('Credits').fill('6');
      await form.getByRole('textbox', { name: 'Price', exact: true }).fill('199');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByText('$199.00').first().waitFor();

      await page.getByRole('tab', { name: 'Prices' }).click();
      await page.getByRole('button', { name: `Set price Package: ${name}` }).click();
      const price = dialogIn(page, 'Set price');
      await price.getByText('Students who already paid are not changed.').waitFor();
      await price.getByLabel('Amount').fill('189');
      await price.getByText('From a day').click();
      const later = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 40 }).toString();
      await price.locator('input[type=date]').fill(later);
      await price.getByLabel('Reason').fill('New year');
      await price.getByRole('button', { name: 'Set price' }).click();
      await price.waitFor({ state: 'detached' });
      await page.getByText('$189.00').first().waitFor();
      await page.getByRole('button', { name: `Withdraw Package: ${name}` }).click();
      const ask = dialogIn(page, 'Withdraw price');
      await ask.getByRole('button', { name: 'Withdraw' }).click();
      await ask.waitFor({ state: 'detached' });
      await page.getByText('$189.00').first().waitFor({ state: 'detached' });
    });
  });

  test('the office adds a branch with its rooms', async () => {
    const name = aSubject();
    await journey(browser, device, async (screen) => {
      const page = await openCatalogue(screen, { part: 'locations', search: name });
      await page.getByRole('button', { name: 'Add location' }).click();
      const form = dialogIn(page, 'Add location');
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await form.getByLabel('Address').fill('1 Main Street');
      await form.getByLabel('City').fill('Deal');
      for (const [at, room, places] of [
        [1, 'Hall', '24'],
        [2, 'Reader room', '1'],
      ] as const) {
        await form.getByRole('button', { name: 'Add room' }).click();
        await form.getByLabel(`Name of room ${at}`).fill(room);
        await form.getByLabel(`Places of room ${at}`).fill(places);
      }
      await form.getByLabel('Room 2 is special').check();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByText('Hall (24), Reader room (1, special)').first().waitFor();
    });
  });

  test('a table of exams is checked row by row, then applied', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const subject = aSubject();
    const secularNumber = `JRN-${randomInt(1e9)}`;
    const { item } = await admin.do(saveExam, {
      subject,
      vendorId: 1,
      secularNumber,
      credits: 3,
      durationMinutes: 90,
      onlineOnly: false,
      paperOnly: false,
      assignments: false,
      phonesystemActive: true,
      requiredExamIds: [],
      seminaryTesting: false,
    });
    const table = (credits: string) => ({
      name: 'exams.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `id,vendor,secularNumber,credits\n${item.id},TAL,${secularNumber},${credits}\n`,
      ),
    });
    await journey(browser, device, async (screen) => {
      const page = await openCatalogue(screen, { search: subject });
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
      const choose = async (credits: string) => {
        await page.locator('input[type=file]').setInputFiles(table(credits));
        await page.getByRole('button', { name: 'Check file' }).click();
      };
      await choose('13');
      await page.getByText('Error', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
      await choose('4');
      await page.getByText('credits: 3 → 4').waitFor();
      await page.getByRole('button', { name: 'Apply 1 change' }).click();
      await page.getByText('1 change applied.').waitFor();
      await choose('4');
      await page.getByText('The file is up to date.').waitFor();
    });
    expect(await examNow(admin, subject)).toMatchObject({ credits: 4 });
  });

  test('an advisor reads it, without any button to change it', async () => {
    await journey(browser, device, async (screen) => {
      const page = await openCatalogue(screen, { search: 'algebra' }, 'ROLE_ADVISOR');
      await page
        .getByRole('button', { name: /^Details / })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Offered for self-service').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('button', { name: 'Add exam' }).count()).toBe(0);
    });
  });
});
