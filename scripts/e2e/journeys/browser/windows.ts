import type { Browser, BrowserContext } from 'playwright-core';
import { thePortal } from '../../../portal/place.ts';
import { startPageClock } from './page-clock.ts';

export const devices = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
} as const;
export type Device = keyof typeof devices;

/** Another screen than that of the device. */
export interface Shape {
  /** CSS pixels. */
  width?: number;
  /** Whether the journey may cut its connection. */
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
    // service workers would hide calls from a journey that changes their answers
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
 * Windows that journeys of this process use one after the other. Pages of one window share a
 * renderer process (`startBrowser`), so only the first page pays for compiling the scripts: a page
 * in a window that was used before costs a third of one in a new window.
 */
interface IdleWindow {
  readonly browser: Browser;
  readonly device: Device;
  readonly url: string;
  readonly context: BrowserContext;
}

const idle: IdleWindow[] = [];

/** Returns whether no journey uses this window now. */
export const isIdle = (context: BrowserContext): boolean =>
  idle.some((one) => one.context === context);

/** Takes a window without a session and without storage, opening one if needed. */
export async function takeWindow(browser: Browser, device: Device): Promise<BrowserContext> {
  const { url } = thePortal;
  const at = idle.findIndex(
    (one) => one.browser === browser && one.device === device && one.url === url,
  );
  if (at >= 0) return (idle.splice(at, 1)[0] as IdleWindow).context;
  const context = await newContext(browser, device);
  const anchor = await context.newPage();
  await anchor.goto('/mark.svg'); // keeps the renderer process while no other page is open
  return context;
}

/** Takes back a window: closes its pages, and clears cookies, permissions and storage. */
export async function giveBackWindow(
  browser: Browser,
  device: Device,
  context: BrowserContext,
): Promise<void> {
  const { url } = thePortal;
  try {
    const [anchor, ...pages] = context.pages();
    if (!anchor || anchor.url() !== `${url}/mark.svg`) throw new Error('the first page has gone');
    await Promise.all(pages.map((page) => page.close()));
    const devtools = await context.newCDPSession(anchor);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: url,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    });
    await devtools.detach();
    await Promise.all([
      context.clearCookies(),
      context.clearPermissions(),
      context.setOffline(false),
    ]);
    idle.push({ browser, device, url, context });
  } catch {
    await context.close().catch(() => {}); // its browser may have ended
  }
}
