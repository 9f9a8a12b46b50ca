import { describe, expect, test } from '@jest/globals';
import { getAdmissionSlip } from '@portal/contract/sessions/admission-slip';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession, beginSession } from '../../../exams/sessions.ts';
import { aStudent } from '../../../people/students.ts';
import { type Device, devices, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

describe.each(Object.keys(devices) as Device[])('on a %s', (device) => {
  test('a scanner that types checks a student in once, and says why another code is refused', async () => {
    const testSessionId = await aSession({ seats: 5, inHours: 2 });
    const { person } = await aStudent({ credits: 3 });
    const exam = await booked(person, await examThat(person, isPlain), testSessionId);
    const asked = await person.ask(getAdmissionSlip, { registrationId: exam.registrationId });
    const { code, name } = getAdmissionSlip.answer.parse(asked.body);
    await beginSession(testSessionId);
    await journey(
      browser,
      device,
      async (screen) => {
        await openAsStaff(screen, 'ROLE_SUPPORT', `/admin/session/${testSessionId}`);
        const { page } = screen;
        await page.getByRole('link', { name: 'Check in' }).click();
        await page.getByRole('heading', { level: 1, name: 'Check in' }).waitFor();
        await page.getByText('No camera found.').waitFor();
        await page.getByText('0 of 1 arrived').waitFor();
        await screen.look('check-in');

        // as a scanner does: it types into whatever has the focus, and presses Enter
        const scan = async (text: string) => {
          await page.keyboard.type(text);
          await page.keyboard.press('Enter');
        };
        const said = page.locator('main [aria-live=assertive]');
        await scan(code);
        await said.getByText(`${name} - arrived`).waitFor();
        await page.getByText('1 of 1 arrived').waitFor();
        await screen.look('check-in-arrived');
        await page.locator('h1').click(); // somebody touches the page beside it
        await scan(code);
        await said.getByText(new RegExp(`^${name} - already arrived at `)).waitFor();
        await scan('978-3-16-148410-0');
        await said.getByText('This code is not an admission slip.').waitFor();
        await screen.look('check-in-refused');
        // it goes by itself
        await said.getByText('This code is not an admission slip.').waitFor({ state: 'detached' });
        expect(await page.getByText('1 of 1 arrived').count()).toBe(1);
      },
      /status of 422/,
    );
  });
});
