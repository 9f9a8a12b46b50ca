import type { Page } from 'playwright-core';
import { barriersOn } from './axe.ts';
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

declare const requestAnimationFrame: (callback: (time: unknown) => void) => number;

export type Scheme = 'light' | 'dark';
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Words that their own frame cuts off, without typed text and text for screen readers only.
 */
const CUT_WORDS = `[...document.querySelectorAll(
    'button, a, label, h1, h2, h3, dt, dd, li > span, .mantine-Button-label, .mantine-Badge-label')]
  .filter((one) => one.checkVisibility({
    opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
  .filter((one) => one.clientWidth > 4 && one.scrollWidth > one.clientWidth + 1 &&
    getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.textContent.trim().slice(0, 60))`;

/** Words above or below a frame that hides what it cannot hold, but for texts of limited lines. */
const WORDS_OUT_OF_FRAME = `(() => {
  const frames = [...document.querySelectorAll('body *')].filter((one) => {
    if (one.clientWidth <= 4 || one.clientHeight <= 4) return false;
    if (one.scrollHeight <= one.clientHeight + 1 || !one.checkVisibility()) return false;
    const { overflowY, webkitLineClamp } = getComputedStyle(one);
    return /hidden|clip/.test(overflowY) && webkitLineClamp === 'none';
  });
  const found = [];
  for (const frame of frames) {
    const { top, bottom } = frame.getBoundingClientRect();
    const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode;
      if (data.trim() === '' || !parentElement.checkVisibility({ visibilityProperty: true }))
        continue;
      const words = document.createRange();
      words.selectNodeContents(texts.currentNode);
      const lines = [...words.getClientRects()];
      if (lines.some((line) => line.width > 4 && (line.bottom > bottom + 1 || line.top < top - 1)))
        found.push(data.trim().slice(0, 60));
    }
  }
  return found;
})()`;

/**
 * Texts of Hebrew pages whose number is shown after the Latin words that follow it, since nothing
 * isolates them: neither an element nor marks within the text.
 */
const REORDERED_WORDS = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const around = parentElement.closest('bdi, code, pre, style, textarea, [dir]');
    if (!around?.matches('[lang=he][dir=rtl]')) continue;
    let open = data;
    for (let before = ''; before !== open; ) {
      before = open;
      open = open.replace(/[\\u2066-\\u2068][^\\u2066-\\u2069]*\\u2069/g, ' ');
    }
    if (/\\d[^\\u0590-\\u05ff\\u2066-\\u2069]*[A-Za-z]/.test(open))
      found.push(data.trim().slice(0, 60));
  }
  return found;
})()`;

/** Returns whether a control can be pressed: with a dialog open, only those in it. */
async function isOnTop(page: Page, selector: string): Promise<boolean> {
  const dialog = page.getByRole('dialog');
  return (await dialog.count()) === 0 || (await dialog.locator(selector).count()) > 0;
}

/** Returns the findings of axe in one appearance of the page. */
async function barriersIn(page: Page, appearance: string): Promise<string[]> {
  const faults: string[] = [];
  // a control that a dialog covers in part cannot be pressed while the dialog is open
  for (const { rule, html, summary, selector } of await barriersOn(page, appearance))
    if (rule !== 'target-size' || (await isOnTop(page, selector)))
      faults.push(`${rule} at ${html.slice(0, 300)} (${summary})`);
  return faults;
}

/** How often a page with a fault is checked again, and how many frames of the page apart. */
const [CHECKS, FRAMES_APART] = [6, 10];

/** Runs in the page. Returns when it has been drawn so many times. */
async function drawn(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await new Promise(requestAnimationFrame);
}

/** Returns lasting faults: a page that has just come or changed its size may be between shapes. */
async function lasting(page: Page, find: () => Promise<string[]>): Promise<string[]> {
  let faults = await find();
  for (let check = 1; check < CHECKS && faults.length > 0; check++) {
    await page.evaluate(drawn, FRAMES_APART);
    faults = await find();
  }
  return faults;
}

const layoutFaultsIn = (page: Page): Promise<string[]> =>
  lasting(page, () => layoutFaultsNow(page));

/**
 * The element that reaches out of the page furthest, the innermost of these; none that scrolls, and
 * none that is as wide as the page has become.
 */
const WIDEST = `(() => {
  const out = (one) => {
    const { left, right } = one.getBoundingClientRect();
    return Math.max(right, -left);
  };
  const isHeld = ({ parentElement: frame }) =>
    frame !== document.body &&
    (getComputedStyle(frame).overflowX !== 'visible' || isHeld(frame));
  const all = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility());
  const free = all.filter((one) => !isHeld(one) && getComputedStyle(one).position !== 'fixed');
  const most = Math.max(...free.map(out));
  const one = free.findLast((each) => out(each) === most);
  return one.tagName.toLowerCase() + '.' + one.getAttribute('class') + ' "' +
    one.textContent.trim().slice(0, 40) + '"';
})()`;

/** Returns words that are cut off or reordered, and how much wider the page is than the screen. */
async function layoutFaultsNow(page: Page): Promise<string[]> {
  const cut = (await page.evaluate(`[...${CUT_WORDS}, ...${WORDS_OUT_OF_FRAME}]`)) as string[];
  const reordered = (await page.evaluate(REORDERED_WORDS)) as string[];
  const faults = [
    ...cut.map((words) => `"${words}" is cut off`),
    ...reordered.map((words) => `"${words}" is reordered`),
  ];
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (tooWide <= 0) return faults;
  const widest = await page.evaluate(WIDEST);
  return [...faults, `${tooWide} px wider than the screen, probably by ${widest}`];
}

/** The narrowest screen that WCAG 2.2 (1.4.10) names, in CSS pixels. */
const NARROWEST = 320;
/** Pixels of the words of a person who has set them to twice their size. */
const LARGE_WORDS = 32;
const USUAL_WORDS = 16;

/** Other ways to show the page: each is applied, checked and undone. */
const ways: readonly {
  readonly name: string;
  /** The device whose own way this is: its layout is checked without it. */
  readonly device?: Device;
  /** Only where a view or EVERY_DEVICE demands every way. */
  readonly isRare?: true;
  readonly put: (page: Page, own: Size) => Promise<unknown>;
  readonly takeOff?: (page: Page) => Promise<unknown>;
}[] = [
  {
    name: 'on a desk',
    device: 'desk',
    put: (page) => page.setViewportSize(devices.desk.viewport),
  },
  {
    name: 'on a phone',
    device: 'phone',
    put: (page) => page.setViewportSize(devices.phone.viewport),
  },
  {
    name: `${NARROWEST} px wide`,
    isRare: true,
    put: (page, { height }) => page.setViewportSize({ width: NARROWEST, height }),
  },
  {
    name: 'from right to left',
    isRare: true,
    put: async (page, own) => {
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
    put: (page) => setFontSize(page, LARGE_WORDS),
    takeOff: (page) => setFontSize(page, USUAL_WORDS),
  },
];

async function setFontSize(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await devtools.detach();
}

/** Returns faults of the layout in each of the other ways to show the page. */
async function faultsInWays(screen: Screen, own: Size, inEveryWay: boolean): Promise<string[]> {
  const { page } = screen;
  const faults: string[] = [];
  for (const { name, device, isRare, put, takeOff } of ways) {
    if (device === screen.device || (isRare && !inEveryWay)) continue;
    await put(page, own);
    await screen.settled();
    const found = await layoutFaultsIn(page);
    if (found.length > 0) await screen.shoot(`fault-${screen.device}-${name}`);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
    await takeOff?.(page);
  }
  await page.setViewportSize(own);
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
 * Returns the height of the visible page: of the screen, with a dialog or a list so long that it is
 * drawn only partly.
 */
async function wholeHeight(page: Page, own: number): Promise<number> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const hasDialog = (await page.getByRole('dialog').count()) > 0;
  return hasDialog || height > 2500 ? own : Math.max(height, own);
}

const viewportOf = (device: Device): Size => devices[device].viewport;

/**
 * How closely a page is checked: 'once' is one run of axe and its layout as it is; 'devices' adds
 * the layout on every device; 'everything' both schemes and each way to show the page.
 */
export type Care = 'once' | 'devices' | 'everything';

/** How a page is checked: how closely, and in which colours unless in both. */
export interface Manner {
  readonly care: Care;
  readonly scheme: Scheme;
}

/**
 * Checks the page as it is; closely and in both schemes where EVERY_DEVICE says so. The screen is
 * as long as the page while axe runs, so that sticky elements cover nothing. With SHOTS set to a
 * folder, a picture of each scheme is saved there. The page keeps the last scheme.
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
  const height = await wholeHeight(page, own.height);
  if (height !== own.height) await page.setViewportSize({ ...own, height });
  const isInBoth = care === 'everything' || process.env['SHOTS'] !== undefined;
  const schemes: readonly Scheme[] = isInBoth ? ['light', 'dark'] : [manner.scheme];
  for (const scheme of schemes) {
    await showIn(screen, scheme);
    await screen.shoot(`${name}-${device}-${scheme}`);
    const barriers = await lasting(page, () => barriersIn(page, `${scheme} ${own.width}`));
    faults.push(...barriers.map((fault) => `${scheme}: ${fault}`));
  }
  if (height !== own.height) {
    await page.setViewportSize(own);
    await screen.settled();
  }
  faults.push(...(await layoutFaultsIn(page)));
  if (care !== 'once') faults.push(...(await faultsInWays(screen, own, care === 'everything')));
  return faults.map((fault) => `${name}, ${fault}`);
}
