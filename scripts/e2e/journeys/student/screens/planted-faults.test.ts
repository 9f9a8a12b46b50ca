import { expect, test } from '@jest/globals';
import { faultsInView } from '../../browser/faults-in-view.ts';
import { Screen } from '../../browser/screen.ts';
import { newContext } from '../../browser/windows.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

/** A page of one heading and this. */
const pageWith = (html: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title><style>
     body { margin: 8px; background: #fff; color: #000 }
     .coal { background: #222 }
     .bare { all: unset; display: inline-block; height: 24px }
     .cut { width: 40px; overflow: hidden; white-space: nowrap }
     [dir=rtl] .turned { width: 40px; overflow: hidden; white-space: nowrap }
     @media (prefers-color-scheme: dark) { .night { background: #000; color: #222 } }
   </style></head><body><main><h1>A page</h1>${html}</main></body></html>`;

const manner = { care: 'everything', scheme: 'light' } as const;

async function faultsOf(html: string): Promise<string> {
  const context = await newContext(browser, 'desk');
  try {
    const screen = new Screen('desk', await context.newPage());
    await screen.page.setContent(pageWith(html));
    return (await faultsInView(screen, 'planted', manner)).join('\n');
  } finally {
    await context.close();
  }
}

const planted = `<p style="color: #bbb">Pale by day</p>
  <p class="night">Pale by night</p>
  <button></button>
  <button class="cut">Always cut off</button>
  <button class="turned">Cut off when turned</button>
  <p lang="he" dir="rtl">6 credits, <bdi>7 exams</bdi></p>
  <p lang="he" dir="rtl">\u2068\u20688 books\u2069 of\u2069, 9</p>
  <div style="width: 350px">Wide</div>
  <div style="width: 60rem">Wider with large words</div>`;

test('the checks of a view find every planted fault', async () => {
  const faults = await faultsOf(planted);
  for (const fault of [
    /light: color-contrast at <p style/,
    /dark: color-contrast at <p class="night"/,
    /light: button-name/,
    /planted, "Always cut off" is cut off/,
    /planted, "6 credits," is reordered/,
    /on a phone: \d+ px wider than the screen/,
    /320 px wide: \d+ px wider than the screen/,
    /from right to left: "Cut off when turned" is cut off/,
    /with words twice as large: \d+ px wider than the screen/,
  ])
    expect(faults).toMatch(fault);
  expect(faults).not.toMatch(/7 exams|8 books/);
  expect(faults).not.toMatch(/planted, "Cut off when turned"|light: color-contrast at <p class/);
});

/** Two targets that are large enough while their words are. */
const targets = '<button class="bare">Words</button><button class="bare">Others</button>';

test.each([
  { change: 'its own colour', script: "document.querySelector('i').style.color = '#bbb'" },
  { change: 'the ground around it', script: "document.querySelector('p').className = 'coal'" },
  { change: 'a new element in it', script: "document.querySelector('i').innerHTML = PALE" },
  {
    change: 'its words',
    script: "for (const one of document.querySelectorAll('button')) one.textContent = 'x'",
  },
])('an element that had no fault is measured again after a change of $change', async (row) => {
  const context = await newContext(browser, 'desk');
  try {
    const screen = new Screen('desk', await context.newPage());
    const look = () => faultsInView(screen, 'planted', { care: 'once', scheme: 'light' });
    await screen.page.setContent(pageWith(`<p><i>Words</i></p><p>Others</p>${targets}`));
    await screen.page.evaluate(`PALE = '<b style="color: #bbb">Pale</b>'`);
    expect([await look(), await look()]).toEqual([[], []]);
    await screen.page.evaluate(row.script);
    expect((await look()).join()).toMatch(/(color-contrast|target-size) at <(i|b)/);
    expect((await look()).join()).toMatch(/(color-contrast|target-size) at <(i|b)/);
  } finally {
    await context.close();
  }
});

test('a page without a fault has none', async () => {
  expect(await faultsOf('<p>Words</p>')).toBe('');
});
