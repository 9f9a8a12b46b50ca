import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './screen.ts';
import { isIdle } from './windows.ts';

/** Returns the browser of the test file, once `withBrowser` has begun. */
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

/** Starts a browser for a test file; windows that its journeys still use end with the file. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await browserOfProcess();
  });
  afterAll(async () => {
    const used = browser.contexts().filter((context) => !isIdle(context));
    await Promise.all(used.map((context) => context.close()));
  });
}
