import { chromium, type Page } from 'playwright-core';
import { inDatabase } from '../../portal/databases.ts';
import type { Person } from '../../portal-user/person.ts';
import { signIn } from './sign-in.ts';

const ROUNDS = 7;

interface CalendarMonth {
  sessions: number;
  /** Milliseconds from opening the page until an arrow key has moved to the next day. */
  usableMs: number;
  /** Milliseconds of that key once the page is loaded. */
  keyMs: number;
}

/** Opens the fullest month of the calendar with a warm cache; returns medians. R-569. */
export async function calendarMonth(
  chrome: string,
  url: string,
  admin: Person,
): Promise<CalendarMonth> {
  const { month, sessions } = await fullestMonth();
  const browser = await chromium.launch({
    executablePath: chrome,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signIn(context, url, admin);
    const page = await context.newPage();
    const usable: number[] = [];
    const keys: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      await page.goto('about:blank');
      const begun = performance.now();
      await page.goto(`${url}/admin/calendar?view=month&day=${month}-15`);
      await page.locator('[data-day] button').nth(100).waitFor();
      const keyMs = await nextDay(page, month);
      if (round < 0) continue; // fills the cache
      usable.push(performance.now() - begun);
      keys.push(keyMs);
    }
    return { sessions, usableMs: median(usable), keyMs: median(keys) };
  } finally {
    await browser.close();
  }
}

/** Moves from the 15th to the 16th; returns the milliseconds until that was painted. */
async function nextDay(page: Page, month: string): Promise<number> {
  await page.locator(`[data-day="${month}-15"]`).focus();
  const begun = performance.now();
  await page.keyboard.press('ArrowRight');
  await page.locator(`[data-day="${month}-16"][aria-selected="true"]`).waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))');
  return performance.now() - begun;
}

async function fullestMonth(): Promise<{ month: string; sessions: number }> {
  const [fullest] = await inDatabase('registration', (ask) =>
    ask<{ month: string; sessions: number }>(
      `SELECT to_char(starts_at AT TIME ZONE 'America/New_York', 'YYYY-MM') AS month,
         count(*)::integer AS sessions
       FROM session GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ),
  );
  if (!fullest) throw new Error('there are no sessions');
  return fullest;
}

const median = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;
