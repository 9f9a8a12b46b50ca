import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sessionEvents } from '@portal/contract/live';
import { getAdmissionSlip } from '@portal/contract/sessions/admission-slip';
import { demandWithCamera } from '../../../../test/chromium.ts';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession, beginSession } from '../../../exams/sessions.ts';
import { aStudent } from '../../../people/students.ts';
import { filmOf } from '../../browser/camera-film.ts';
import { devicesOf, journey, type Screen, startProgram } from '../../browser/screen.ts';
import { openAsStaff, openListening, SOONER_MS } from '../../browser/staff-steps.ts';
import { openAs } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** Creates a student with a place in a session that has just begun, and the code of the slip. */
async function admitted() {
  const testSessionId = await aSession({ seats: 5, inHours: 2 });
  const student = await aStudent({ credits: 3 });
  const { person } = student;
  const { registrationId } = await booked(person, await examThat(person, isPlain), testSessionId);
  const slip = await person.ask(getAdmissionSlip, { registrationId });
  const { code, name } = getAdmissionSlip.answer.parse(slip.body);
  await beginSession(testSessionId);
  return { student, testSessionId, registrationId, code, name };
}

/** Types into the focused field and presses Enter, as a scanner does. */
async function scan({ page }: Screen, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
const saidOn = ({ page }: Screen) => page.locator('main [aria-live=assertive]');

describe.each(devicesOf.office)('on a %s', (device) => {
  test('a scanner checks a student in once, and explains why another code is refused', async () => {
    const { testSessionId, code, name } = await admitted();
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

        const said = saidOn(screen);
        await scan(screen, code);
        await said.getByText(`${name} - arrived`).waitFor();
        await page.getByText('1 of 1 arrived').waitFor();
        await page.locator('h1').click(); // a person touches the page beside it
        await scan(screen, code);
        await said.getByText(new RegExp(`^${name} - already arrived at `)).waitFor();
        await scan(screen, '978-3-16-148410-0');
        await said.getByText('This code is not an admission slip.').waitFor();
        // it closes automatically
        await said.getByText('This code is not an admission slip.').waitFor({ state: 'detached' });
        expect(await page.getByText('1 of 1 arrived').count()).toBe(1);
      },
      /status of 422/,
    );
  });
});

test('two desks see each other: a student scanned at one is marked at the other', async () => {
  const { testSessionId, code, name } = await admitted();
  const path = `/admin/session/${testSessionId}`;
  await journey(browser, 'desk', async (list) => {
    await openListening(list, 'ROLE_ADMIN', path, sessionEvents);
    const marks = list.page.getByRole('group', { name: /^Attendance of / });
    await journey(browser, 'phone', async (door) => {
      await openListening(door, 'ROLE_SUPPORT', `${path}/check-in`, sessionEvents);
      await door.page.getByText('0 of 1 arrived').waitFor();
      await scan(door, code);
      await saidOn(door).getByText(`${name} - arrived`).waitFor();
      const arrived = marks.getByRole('button', { name: 'Arrived' });
      await marks.getByRole('button', { name: 'Arrived', pressed: true }).waitFor({
        timeout: SOONER_MS,
      });
      await arrived.click(); // once more: removes the mark
      await door.page.getByText('0 of 1 arrived').waitFor({ timeout: SOONER_MS });
    });
  });
});

describe('with a camera', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-film-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts a browser whose camera shows this film; without one, the browser's own pattern. */
  async function withCamera(film?: Buffer) {
    const path = join(folder, 'camera.y4m');
    if (film) writeFileSync(path, film);
    const sees = film ? [`--use-file-for-fake-video-capture=${path}`] : [];
    const program = await demandWithCamera(folder);
    return startProgram(program, '--use-fake-device-for-media-stream', ...sees);
  }

  test('a slip before the camera checks a student in once, and a scanner works, too', async () => {
    const { student, testSessionId, registrationId, code, name } = await admitted();
    let film: Buffer | undefined;
    await journey(browser, 'phone', async (screen) => {
      const { page } = screen;
      await openAs(screen, student, `/admission/${registrationId}`);
      const slip = page.getByRole('img', { name: 'QR code of your admission slip' });
      film = await filmOf(page, await slip.screenshot());
    });
    const atDoor = await withCamera(film);
    try {
      await journey(atDoor, 'phone', async (screen) => {
        const { page } = screen;
        await page.context().grantPermissions(['camera']);
        await openAsStaff(screen, 'ROLE_SUPPORT', `/admin/session/${testSessionId}/check-in`);
        await saidOn(screen).getByText(`${name} - arrived`).waitFor();
        await page.getByText('1 of 1 arrived').waitFor();
        await page.getByLabel('Picture of the camera').waitFor();
        // a slip that stays before the camera is reported once
        await saidOn(screen).getByText(name).waitFor({ state: 'detached' });
        await scan(screen, code);
        await saidOn(screen)
          .getByText(new RegExp(`^${name} - already arrived at `))
          .waitFor();
      });
    } finally {
      await atDoor.close();
    }
  });

  test('staff who forbid the camera read how to allow it, and use a scanner', async () => {
    const { testSessionId, code, name } = await admitted();
    const atDoor = await withCamera();
    try {
      await journey(atDoor, 'desk', async (screen) => {
        await openAsStaff(screen, 'ROLE_SUPPORT', `/admin/session/${testSessionId}/check-in`);
        await screen.page.getByText('The browser may not use the camera.').waitFor();
        await scan(screen, code);
        await saidOn(screen).getByText(`${name} - arrived`).waitFor();
        expect(await screen.page.getByLabel('Picture of the camera').isVisible()).toBe(false);
      });
    } finally {
      await atDoor.close();
    }
  });
});
