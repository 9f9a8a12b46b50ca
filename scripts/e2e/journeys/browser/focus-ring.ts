import type { Page } from 'playwright-core';

/** The visible focus of a control. */
interface Ring {
  /** Names the control for a message. */
  control: string;
  /** CSS pixels. */
  width: number;
  /**
   * Of the ring beside what lies next to it; 21 where the browser chooses the colours (forced
   * colours).
   */
  contrast: number;
  /** CSS pixels of the ring that something cuts off. */
  cut: number;
}

/**
 * An expression for the page that measures the focus: the ring of the control itself, of its
 * stand-in (its pseudo-element, the label beside a hidden box) or of the frame that holds it.
 */
const LOOK = `(() => {
  const control = document.activeElement;
  if (!control || control === document.body) return null;
  const name = control.tagName.toLowerCase() + ' ' +
    (control.getAttribute('type') ?? control.getAttribute('role') ?? '') + ' "' +
    (control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ??
      control.textContent ?? '').trim().slice(0, 60) + '"';
  const places = [[control, null], [control, '::after'], [control, '::before']];
  if (control.nextElementSibling) places.push([control.nextElementSibling, null]);
  for (let up = control.parentElement, steps = 0; up && steps < 4; up = up.parentElement, steps++)
    places.push([up, null]);
  const shown = places.find(([element, pseudo]) => {
    const style = getComputedStyle(element, pseudo);
    if (pseudo && style.content === 'none') return false;
    if (!pseudo && Number(style.opacity) === 0) return false;
    return style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) > 0;
  });
  if (!shown) return { control: name, width: 0, contrast: 0, cut: 0 };
  const [element, pseudo] = shown;
  const style = getComputedStyle(element, pseudo);
  const width = parseFloat(style.outlineWidth), offset = parseFloat(style.outlineOffset);

  const canvas = document.createElement('canvas').getContext('2d');
  const paint = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = [];
  for (let at = offset < 0 ? element : element.parentElement; at; at = at.parentElement)
    grounds.unshift(getComputedStyle(at).backgroundColor);
  const ground = light(paint(['#fff', ...grounds]));
  const ring = light(paint(['#fff', ...grounds, style.outlineColor]));
  const contrast = (Math.max(ground, ring) + 0.05) / (Math.min(ground, ring) + 0.05);

  const box = element.getBoundingClientRect();
  const reach = offset + width;
  const edges = { left: box.left - reach, top: box.top - reach,
    right: box.right + reach, bottom: box.bottom + reach };
  let cut = 0;
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowX, position } = getComputedStyle(at);
    if (overflowX !== 'visible') {
      const frame = at.getBoundingClientRect();
      cut = Math.max(cut, frame.left - edges.left, edges.right - frame.right);
    }
    if (position === 'fixed') break;
  }
  const isForced = matchMedia('(forced-colors: active)').matches;
  return { control: name, width, contrast: isForced ? 21 : contrast, cut };
})()`;

/**
 * Returns what is wrong with the visible focus, which needs 2 px, 3:1 and nothing cut off; null
 * when nothing is wrong, or nothing has the focus.
 */
async function trouble(page: Page): Promise<string | null> {
  const ring = (await page.evaluate(LOOK)) as Ring | null;
  if (ring === null || (ring.width >= 2 && ring.contrast >= 3 && ring.cut <= 1)) return null;
  const [contrast, cut] = [ring.contrast.toFixed(2), ring.cut.toFixed(0)];
  return `${ring.control}: ${ring.width} px, contrast ${contrast}, ${cut} px cut off`;
}

const MAX_STOPS = 60;

/**
 * Walks with the Tab key (or another) through all focusable controls until it returns to the first,
 * or for so many steps. Returns every control that does not show its focus.
 */
export async function unseenFocus(
  page: Page,
  { key = 'Tab', steps = MAX_STOPS } = {},
): Promise<string[]> {
  const troubles = new Set<string>();
  await page.evaluate('globalThis.firstFocus = undefined');
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(key);
    const found = await trouble(page);
    if (found) troubles.add(found);
    const isRound = await page.evaluate(
      '(globalThis.firstFocus ??= document.activeElement) === document.activeElement ' +
        '? (globalThis.rounds = (globalThis.rounds ?? 0) + 1) > 1 : false',
    );
    if (isRound) break;
  }
  await page.evaluate('globalThis.rounds = 0');
  return [...troubles];
}
