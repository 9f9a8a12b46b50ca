import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './screen.ts';

/** The browser of the test file, there once `withBrowser` has begun. */
export let browser: Browser;

/** Gives a test file one browser, which its journeys share. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());
}
