import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { enterAsStaff, enterAsStudent } from './enter.ts';
import { faultsInView, type Scheme } from './faults-in-view.ts';
import { isEveryDevice, Screen, walkThrough } from './screen.ts';
import { type Device, giveBackWindow, takeWindow } from './windows.ts';
import { browser, withBrowser } from './with-browser.ts';

/** Signs in within a window. */
export type SignIn = (context: BrowserContext) => Promise<void>;

/** Checks the current view, under a name of its own. */
export type Look = (state?: string) => Promise<void>;

/** A screen, or a dialog on one, with the states that are checked. */
export interface View {
  readonly name: string;
  /** Its address; null: `open` goes there. */
  readonly at: string | (() => string) | null;
  /** Opens the view, and waits until it is there; checks other states on the way. */
  readonly open?: (screen: Screen, look: Look) => Promise<unknown>;
  /** Whether it is checked in every way to show a page, also with large or turned words. */
  readonly inEveryWay?: true;
  /** Errors in the console that the view causes. */
  readonly expected?: RegExp;
}

/** The globals of the page; Node has neither. */
declare const history: { pushState(data: null, unused: '', url: string): void };
declare const PopStateEvent: new (type: 'popstate') => Event;

/** An address where the app has no page. */
const NOWHERE = '/no/such/page';

/** As long as a busy machine may need for a page. */
const TIMEOUT_MS = 30_000;

export const asStudent =
  (who: () => { email: string; password: string }): SignIn =>
  (context) =>
    enterAsStudent(context, who());
export const asStaff =
  (who: () => { loginName: string; password: string }): SignIn =>
  (context) =>
    enterAsStaff(context, who());
export const asNobody: SignIn = async () => {};

/** Goes to an address of the app as one of its own links does: without loading the app again. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Whether every tooltip, list and dialog of the previous view has left the page. */
const HAS_NO_PORTAL = "document.querySelector('[data-portal] > *') === null";

/** Goes from view to view within one page. */
class Walk {
  private readonly page: Page;
  /** Paths that this page was loaded at. */
  private readonly loaded = new Set<string>();

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Opens an address. The first view of a path loads the app there, later ones go there within the
   * app, which costs a fifth of that; EVERY_DEVICE loads each. `isAsServed`: the previous view
   * replaced no answers of the portal, which the app may have kept.
   */
  async to(address: string, isAsServed: boolean): Promise<void> {
    const { page, loaded } = this;
    const [path = address] = address.split('?');
    if (isEveryDevice || !isAsServed || !loaded.has(path)) {
      await page.goto(address);
      loaded.add(path);
      return;
    }
    await page.mouse.move(0, 0);
    await follow(page, NOWHERE); // a page that stays would keep its state
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.waitForFunction(HAS_NO_PORTAL);
    await follow(page, address);
  }
}

/**
 * Declares a table of views, each opened once for each device, in one browser and one page per
 * device; views submit nothing.
 */
export function lookAt(
  title: string,
  { devices, signIn }: { devices: readonly Device[]; signIn: SignIn },
  views: readonly View[],
): void {
  withBrowser();
  describe.each(devices)(`${title} on a %s`, (device) => {
    let page: Page;
    let walkTo: Walk;
    let isAsServed = true;
    beforeAll(async () => {
      const context = await takeWindow(browser, device);
      await signIn(context);
      page = await context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      walkTo = new Walk(page);
    });
    afterAll(() => giveBackWindow(browser, device, page.context()));

    // views alternate between light and dark; EVERY_DEVICE checks each in both
    const inTurn = views.map((view, index) => ({ ...view, isDark: index % 2 === 1 }));
    test.each(inTurn)('$name has no fault', async (view) => {
      const { name, at, open, inEveryWay, expected, isDark } = view;
      const scheme = (isOther: boolean): Scheme => (isDark !== isOther ? 'dark' : 'light');
      const faults: string[] = [];
      const screen = new Screen(device, page);
      const look: Look = async (state) => {
        const of = state === undefined ? name : `${name}, ${state}`;
        const care = inEveryWay ? 'everything' : 'once';
        faults.push(...(await faultsInView(screen, of, { care, scheme: scheme(true) })));
      };
      const walk = async () => {
        if (at !== null) await walkTo.to(typeof at === 'string' ? at : at(), isAsServed);
        isAsServed = at !== null;
        await open?.(screen, look);
        const care = inEveryWay ? 'everything' : 'devices';
        faults.push(...(await faultsInView(screen, name, { care, scheme: scheme(false) })));
      };
      await walkThrough(screen, walk, expected);
      expect(faults).toEqual([]);
    });
  });
}

type Open = NonNullable<View['open']>;
/** Waits for words. */
export const says =
  (words: string | RegExp): Open =>
  ({ page }) =>
    page.getByText(words).first().waitFor();
/** Waits for a heading. */
export const isTitled =
  (name: string | RegExp): Open =>
  ({ page }) =>
    page.getByRole('heading', { name }).first().waitFor();
/** Waits for a dialog, and for words in it. */
export const asks =
  (name: string | RegExp, words?: string | RegExp): Open =>
  async ({ page }) => {
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    if (words !== undefined) await dialog.getByText(words).first().waitFor();
  };
/** Presses a button. */
export const press = ({ page }: Screen, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();
