import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './screen.ts';

/** The browser of the test file, there once `withBrowser` has begun. */
export let browser: Browser;

/** The browser of this process, which all its files share. */
let started: Promise<Browser> | undefined;

async function browserOfProcess(): Promise<Browser> {
  const before = await started;
  if (before?.isConnected()) return before;
  started = startBrowser();
  const now = await started;
  process.once('disconnect', () => void now.close()); // the run has no more files for this process
  return now;
}

/** Gives a test file a browser; its journeys open windows of their own, which end with the file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await browserOfProcess();
  });
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
}
