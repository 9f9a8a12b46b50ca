import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { Troubles } from './troubles.ts';
import {
  type Device,
  devices,
  giveBackWindow,
  newContext,
  type Shape,
  takeWindow,
} from './windows.ts';

/** The globals of the page; Node has no document. */
declare const document: {
  readonly fonts: { readonly ready: Promise<unknown> };
  getAnimations(): {
    readonly effect: { getComputedTiming(): { iterations: number } };
    readonly finished: Promise<unknown>;
  }[];
};

/** EVERY_DEVICE=1, as the long suite sets it: journeys and views run on both devices. */
export const isEveryDevice = process.env['EVERY_DEVICE'] === '1';
const both: readonly Device[] = ['desk', 'phone'];

/**
 * The devices that journeys run on: the one that their users have, or both where the journeys
 * differ.
 */
export const devicesOf = {
  office: isEveryDevice ? both : (['desk'] as const),
  student: isEveryDevice ? both : (['phone'] as const),
  both,
};

/**
 * Pages of tests live for seconds, too short for V8's optimising compilers and early collections to
 * pay off. Scripts stay in their first compiled form; the heap is large before it is collected.
 */
const JS_FLAGS = '--js-flags=--no-maglev --no-turbofan --initial-heap-size=256'; // MB

/** Starts the browser that CHROME_PATH names. Pages of one window share a renderer process. */
export const startBrowser = (...args: string[]): Promise<Browser> =>
  startProgram(process.env['CHROME_PATH'] ?? '/usr/bin/chromium', ...args);

export const startProgram = (executablePath: string, ...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--process-per-site', JS_FLAGS, ...args],
    timeout: 120_000, // ms; as long as a busy machine may need
  });

/**
 * Runs a journey on a page of its own, in a window without a session. Fails when the journey does,
 * and when an error that is not `expected` occurred on the way: an error in the console, a script
 * that threw, a file that did not come.
 */
export async function journey(
  browser: Browser,
  device: Device,
  walk: (screen: Screen) => Promise<void>,
  expected: RegExp = /^$/,
  shape: Shape = {},
): Promise<void> {
  const { width, offline } = shape;
  const context = await (offline
    ? newContext(browser, device, shape)
    : takeWindow(browser, device));
  try {
    const page = await context.newPage();
    if (width !== undefined) await page.setViewportSize({ ...devices[device].viewport, width });
    await walkThrough(new Screen(device, page), walk, expected);
  } finally {
    await (offline ? context.close() : giveBackWindow(browser, device, context));
  }
}

/** Runs a journey on a screen that is open already, and stays so. */
export async function walkThrough(
  screen: Screen,
  walk: (screen: Screen) => Promise<void>,
  expected: RegExp = /^$/,
): Promise<void> {
  const troubles = () => screen.troubles.filter((line) => !expected.test(line));
  try {
    await walk(screen);
  } catch (error) {
    const words = await screen.lastWords().catch(() => 'the page is closed');
    // a report may cut long messages off: the place of the failure and its text come first
    const [what, ...how] = (error as Error).message.split('\n');
    throw new Error([what, words, ...troubles(), ...how].join('\n'), {
      cause: error,
    });
  } finally {
    // a route handler may be about to fulfil a request that has ended already
    if (!screen.page.isClosed()) await screen.page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  expect(troubles()).toEqual([]);
}

/** A person before a screen: opens pages, and notices all errors on them. */
export class Screen {
  readonly page: Page;
  readonly device: Device;
  private readonly noticed: Troubles;

  constructor(device: Device, page: Page) {
    this.device = device;
    this.page = page;
    this.noticed = new Troubles(page);
  }

  /** Cuts or restores the connection. */
  setOffline(isOffline: boolean): Promise<void> {
    return this.page.context().setOffline(isOffline);
  }

  get isPhone(): boolean {
    return this.device === 'phone';
  }

  /** Waits until nothing loads, moves or waits any more; content under a dialog may still wait. */
  async settled(): Promise<void> {
    const modal = this.page.locator('dialog[open]');
    const place = (await modal.count()) > 0 ? modal : this.page;
    await place
      .locator('[aria-busy="true"], [data-loading="true"]')
      .first()
      .waitFor({ state: 'detached' });
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    });
  }

  /** Leaves a picture in the folder that SHOTS names, if it names one. */
  async shoot(name: string): Promise<void> {
    const folder = process.env['SHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  get troubles(): readonly string[] {
    return this.noticed.lines;
  }

  /** Saves a picture of the end of a journey, and returns the text of the page. */
  async lastWords(): Promise<string> {
    await this.shoot(`failed-${this.device}`);
    const dialog = this.page.getByRole('dialog');
    const place = (await dialog.count()) > 0 ? dialog.first() : this.page.locator('body');
    const text = (await place.innerText()).replace(/\s+/g, ' ').slice(0, 1500);
    return `${this.page.url()} says: ${text}`;
  }
}
