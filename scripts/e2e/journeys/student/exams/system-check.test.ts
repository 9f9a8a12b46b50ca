import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { demandWithCamera } from '../../../../test/chromium.ts';
import { readyOnline } from '../../../exams/online.ts';
import { devicesOf, journey, startProgram } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { openAs, rowOf, show } from '../../browser/steps.ts';

const RATE = 16_000;

const SLOW_CLOCK = `{
  const now = performance.now.bind(performance);
  performance.now = () => now() / 5;
}`;

/** A second of a tone as a WAV file: 16 bits, one channel. */
function tone(): Buffer {
  const file = Buffer.alloc(44 + RATE * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(RATE * 2, 40);
  for (let at = 0; at < RATE; at++)
    file.writeInt16LE(Math.round(8000 * Math.sin((at * 2 * Math.PI * 440) / RATE)), 44 + at * 2);
  return file;
}

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-tone-'));
  writeFileSync(join(folder, 'tone.wav'), tone());
  browser = await startProgram(
    await demandWithCamera(folder),
    '--use-fake-device-for-media-stream=fps=5',
    `--use-file-for-fake-audio-capture=${join(folder, 'tone.wav')}`,
  );
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

describe.each(devicesOf.both)('on a %s', (device) => {
  test('a student tests the computer, and student and office see the result', async () => {
    const { email, password, exam, id } = await readyOnline();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await page.context().grantPermissions(['camera', 'microphone']);
      // the connection is good however busy this machine is: the page's clock is five times slower
      await page.addInitScript(SLOW_CLOCK);
      await openAs(screen, { email, password }, '/system-check');
      await page.getByRole('heading', { name: 'System check' }).waitFor();
      await page.getByText('any day before the exam:').waitFor();
      await page.getByRole('button', { name: 'Start the check' }).click();
      await page.getByText('The result is saved.').waitFor();
      for (const part of ['Camera', 'Microphone'])
        await page
          .getByRole('listitem')
          .filter({ hasText: part })
          .getByText('Works', { exact: true })
          .waitFor();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Connection' })
        .getByText(/Mbit\/s, answers in \d+ ms/)
        .waitFor();
      const verdict = screen.isPhone
        ? 'This computer is not ready for the online exam.'
        : 'This computer is ready for the online exam.';
      await page.getByText(verdict).waitFor();

      await page.getByRole('link', { name: 'My exams' }).click();
      await show(screen, 'My exams');
      const result = rowOf(screen, exam.subject).getByText(
        screen.isPhone ? 'The screen is too small.' : 'The computer is ready',
      );
      await result.first().waitFor();
    });

    await journey(browser, device, async (screen) => {
      await openAsStaff(screen, 'ROLE_ADVISOR', `/admin/student/${id}`);
      await show(screen, 'My exams');
      const result = screen.page.getByText(
        screen.isPhone ? 'The computer is not ready' : 'The computer is ready',
      );
      await result.first().waitFor();
    });
  });
});

test('a student who refuses the camera reads how to allow it', async () => {
  const student = await readyOnline();
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAs(screen, student, '/system-check');
    await page.getByRole('button', { name: 'Start the check' }).click();
    await page.getByText('The browser may not use the camera.').waitFor();
    await page.getByText('The result is saved.').waitFor();
    expect(await page.getByText('This computer is not ready').count()).toBe(1);
  });
});
