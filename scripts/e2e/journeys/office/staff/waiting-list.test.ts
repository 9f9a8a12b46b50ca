import { describe, test } from '@jest/globals';
import { sessionEvents } from '@portal/contract/live';
import { mailTo } from '../../../../portal/mails.ts';
import { aFullSession, inLine, wanting } from '../../../calls/sessions/waiting-lines.ts';
import { aMinuteAlone } from '../../../exams/sessions.ts';
import { devicesOf, journey, type Screen } from '../../browser/screen.ts';
import { openAsStaff, openListening, SOONER_MS } from '../../browser/staff-steps.ts';
import { inText, sittingWords } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(devicesOf.office)('on a %s', (device) => {
  test('the office moves a student in line, removes one with reason, adds a man', async () => {
    const startsAt = await aMinuteAlone(400, 6_000);
    const [one, other, man, testSessionId] = await Promise.all([
      wanting(),
      wanting(),
      wanting({ gender: '1' }),
      aFullSession({ startsAt }),
    ]);
    const first = await inLine(one, testSessionId);
    const second = await inLine(other, testSessionId);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', '/admin/waiting-list');
      await page.getByRole('heading', { level: 1, name: 'Waiting list' }).waitFor();
      const line = page.getByRole('region', { name: inText(sittingWords(startsAt)) });
      const entryAt = (place: number) => line.getByRole('listitem').nth(place);
      await entryAt(0).getByText(inText(first.lastName)).waitFor();
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Offered' }).click();
      await entryAt(0).waitFor({ state: 'detached' });
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Waiting' }).click();
      await entryAt(0).getByText(inText(first.lastName)).waitFor();

      await line.getByRole('button', { name: inText(`Move: Edna ${second.lastName}`) }).click();
      const move = page.getByRole('dialog', { name: 'Move in line' });
      await move.getByLabel('New position').fill('1');
      await move.getByLabel('Reason').fill('Called before the others');
      await move.getByRole('button', { name: 'Move in line' }).click();
      await move.waitFor({ state: 'detached' });
      await entryAt(0).getByText(inText(second.lastName)).waitFor();

      await line.getByRole('button', { name: inText(`Remove: Edna ${first.lastName}`) }).click();
      const remove = page.getByRole('dialog', { name: 'Remove from the waiting list' });
      await remove.getByText('The student is told by email.').waitFor();
      await remove.getByLabel('Reason').fill('Request by phone');
      await remove.getByRole('button', { name: 'Remove from the waiting list' }).click();
      await remove.waitFor({ state: 'detached' });
      await line.getByText(inText(first.lastName)).waitFor({ state: 'detached' });
      await mailTo(first.email, /^You are no longer on the waiting list for /);

      await line.getByRole('button', { name: /^Add student/ }).click();
      const add = page.getByRole('dialog', { name: 'Add student' });
      await add.getByLabel('Student').fill(man.lastName);
      await add.getByRole('button', { name: inText(man.lastName) }).click();
      await add.getByRole('combobox', { name: 'Exam' }).click();
      await page.getByRole('option', { name: inText(man.exam.subject) }).click();
      await add.getByRole('button', { name: 'Add student' }).click();
      await add.waitFor({ state: 'detached' });
      await entryAt(1).getByText(inText(man.lastName)).waitFor();

      await page.goto(`/admin/session/${testSessionId}`);
      await page.getByRole('tab', { name: /^Waiting list/ }).click();
      await page.getByRole('button', { name: inText(`Remove: Edna ${man.lastName}`) }).waitFor();
      await page.getByRole('tab', { name: 'History' }).click();
      await page
        .getByText(/Request by phone/)
        .first()
        .waitFor();
    });
  });
});

test('a waiting list shows the changes of a colleague without a reload', async () => {
  const startsAt = await aMinuteAlone(400, 6_000);
  const [one, other, testSessionId] = await Promise.all([
    wanting(),
    wanting(),
    aFullSession({ startsAt }),
  ]);
  const first = await inLine(one, testSessionId);
  const second = await inLine(other, testSessionId);
  const path = '/admin/waiting-list';
  const lineOn = ({ page }: Screen) =>
    page.getByRole('region', { name: inText(sittingWords(startsAt)) });
  await journey(browser, 'phone', async (watching) => {
    await openListening(watching, 'ROLE_SUPPORT', path, sessionEvents);
    const seen = lineOn(watching).getByRole('listitem');
    await seen.nth(0).getByText(inText(first.lastName)).waitFor();
    await journey(browser, 'desk', async (screen) => {
      const { page } = screen;
      await openAsStaff(screen, 'ROLE_ADMIN', path);
      const line = lineOn(screen);
      await line.getByRole('button', { name: inText(`Move: Edna ${second.lastName}`) }).click();
      const move = page.getByRole('dialog', { name: 'Move in line' });
      await move.getByLabel('New position').fill('1');
      await move.getByLabel('Reason').fill('Called before the others');
      await move.getByRole('button', { name: 'Move in line' }).click();
      await move.waitFor({ state: 'detached' });
      await seen.nth(0).getByText(inText(second.lastName)).waitFor({ timeout: SOONER_MS });

      await line.getByRole('button', { name: inText(`Remove: Edna ${first.lastName}`) }).click();
      const remove = page.getByRole('dialog', { name: 'Remove from the waiting list' });
      await remove.getByLabel('Reason').fill('Request by phone');
      await remove.getByRole('button', { name: 'Remove from the waiting list' }).click();
      await remove.waitFor({ state: 'detached' });
      await seen.nth(1).waitFor({ state: 'detached', timeout: SOONER_MS });
    });
  });
});
