import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { thePortal } from '../../portal/place.ts';

/** What is asked of the page, in the page; Node has no document. */
declare const document: {
  readonly fonts: { readonly ready: Promise<unknown> };
  readonly documentElement: {
    readonly scrollWidth: number;
    readonly scrollHeight: number;
    readonly clientWidth: number;
  };
  getAnimations(): {
    readonly effect: { getComputedTiming(): { iterations: number } };
    readonly finished: Promise<unknown>;
  }[];
};

export const devices = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
export type Device = keyof typeof devices;

/** Starts the browser that CHROME_PATH names. */
export const startBrowser = (...args: string[]): Promise<Browser> =>
  startProgram(process.env['CHROME_PATH'] ?? '/usr/bin/chromium', ...args);

export const startProgram = (executablePath: string, ...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
    timeout: 120_000, // ms; as long as a busy machine may need
  });
/** The person has set the browser's words to twice their size. */
export const LARGE_WORDS = '--blink-settings=defaultFontSize=32';

/** Another screen than the device has. */
export interface Shape {
  /** CSS pixels. */
  width?: number;
  /** Words run from right to left. */
  rtl?: boolean;
  /** Its words are so large that the pages are those of a phone. */
  asPhone?: boolean;
  /** Its connection may go. */
  offline?: boolean;
}

/** Says in every page from its first moment that words run from right to left. */
const TURN = `new MutationObserver(() => { if (document.documentElement) document.documentElement.dir = 'rtl'; })
  .observe(document, { childList: true });`;

/**
 * Words that their own frame cuts off; what a person types and what is for readers of the screen
 * only is left out.
 */
const CUT_WORDS = `[...document.querySelectorAll('button, a, label, h1, h2, h3, dt, dd, li > span, .mantine-Button-label, .mantine-Badge-label')]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
  .filter((one) => one.clientWidth > 4 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.textContent.trim().slice(0, 60))`;

const HAS_AXE = "'axe' in window";

type RunOptions = Parameters<AxeBuilder['options']>[0];

/** WCAG 2.2 AA and everything below it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs a journey before a screen of its own. Fails when the journey does, and when anything went
 * wrong on the way that is not `expected`: an error in the console, a script that threw, a file
 * that did not come, something that keeps people out.
 */
export async function journey(
  browser: Browser,
  device: Device,
  walk: (screen: Screen) => Promise<void>,
  expected: RegExp = /^$/,
  shape: Shape = {},
): Promise<void> {
  const screen = await Screen.open(browser, device, shape);
  const troubles = () => screen.troubles.filter((line) => !expected.test(line));
  try {
    await walk(screen);
  } catch (error) {
    const words = await screen.lastWords().catch(() => 'the page is gone');
    // a report may cut long messages off: where it went wrong and what stood there come first
    const [what, ...how] = (error as Error).message.split('\n');
    throw new Error([what, words, ...troubles(), ...how].join('\n'), { cause: error });
  } finally {
    await screen.close();
  }
  expect(troubles()).toEqual([]);
}

/** A person before a screen: opens pages, and notices everything that goes wrong on them. */
export class Screen {
  readonly page: Page;
  readonly device: Device;
  private readonly asPhone: boolean;
  private readonly viewport: { readonly width: number; readonly height: number };
  private readonly context: BrowserContext;
  private readonly noticed: { line: string; down: string | null }[] = [];
  /** The last answers of calls that a part was down for once, by method and address. */
  private readonly lastAnswers = new Map<string, { url: string; status: number }>();

  private constructor(
    device: Device,
    context: BrowserContext,
    page: Page,
    viewport: Screen['viewport'],
    asPhone: boolean,
  ) {
    this.device = device;
    this.viewport = viewport;
    this.asPhone = asPhone;
    this.context = context;
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.noticed.push({
          line: `console: ${message.text()} (${message.location().url})`,
          down: / status of 50[23] /.test(message.text()) ? message.location().url : null,
        });
    });
    page.on('response', (response) => {
      const [url, status] = [response.url(), response.status()];
      const call = `${response.request().method()} ${url}`;
      const isDown =
        (status === 502 || status === 503) && new URL(url).pathname.startsWith('/api/');
      if (isDown || this.lastAnswers.has(call)) this.lastAnswers.set(call, { url, status });
    });
    page.on('pageerror', (error) => this.notice(`script: ${error.message}`));
    page.on('requestfailed', (request) => {
      // a page that is left takes its requests along
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.notice(`request: ${request.url()} ${request.failure()?.errorText}`);
    });
  }

  static async open(
    browser: Browser,
    device: Device,
    { width, rtl = false, asPhone = false, offline = false }: Shape = {},
  ): Promise<Screen> {
    const viewport = { ...devices[device].viewport, ...(width === undefined ? {} : { width }) };
    const context = await browser.newContext({
      ...devices[device],
      viewport,
      serviceWorkers: offline ? 'allow' : 'block', // answers that a journey changes on their way do not come by one
      baseURL: thePortal.url,
      locale: 'en-US',
      timezoneId: 'America/Los_Angeles',
      reducedMotion: 'reduce',
      colorScheme: 'light',
    });
    context.setDefaultTimeout(60_000); // as long as a busy machine may need
    if (rtl) await context.addInitScript(TURN);
    return new Screen(device, context, await context.newPage(), viewport, asPhone);
  }

  /** Takes the connection away, or gives it back. */
  setOffline(isOffline: boolean): Promise<void> {
    return this.context.setOffline(isOffline);
  }

  get isPhone(): boolean {
    return this.device === 'phone' || this.asPhone;
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

  /**
   * Looks at the page as it is, in light and in dark, and notices what keeps people out (axe) and
   * what is wider than the screen. With SHOTS set to a folder a picture of each is left there. The
   * screen is as long as the page meanwhile: what sticks to its edges covers nothing then.
   */
  async look(name: string): Promise<void> {
    await this.settled();
    // a notice that passes over a dialog covers parts of it for its five seconds
    if ((await this.page.getByRole('dialog').count()) > 0)
      await this.page.locator('.mantine-Notification-root').first().waitFor({ state: 'detached' });
    await this.page.setViewportSize({
      width: this.viewport.width,
      height: await this.wholeHeight(),
    });
    for (const scheme of ['light', 'dark'] as const) {
      await this.showIn(scheme);
      await this.shoot(`${name}-${this.device}-${scheme}`);
      // what is there is the same in both schemes; only its colours are not
      const runOnly: RunOptions['runOnly'] =
        scheme === 'light'
          ? { type: 'tag', values: TAGS }
          : { type: 'rule', values: ['color-contrast'] };
      const { violations } = await (await this.axe())
        .options({ runOnly, resultTypes: ['violations'] })
        .analyze();
      // what lies partly under a dialog is no target meanwhile
      for (const { id, nodes } of violations)
        for (const { html, failureSummary, target } of nodes)
          if (id !== 'target-size' || (await this.isOnTop(String(target[0]))))
            this.notice(`${name}, ${scheme}: ${id} at ${html.slice(0, 300)} (${failureSummary})`);
    }
    await this.page.setViewportSize(this.viewport);
    await this.showIn('light');
    for (const words of (await this.page.evaluate(CUT_WORDS)) as string[])
      this.notice(`${name}: "${words}" is cut off`);
    const tooWide = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (tooWide > 0) this.notice(`${name}: ${tooWide} px wider than the screen`);
  }

  private async showIn(scheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme });
    // a page without the web app, such as that of the queue, follows the browser by its styles
    if ((await this.page.locator('html[data-mantine-color-scheme]').count()) > 0)
      await this.page
        .locator(`html[data-mantine-color-scheme="${scheme}"]`)
        .waitFor({ state: 'attached' });
    await this.settled();
  }

  /**
   * axe on this page. Its source is half a megabyte, which to read takes a browser as long as to
   * look at a small page: a document that has it already is given nothing more.
   */
  private async axe(): Promise<AxeBuilder> {
    const { page } = this;
    const hasAxe = await Promise.all(page.frames().map((frame) => frame.evaluate(HAS_AXE)));
    const axe = hasAxe.every(Boolean)
      ? new AxeBuilder({ page, axeSource: HAS_AXE })
      : new AxeBuilder({ page });
    return axe.setLegacyMode();
  }

  /** Whether this can be pressed: with a dialog open, only what is in it. */
  private async isOnTop(selector: string): Promise<boolean> {
    if ((await this.page.getByRole('dialog').count()) === 0) return true;
    return (await this.page.getByRole('dialog').locator(selector).count()) > 0;
  }

  /**
   * The height of the page in sight: with a dialog, or of a list so long that only a part of it is
   * drawn, the screen's.
   */
  private async wholeHeight(): Promise<number> {
    const height = await this.page.evaluate(() => document.documentElement.scrollHeight);
    const hasDialog = (await this.page.getByRole('dialog').count()) > 0;
    const screen = this.viewport.height;
    return hasDialog || height > 2500 ? screen : Math.max(height, screen);
  }

  private async shoot(name: string): Promise<void> {
    const folder = process.env['SHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  private notice(line: string): void {
    this.noticed.push({ line, down: null });
  }

  /**
   * What went wrong so far; not a call to what was down, once the page has asked again and got a
   * good answer.
   */
  get troubles(): readonly string[] {
    return this.noticed
      .filter(({ down }) => down === null || !this.isUpAgain(down))
      .map(({ line }) => line);
  }

  private isUpAgain(url: string): boolean {
    const answers = [...this.lastAnswers.values()].filter((answer) => answer.url === url);
    return answers.length > 0 && answers.every(({ status }) => status < 400);
  }

  async close(): Promise<void> {
    // what a journey does to answers may be about to do it to one that nobody waits for any more
    if (!this.page.isClosed()) await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.close();
  }

  /** Leaves a picture of where a journey ended, and says what the page says. */
  async lastWords(): Promise<string> {
    await this.shoot(`failed-${this.device}`);
    const dialog = this.page.getByRole('dialog');
    const place = (await dialog.count()) > 0 ? dialog.first() : this.page.locator('body');
    return `${this.page.url()} says: ${(await place.innerText()).replace(/\s+/g, ' ').slice(0, 1500)}`;
  }
}
