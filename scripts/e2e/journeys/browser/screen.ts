import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { thePortal } from '../../portal/place.ts';
import { startPageClock } from './page-clock.ts';
import { Troubles } from './troubles.ts';

/** The globals of the page; Node has no document. */
declare const document: {
  readonly fonts: { readonly ready: Promise<unknown> };
  getAnimations(): {
    readonly effect: { getComputedTiming(): { iterations: number } };
    readonly finished: Promise<unknown>;
  }[];
};

export const devices = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
} as const;
export type Device = keyof typeof devices;

/** EVERY_DEVICE=1, as the long suite sets it: journeys and views run on both devices. */
export const isEveryDevice = process.env['EVERY_DEVICE'] === '1';
const both: readonly Device[] = ['desk', 'phone'];

/**
 * The devices that journeys run on: the one that their users have; both where a journey goes another
 * way on each.
 */
export const devicesOf = {
  office: isEveryDevice ? both : (['desk'] as const),
  student: isEveryDevice ? both : (['phone'] as const),
  both,
};

/** Starts the browser that CHROME_PATH names. */
export const startBrowser = (...args: string[]): Promise<Browser> =>
  startProgram(process.env['CHROME_PATH'] ?? '/usr/bin/chromium', ...args);

export const startProgram = (executablePath: string, ...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
    timeout: 120_000, // ms; as long as a busy machine may need
  });

/** Another screen than the device has. */
export interface Shape {
  /** CSS pixels. */
  width?: number;
  /** Its connection may go. */
  offline?: boolean;
}

/** A window of its own, with no one signed in. */
export async function newContext(
  browser: Browser,
  device: Device,
  { width, offline = false }: Shape = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...devices[device],
    ...(width === undefined ? {} : { viewport: { ...devices[device].viewport, width } }),
    // a journey that changes answers on their way needs them past no service worker
    serviceWorkers: offline ? 'allow' : 'block',
    baseURL: thePortal.url,
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  context.setDefaultTimeout(60_000); // as long as a busy machine may need
  await startPageClock(context);
  return context;
}

/**
 * Runs a journey before a screen of its own. Fails when the journey does, and when anything went
 * wrong on the way that is not `expected`: an error in the console, a script that threw, a file
 * that did not come.
 */
export async function journey(
  browser: Browser,
  device: Device,
  walk: (screen: Screen) => Promise<void>,
  expected: RegExp = /^$/,
  shape: Shape = {},
): Promise<void> {
  const context = await newContext(browser, device, shape);
  try {
    await walkThrough(new Screen(device, await context.newPage()), walk, expected);
  } finally {
    await context.close();
  }
}

/** The same before a screen that is open already, and stays so. */
export async function walkThrough(
  screen: Screen,
  walk: (screen: Screen) => Promise<void>,
  expected: RegExp = /^$/,
): Promise<void> {
  const troubles = () => screen.troubles.filter((line) => !expected.test(line));
  try {
    await walk(screen);
  } catch (error) {
    const words = await screen.lastWords().catch(() => 'the page is gone');
    // a report may cut long messages off: where it went wrong and what stood there come first
    const [what, ...how] = (error as Error).message.split('\n');
    throw new Error([what, words, ...troubles(), ...how].join('\n'), {
      cause: error,
    });
  } finally {
    // what a walk does to answers may be about to do it to one that nobody waits for any more
    if (!screen.page.isClosed()) await screen.page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  expect(troubles()).toEqual([]);
}

/** A person before a screen: opens pages, and notices everything that goes wrong on them. */
export class Screen {
  readonly page: Page;
  readonly device: Device;
  private readonly noticed: Troubles;

  constructor(device: Device, page: Page) {
    this.device = device;
    this.page = page;
    this.noticed = new Troubles(page);
  }

  /** Takes the connection away, or gives it back. */
  setOffline(isOffline: boolean): Promise<void> {
    return this.page.context().setOffline(isOffline);
  }

  get isPhone(): boolean {
    return this.device === 'phone';
  }

  /** Nothing loads, moves or waits any more; what is under a dialog may wait for that. */
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

  /** Leaves a picture of where a journey ended, and says what the page says. */
  async lastWords(): Promise<string> {
    await this.shoot(`failed-${this.device}`);
    const dialog = this.page.getByRole('dialog');
    const place = (await dialog.count()) > 0 ? dialog.first() : this.page.locator('body');
    return `${this.page.url()} says: ${(await place.innerText()).replace(/\s+/g, ' ').slice(0, 1500)}`;
  }
}
