import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { offered, paid } from '../../../calls/sessions/waiting-lines.ts';
import { booked, examThat, isPlain } from '../../../exams/registrations.ts';
import { aSession } from '../../../exams/sessions.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';
import { type Call, onCall } from '../../browser/answers.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAs } from '../../browser/steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

/** The layout shift so far, beyond 0.5 s after an input, as browsers score it, and its elements. */
interface Moved {
  score: number;
  what: string[];
}
/** The globals of the page that are read; Node has no document. */
declare const moved: Moved;

withBrowser();

/** A quarter of the score that browsers still call good. */
const STEADY = 0.025;

/** Records all movement from the first moment of every page. */
const watch = `globalThis.moved = { score: 0, what: [] };
new PerformanceObserver((list) => {
  for (const { value, sources, hadRecentInput } of list.getEntries()) {
    if (hadRecentInput) continue;
    moved.score += value;
    moved.what.push(...sources.map(({ node, previousRect: from, currentRect: to }) =>
      (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120) +
        ' from ' + [from.x, from.y] + ' to ' + [to.x, to.y]));
  }
}).observe({ type: 'layout-shift', buffered: true });`;

/**
 * Makes a page wait 40 times as long for late answers, since a busy machine may need longer than
 * the page waits for an offer: only then may the page move.
 */
const beLenient = `const soon = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...rest) => soon(run, ms >= 1000 ? 40 * ms : ms, ...rest);`;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Each answer comes long after the one before: late content may not push away content that is shown
 * early.
 */
const orders: readonly (readonly Call[])[] = [
  [
    'getStudentInfo',
    'getCreditsInfo',
    'getAllExamsAccordingStudent',
    'getWaitingList',
    'getPackagesTypesToDisplay',
    'getPaymentMethods',
    'getSessionsByStudentId',
  ],
  [
    'getWaitingList',
    'getSessionsByStudentId',
    'getPaymentMethods',
    'getPackagesTypesToDisplay',
    'getAllExamsAccordingStudent',
    'getCreditsInfo',
    'getStudentInfo',
  ],
];
const APART_MS = 250;

/** Delays these calls, each longer than the one before; `first` counts the delays of the first. */
async function inOrder(page: Page, order: readonly Call[], first = 1): Promise<void> {
  for (const [at, call] of order.entries())
    await onCall(page, call, async (route) => {
      await pause(APART_MS * (first + at));
      await route.continue();
    });
}

/** Loads a page again, waits for its last content, and returns how much has moved. */
async function movedOn(page: Page, path: string, last: string): Promise<Moved> {
  const font = page.waitForResponse(/\.woff2/);
  await page.goto(path);
  await font;
  await page.getByText(last).first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForFunction(
    () =>
      (globalThis as unknown as { document: { fonts: { status: string } } }).document.fonts
        .status === 'loaded',
  );
  return page.evaluate(() => moved);
}

/** Returns the layout shifts while these pages load; `last` is a text that comes at the end. */
async function unsteadyOf(
  page: Page,
  pages: readonly (readonly [path: string, last: string])[],
): Promise<string[]> {
  const unsteady: string[] = [];
  for (const [path, last] of pages) {
    const { score, what } = await movedOn(page, path, last);
    if (score >= STEADY) unsteady.push(`${path} moves by ${score}`, ...what);
  }
  return unsteady;
}

/** Creates a student with a booked exam, whose row has time and place. */
async function aBusyStudent(): Promise<SignedIn> {
  const student = await aStudent({ credits: 8 });
  await booked(student.person, await examThat(student.person, isPlain), await aSession());
  return student;
}

describe.each(devicesOf.student)('on a %s', (device) => {
  test.each(orders)('no page moves while it loads, whatever comes first (%s)', async (...order) => {
    const student = await aBusyStudent();
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/');
      await page.getByRole('heading', { name: 'All Exams' }).waitFor();
      await page.addInitScript(watch);
      await inOrder(page, order);
      const pages: readonly (readonly [path: string, last: string])[] = [
        ['/', 'GET'],
        ['/?myexams=', 'Study materials and details'],
        ['/?q=history', 'Showing "history"'],
        ['/packages', '1 to 8 credits.'],
        ['/myaccount', 'Add card'],
        ['/exam-protocol', 'Disqualification'],
      ];
      const unsteady = await unsteadyOf(page, pages);
      await page.context().clearCookies();
      unsteady.push(...(await unsteadyOf(page, [['/login', 'Create an online account.']])));
      expect(unsteady).toEqual([]);
    });
  });
});

describe.each(devicesOf.both)('on a %s', (device) => {
  test('no page moves when the offer of a seat comes late', async () => {
    const student = await offered(await paid());
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await openAs(screen, student, '/');
      await page.getByRole('region', { name: 'Offered places' }).waitFor();
      await page.addInitScript(watch);
      await page.addInitScript(beLenient);
      await inOrder(page, ['getAllExamsAccordingStudent', 'getWaitingList']);
      const offer = 'A place is free';
      const unsteady = await unsteadyOf(page, [
        ['/', offer],
        ['/packages', offer],
        ['/myaccount', offer],
        ['/exam-protocol', offer],
        ['/system-check', offer],
      ]);
      await screen.shoot(`offer-${device}`);
      expect(unsteady).toEqual([]);
    });
  });

  test('the BUY dialog does not move when packages and cards come late', async () => {
    const student = await aStudent({ credits: 0 });
    const { subject } = await examThat(student.person, isPlain);
    await journey(browser, device, async (screen) => {
      const { page } = screen;
      await page.addInitScript(watch);
      await openAs(screen, student, '/');
      const buy = page.getByRole('button', { name: `BUY ${subject}`, exact: true });
      await buy.waitFor();
      const before = await page.evaluate(() => moved.score);
      // beyond the half second after an input, in which browsers ignore movement
      await inOrder(page, ['getPackagesTypesToDisplay', 'getPaymentMethods'], 3);
      await buy.click();
      const dialog = page.getByRole('dialog', { name: 'Buy credits and register' });
      await dialog.getByRole('group', { name: 'Credits', exact: true }).waitFor();
      await dialog.getByLabel('Card number').waitFor();
      await screen.settled();
      await screen.shoot(`buy-${device}`);
      const { score, what } = await page.evaluate(() => moved);
      expect(score - before >= STEADY ? [score - before, ...what] : []).toEqual([]);
    });
  });
});
