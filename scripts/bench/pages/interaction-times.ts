import { chromium, type Locator, type Page } from 'playwright-core';
import type { Person } from '../../portal-user/person.ts';
import { signIn } from './sign-in.ts';

/** Evaluated in the page; Node has no window. */
declare const window: { readonly longest: number };

const SLOWER = 6;

export interface InteractionTime {
  name: string;
  /** Milliseconds from the press until its change was painted, as browsers measure it (INP). */
  ms: number;
}

/**
 * Measures how long presses on the way to a booked exam take until the next paint, with a CPU
 * slowed down six times. Nothing is bought or booked.
 */
export async function interactionTimes(
  chrome: string,
  url: string,
  person: Person,
): Promise<InteractionTime[]> {
  const browser = await chromium.launch({
    executablePath: chrome,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await signIn(context, url, person);
    const page = await context.newPage();
    await watch(page);
    await page.goto(url);
    const row = page.locator('li[id^="exam-"]');
    await row.first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const times: InteractionTime[] = [];
    const press = async (name: string, button: Locator, then: Locator): Promise<void> => {
      await page.evaluate('window.longest = 0');
      await button.click();
      await then.waitFor();
      // the browser reports an event once the frame after it was painted
      await page.evaluate(
        'new Promise((done) => ' +
          'requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))',
      );
      times.push({ name, ms: await page.evaluate(() => window.longest) });
    };
    const openRow = row.getByRole('button', { expanded: false }).first();
    await press('a row', openRow, page.getByRole('heading', { name: 'About this exam' }));
    const get = page.getByRole('button', { name: /^GET / }).and(page.locator(':enabled')).first();
    await press('GET', get, page.getByText('Register for this exam?'));
    await press('Not now', page.getByRole('button', { name: 'Not now' }), get);
    const online = page.getByRole('button', { name: 'Online', exact: true });
    await press('a filter', online, page.getByRole('button', { name: 'Clear filters' }));
    await press('Clear filters', page.getByRole('button', { name: 'Clear filters' }), online);
    const search = page.getByRole('searchbox');
    await page.evaluate('window.longest = 0');
    await search.pressSequentially('history', { delay: 60 });
    await page.getByRole('heading', { name: 'Showing "history"' }).waitFor();
    times.push({ name: 'typing a search', ms: await page.evaluate(() => window.longest) });
    await press(
      'Clear the search',
      page.getByRole('button', { name: 'Clear the search' }),
      page.getByRole('heading', { name: 'All Exams' }),
    );
    await press(
      'My exams',
      page.getByText('My exams', { exact: true }),
      page.getByRole('heading', { name: 'My Exams' }),
    );
    await press(
      'Schedule',
      page.getByRole('button', { name: 'Schedule' }).first(),
      page.getByRole('dialog'),
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press(
      'Cancel exam',
      page.getByRole('button', { name: 'Cancel exam' }).first(),
      page.getByRole('dialog'),
    );
    return times;
  } finally {
    await browser.close();
  }
}

/** Records the longest interaction that the browser reports. */
const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });`);
