import { describe, expect, test } from '@jest/globals';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { aStudent } from '../../../people/students.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs, rowOf, show } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** The globals of the page that are read; Node has no service worker. */
declare const navigator: { readonly serviceWorker: { readonly controller: object | null } };
declare const caches: { has(name: string): Promise<boolean> };

/** The errors that the browser logs without a connection. */
const GONE = /ERR_INTERNET_DISCONNECTED|status of 503|Failed to fetch/;

describe.each(devicesOf.student)('on a %s', (device) => {
  test('a student opens the slip of a session, and has it offline at the door', async () => {
    const student = await aStudent({ credits: 3 });
    const testSessionId = await aSession({ seats: 5, inHours: 30 });
    const offered = await examThat(student.person, isPlain);
    const exam = await booked(student.person, offered, testSessionId);
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAs(screen, student, '/');
        await show(screen, 'My exams');
        await page.getByRole('link', { name: 'Admission slip' }).click();
        await page.getByRole('heading', { level: 1, name: 'Admission slip' }).waitFor();
        const code = page.getByRole('img', { name: 'QR code of your admission slip' });
        await code.waitFor();
        // 50 mm of paper or screen, at 96 dots an inch
        expect((await code.boundingBox())?.width).toBeGreaterThan(189);
        await page.getByText('Bring this slip and ID.').waitFor();

        const file = await page.request.get(
          `/api/getAdmissionSlip?registrationId=${exam.registrationId}&format=pdf`,
        );
        expect(file.headers()['content-type']).toBe('application/pdf');
        const [entry] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Add to calendar' }).click(),
        ]);
        expect(entry.suggestedFilename()).toBe('exam.ics');

        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await page.waitForFunction(() => caches.has('admission-slips'));
        await page.context().setOffline(true);
        await page.reload();
        await page.getByRole('img', { name: 'QR code of your admission slip' }).waitFor();
        await page.getByText('Brooklyn', { exact: true }).waitFor();
        await page.context().setOffline(false);

        await page.goto('/');
        await rowOf(screen, offered.subject).first().waitFor();
      },
      GONE,
      { offline: true },
    );
  });
});
