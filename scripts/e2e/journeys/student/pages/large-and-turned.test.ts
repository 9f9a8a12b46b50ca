import { afterAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { booked, examThat, isPlain, registered } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { aStudent } from '../../../people/students.ts';
import {
  type Device,
  journey,
  LARGE_WORDS,
  type Screen,
  type Shape,
  startBrowser,
} from '../../browser/screen.ts';
import { openMenu, rowOf, signIn } from '../../browser/steps.ts';

const browsers: Browser[] = [];
afterAll(async () => {
  for (const browser of browsers) await browser.close();
});

/** How people have their pages: each with its device, its browser and its name in pictures. */
const ways: readonly { name: string; device: Device; args: string[]; shape: Shape }[] = [
  {
    name: 'words twice as large on a desk',
    device: 'desk',
    args: [LARGE_WORDS],
    shape: { asPhone: true },
  },
  { name: 'words twice as large on a phone', device: 'phone', args: [LARGE_WORDS], shape: {} },
  { name: 'a screen of 320 px', device: 'phone', args: [], shape: { width: 320 } },
  { name: 'words from right to left on a desk', device: 'desk', args: [], shape: { rtl: true } },
  { name: 'words from right to left on a phone', device: 'phone', args: [], shape: { rtl: true } },
];

/** Whether the steps of a path stand from the right to the left. */
async function isTurned({ page }: Screen): Promise<boolean> {
  const steps = page.getByRole('list', { name: 'Progress' }).first().getByRole('listitem');
  const [first, second] = [await steps.nth(0).boundingBox(), await steps.nth(1).boundingBox()];
  return first !== null && second !== null && second.x < first.x;
}

describe.each(ways)('with $name', ({ name, device, args, shape }) => {
  test('every page keeps its words whole and keeps nobody out', async () => {
    const browser = await startBrowser(...args);
    browsers.push(browser);
    const student = await aStudent({ credits: 8 });
    const { exam } = await registered(student.person, await examThat(student.person, isPlain));
    await booked(
      student.person,
      await examThat(student.person, (other) => isPlain(other) && other.id !== exam.id),
      await aSession(),
    );
    const look = (screen: Screen, what: string) =>
      screen.look(`${name.replaceAll(' ', '-')}-${what}`);
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await page.goto('/login');
        await page.getByText('Create an online account.').waitFor();
        await look(screen, 'login');
        await signIn(screen, student);
        await page.getByRole('button', { name: /^GET/ }).first().waitFor();
        await look(screen, 'exams');
        await openMenu(screen);
        await look(screen, 'menu');
        await page.goto('/?myexams=');
        await page.getByRole('heading', { name: 'Coming up 1' }).waitFor();
        await look(screen, 'my-exams');
        expect(await isTurned(screen)).toBe(shape.rtl === true);
        await rowOf(screen, exam.subject)
          .getByRole('button', { name: 'Schedule', exact: true })
          .click();
        await page.getByText('Available session').first().waitFor();
        await look(screen, 'schedule');
        await page.goto('/packages');
        await page.getByRole('button', { name: 'Buy single credits' }).click();
        await page.getByRole('dialog').getByRole('radio', { name: 'New card' }).check();
        await page.getByLabel('Name on card').waitFor();
        await look(screen, 'pay');
        await page.goto('/myaccount');
        await page.getByRole('button', { name: 'Add card' }).waitFor();
        await look(screen, 'account');
      },
      undefined,
      shape,
    );
  });
});
