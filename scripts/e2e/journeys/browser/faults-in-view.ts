import { AxeBuilder } from '@axe-core/playwright';
import type { CDPSession, Page } from 'playwright-core';
import { isEveryDevice, type Screen } from './screen.ts';
import { type Device, devices } from './windows.ts';

/** The globals of the page; Node has no document. */
declare const document: {
  readonly documentElement: {
    dir: string;
    readonly scrollWidth: number;
    readonly scrollHeight: number;
    readonly clientWidth: number;
  };
};

export type Scheme = 'light' | 'dark';
type Rules = NonNullable<Parameters<AxeBuilder['options']>[0]['runOnly']>;
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Words that their own frame cuts off; what a person types and what is for readers of the screen
 * only is left out.
 */
const CUT_WORDS = `[...document.querySelectorAll('button, a, label, h1, h2, h3, dt, dd, li > span, .mantine-Button-label, .mantine-Badge-label')]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
  .filter((one) => one.clientWidth > 4 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.textContent.trim().slice(0, 60))`;

/**
 * Texts of Hebrew pages whose number is shown after the Latin words that follow it, since nothing
 * isolates them: neither an element nor marks within the text.
 */
const REORDERED_WORDS = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.closest('bdi, code, pre, style, textarea, [dir]')?.matches('[lang=he][dir=rtl]')) continue;
    let open = data;
    for (let before = ''; before !== open; ) {
      before = open;
      open = open.replace(/[\\u2066-\\u2068][^\\u2066-\\u2069]*\\u2069/g, ' ');
    }
    if (/\\d[^\\u0590-\\u05ff\\u2066-\\u2069]*[A-Za-z]/.test(open)) found.push(data.trim().slice(0, 60));
  }
  return found;
})()`;

const HAS_AXE = "'axe' in window";

/** WCAG 2.2 AA and everything below it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ALL_RULES: Rules = { type: 'tag', values: TAGS };
/**
 * axe on this page. Its source is half a megabyte, which to read takes a browser as long as to look
 * at a small page: a document that has it already is given nothing more.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const hasAxe = await Promise.all(page.frames().map((frame) => frame.evaluate(HAS_AXE)));
  const axe = hasAxe.every(Boolean)
    ? new AxeBuilder({ page, axeSource: HAS_AXE })
    : new AxeBuilder({ page });
  return axe.setLegacyMode();
}

/** Whether a control can be pressed: with a dialog open, only what is in it. */
async function isOnTop(page: Page, selector: string): Promise<boolean> {
  const dialog = page.getByRole('dialog');
  return (await dialog.count()) === 0 || (await dialog.locator(selector).count()) > 0;
}

/** What axe finds. */
async function barriersIn(page: Page): Promise<string[]> {
  const { violations } = await (await axeOn(page))
    .options({ runOnly: ALL_RULES, resultTypes: ['violations'] })
    .analyze();
  const faults: string[] = [];
  // a control that lies partly under a dialog is no target meanwhile
  for (const { id, nodes } of violations)
    for (const { html, failureSummary, target } of nodes)
      if (id !== 'target-size' || (await isOnTop(page, String(target[0]))))
        faults.push(`${id} at ${html.slice(0, 300)} (${failureSummary})`);
  return faults;
}

/** Words that are cut off or reordered, and what makes the page wider than the screen. */
async function layoutFaultsIn(page: Page): Promise<string[]> {
  const cut = (await page.evaluate(CUT_WORDS)) as string[];
  const reordered = (await page.evaluate(REORDERED_WORDS)) as string[];
  const faults = [
    ...cut.map((words) => `"${words}" is cut off`),
    ...reordered.map((words) => `"${words}" is reordered`),
  ];
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return tooWide > 0 ? [...faults, `${tooWide} px wider than the screen`] : faults;
}

/** The narrowest screen that WCAG 2.2 (1.4.10) names, in CSS pixels. */
const NARROWEST = 320;
/** Pixels of the words of a person who has set them to twice their size. */
const LARGE_WORDS = 32;
const USUAL_WORDS = 16;

/** Other ways to have the page: each is put on, looked at and taken off again. */
const ways: readonly {
  readonly name: string;
  /** Only where a view asks for it, or everything is looked at. */
  readonly isRare?: true;
  readonly put: (page: Page, devtools: CDPSession, own: Size) => Promise<unknown>;
  readonly takeOff?: (page: Page, devtools: CDPSession) => Promise<unknown>;
}[] = [
  {
    name: 'on a desk',
    put: (page) => page.setViewportSize(devices.desk.viewport),
  },
  {
    name: 'on a phone',
    put: (page) => page.setViewportSize(devices.phone.viewport),
  },
  {
    name: `${NARROWEST} px wide`,
    isRare: true,
    put: (page, _, { height }) => page.setViewportSize({ width: NARROWEST, height }),
  },
  {
    name: 'from right to left',
    isRare: true,
    put: async (page, _, own) => {
      await page.setViewportSize(own);
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
    },
    takeOff: (page) =>
      page.evaluate(() => {
        document.documentElement.dir = 'ltr';
      }),
  },
  {
    name: 'with words twice as large',
    isRare: true,
    put: (_, devtools) =>
      devtools.send('Page.setFontSizes', {
        fontSizes: { standard: LARGE_WORDS },
      }),
    takeOff: (_, devtools) =>
      devtools.send('Page.setFontSizes', {
        fontSizes: { standard: USUAL_WORDS },
      }),
  },
];

/** What is wrong with the page in each of the other ways to have it. */
async function faultsInWays(screen: Screen, own: Size, inEveryWay: boolean): Promise<string[]> {
  const { page } = screen;
  const devtools = await page.context().newCDPSession(page);
  const faults: string[] = [];
  for (const { name, isRare, put, takeOff } of ways) {
    if (isRare && !inEveryWay) continue;
    await put(page, devtools, own);
    await screen.settled();
    faults.push(...(await layoutFaultsIn(page)).map((fault) => `${name}: ${fault}`));
    await takeOff?.(page, devtools);
  }
  await devtools.detach();
  return faults;
}

async function showIn(screen: Screen, scheme: Scheme): Promise<void> {
  const { page } = screen;
  await page.emulateMedia({ colorScheme: scheme });
  // a page without the web app, such as that of the queue, follows the browser by its styles
  if ((await page.locator('html[data-mantine-color-scheme]').count()) > 0)
    await page
      .locator(`html[data-mantine-color-scheme="${scheme}"]`)
      .waitFor({ state: 'attached' });
  await screen.settled();
}

/**
 * The height of the page in sight: with a dialog, or of a list so long that only a part of it is
 * drawn, the screen's.
 */
async function wholeHeight(page: Page, own: number): Promise<number> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const hasDialog = (await page.getByRole('dialog').count()) > 0;
  return hasDialog || height > 2500 ? own : Math.max(height, own);
}

const viewportOf = (device: Device): Size => devices[device].viewport;

/**
 * How closely a page is looked at: 'once' is one run of axe and its layout as it is; 'devices' adds
 * the layout on every device; 'everything' both schemes and each way to have the page.
 */
export type Care = 'once' | 'devices' | 'everything';

/** How a page is looked at: how closely, and in which colours unless in both. */
export interface Manner {
  readonly care: Care;
  readonly scheme: Scheme;
}

/**
 * Looks at the page as it is; closely and in both schemes where EVERY_DEVICE says so. The screen is
 * as long as the page while axe runs: what sticks to its edges covers nothing then. With SHOTS set
 * to a folder a picture of each scheme is left there.
 */
export async function faultsInView(
  screen: Screen,
  name: string,
  manner: Manner,
): Promise<string[]> {
  const care = isEveryDevice ? 'everything' : manner.care;
  const { page, device } = screen;
  const own = viewportOf(device);
  await screen.settled();
  const faults: string[] = [];
  await page.setViewportSize({
    ...own,
    height: await wholeHeight(page, own.height),
  });
  const isInBoth = care === 'everything' || process.env['SHOTS'] !== undefined;
  const schemes: readonly Scheme[] = isInBoth ? ['light', 'dark'] : [manner.scheme];
  for (const scheme of schemes) {
    await showIn(screen, scheme);
    await screen.shoot(`${name}-${device}-${scheme}`);
    faults.push(...(await barriersIn(page)).map((fault) => `${scheme}: ${fault}`));
  }
  await page.setViewportSize(own);
  await showIn(screen, 'light');
  faults.push(...(await layoutFaultsIn(page)));
  if (care !== 'once') {
    faults.push(...(await faultsInWays(screen, own, care === 'everything')));
    await page.setViewportSize(own);
  }
  await screen.settled();
  return faults.map((fault) => `${name}, ${fault}`);
}
