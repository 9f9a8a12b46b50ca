import { expect, test } from '@jest/globals';
import { cancelSession, scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { LiveStream } from '../../../../portal-user/live-stream.ts';
import { demandHeadless } from '../../../../test/chromium.ts';
import { booked, examThat } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { journey, startProgram } from '../../../journeys/browser/screen.ts';
import { show, signIn } from '../../../journeys/browser/steps.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';

/** The server that announces changes to open pages is down. */
export function liveAway(hurt: () => HurtPortal): void {
  test('an open page polls while NATS is down, and gets events when NATS is up again', async () => {
    const { portal } = hurt();
    const [student, admin] = await Promise.all([
      aStudent({ credits: 8 }),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const sessionId = await aSession();
    const { registrationId } = await booked(
      student.person,
      await examThat(student.person),
      sessionId,
    );
    const stream = await LiveStream.open(student.person);
    await stream.waitForEvent('ready');
    const browser = await startProgram(await demandHeadless(portal.dataDir));
    try {
      await journey(browser, 'desk', async (screen) => {
        const { page } = screen;
        await page.goto('/login');
        await Promise.all([
          page.waitForResponse((answer) => answer.url().includes('/api/events') && answer.ok()),
          signIn(screen, student),
        ]);
        await show(screen, 'My exams');
        await page.getByRole('heading', { name: 'Coming up 1' }).waitFor();

        await portal.down('nats');
        await stream.waitForEvent('away');
        await admin.do(cancelSession, {
          student_id: student.id,
          registrationId,
          adminCancelReason: 3,
        });
        await page.getByRole('heading', { name: 'Ready to book 1' }).waitFor();

        await portal.up('nats');
        await stream.waitForEvent('refresh');
        await student.person.do(scheduleSessionForRegistration, { registrationId, sessionId });
        await page.getByRole('heading', { name: 'Coming up 1' }).waitFor();
        expect(stream.isOpen).toBe(true); // it was the same stream throughout
      });
    } finally {
      await browser.close();
      LiveStream.closeAll();
    }
    await portal.ready();
    await sweep();
  });

  test('a BFF that stops ends its open streams, and pages connect to the next one', async () => {
    const { portal } = hurt();
    const student = await aStudent();
    const stream = await LiveStream.open(student.person);
    await stream.waitForEvent('ready');
    await portal.restart('bff');
    expect(stream.isOpen).toBe(false);
    const again = await LiveStream.open(student.person, { age: 60_000 });
    await again.waitForEvent('refresh');
    LiveStream.closeAll();
  });
}
