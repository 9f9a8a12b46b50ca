import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isEveryDevice } from './screen.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA and everything below it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that measure each element: most of the time of a run. */
const MEASURING = ['color-contrast', 'target-size'];
/** Marks elements that a run need not measure. */
const MARK = 'data-measured';

/** A fault that axe found at an element. */
export interface Barrier {
  readonly rule: string;
  readonly html: string;
  readonly summary: string;
  readonly selector: string;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly failureSummary: string;
    readonly target: readonly unknown[];
  }[];
}
/** The API of axe that is used in the page. */
interface Axe {
  configure(spec: { rules: readonly { id: string; selector: string }[] }): void;
  run(context: unknown, options: object): Promise<{ violations: readonly Violation[] }>;
}
interface InPage {
  axe?: Axe;
  elements?: PageElement[];
}
interface PageElement {
  readonly tagName: string;
  readonly parentElement: PageElement | null;
  readonly children: ArrayLike<PageElement>;
  readonly childNodes: ArrayLike<{ readonly nodeType: number; readonly nodeValue: string | null }>;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  matches(selector: string): boolean;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}
declare const document: { querySelectorAll(selector: string): ArrayLike<PageElement> };

/** Runs in the page. Returns a hash of each element: its look, content and surroundings. */
function fingerprints(): number[] {
  const generated = /^(id|for|href|src|d|nonce|aria-(labelledby|describedby|controls|owns))$/;
  const hash = (text: string): number => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
    return 4294967296 * (low & 0x1fffff) + (high >>> 0);
  };
  const elements = Array.from(document.querySelectorAll('html, html *'));
  (globalThis as InPage).elements = elements;
  const own = new Map<PageElement, string>();
  const around = new Map<PageElement | null, number>([[null, 0]]);
  for (const one of elements) {
    const attributes = Array.from(one.attributes)
      .filter(({ name }) => !generated.test(name))
      .map(({ name, value }) => `${name}=${value}`);
    const texts = Array.from(one.childNodes)
      .filter(({ nodeType }) => nodeType === 3)
      .map(({ nodeValue }) => nodeValue);
    const isActive = one.matches(':is(a, button, input, label):is(:hover, :focus)');
    own.set(one, [one.tagName, isActive, ...attributes, ...texts].join('\n'));
    const outside = around.get(one.parentElement) ?? 0;
    around.set(one, hash(`${outside} ${[one.tagName, isActive, ...attributes].join('\n')}`));
  }
  const inside = new Map<PageElement, number>();
  for (const one of elements.toReversed()) {
    const parts = Array.from(one.children).map((child) => inside.get(child));
    inside.set(one, hash(`${own.get(one)} ${parts.join(' ')}`));
  }
  return elements.map((one) => hash(`${around.get(one)} ${inside.get(one)}`));
}

interface Run {
  readonly known: readonly number[];
  readonly tags: readonly string[];
  readonly measuring: readonly string[];
  readonly mark: string;
}
/** Runs in the page. Has axe measure all elements but the known ones, and try all other rules. */
async function runAxe({ known, tags, measuring, mark }: Run): Promise<readonly Violation[]> {
  const { axe, elements = [] } = globalThis as unknown as InPage;
  if (!axe) throw new Error('The page has no axe');
  for (const at of known) elements[at]?.setAttribute(mark, '');
  try {
    axe.configure({ rules: measuring.map((id) => ({ id, selector: `:not([${mark}])` })) });
    const { violations } = await axe.run(document, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary, target }) => ({ html, failureSummary, target })),
    }));
  } finally {
    for (const at of known) elements[at]?.removeAttribute(mark);
    delete (globalThis as InPage).elements;
  }
}

/** The fingerprints of elements that were measured without a fault, by page and appearance. */
const measured = new WeakMap<Page, Map<string, Set<number>>>();

function measuredOn(page: Page, appearance: string): Set<number> {
  const ofPage = measured.get(page) ?? new Map<string, Set<number>>();
  measured.set(page, ofPage);
  const inAppearance = ofPage.get(appearance) ?? new Set<number>();
  ofPage.set(appearance, inAppearance);
  return inAppearance;
}

/**
 * Returns what axe finds on a page. All rules run on the whole page. The two that measure contrast
 * and size of each element leave out elements that had no fault on this page before, in the same
 * appearance, with the same markup in them and around them: frame and lists stay the same from view
 * to view; EVERY_DEVICE measures each. `appearance` names the colour scheme and the width of the
 * screen.
 */
export async function barriersOn(page: Page, appearance: string): Promise<Barrier[]> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(SOURCE);
    }),
  );
  const before = isEveryDevice ? new Set<number>() : measuredOn(page, appearance);
  const now = await page.evaluate(fingerprints);
  const known = now.flatMap((one, at) => (before.has(one) ? [at] : []));
  const violations = await page.evaluate(runAxe, {
    known,
    tags: TAGS,
    measuring: MEASURING,
    mark: MARK,
  });
  if (violations.length === 0) for (const one of now) before.add(one);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary, target }) => ({
      rule: id,
      html,
      summary: failureSummary,
      selector: String(target[0]),
    })),
  );
}
