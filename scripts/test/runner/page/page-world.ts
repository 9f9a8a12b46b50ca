import { runInNewContext } from 'node:vm';
import { JSDOM } from 'jsdom';

const ADDRESS = 'http://localhost/';

/** Globals of the language (Object, Map ...): jsdom's window repeats them. */
const LANGUAGE: readonly string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)');
/** Globals that stay Node's in a page. */
const NODES_OWN = [
  'global',
  'process',
  'console',
  'crypto',
  'performance',
  'queueMicrotask',
  'atob',
  'btoa',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
];
const SELF_REFERENCES = ['window', 'self', 'top', 'parent', 'frames'];

const dom = new JSDOM('<!doctype html><html><head></head><body></body></html>', {
  url: ADDRESS,
  pretendToBeVisual: true,
});

/** Empties the page's cookies, those of other paths too. */
export const clearCookies = (): void => dom.cookieJar.removeAllCookiesSync();

/**
 * Makes this process's globals those of a page: what jsdom's window has, with `window` being the
 * globals themselves, as in a browser. There is one page a process, since React and its kin keep
 * the document that they were imported with.
 */
export function openPage(): void {
  const { window } = dom;
  const left = new Set([...LANGUAGE, ...NODES_OWN, ...SELF_REFERENCES]);
  for (const key of Object.getOwnPropertyNames(window)) {
    if (left.has(key) || key.startsWith('_')) continue;
    Object.defineProperty(globalThis, key, { ...propertyOf(window, key), configurable: true });
  }
  for (const key of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    Object.defineProperty(globalThis, key, {
      configurable: true,
      writable: true,
      value: window[key].bind(window),
    });
  for (const key of SELF_REFERENCES)
    Object.defineProperty(globalThis, key, { configurable: true, value: globalThis });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
}

/** A property of the window, as one of the globals: methods keep the window as their `this`. */
function propertyOf(window: object, key: string): PropertyDescriptor {
  const { get, set, value, ...how } = Object.getOwnPropertyDescriptor(window, key) ?? {};
  if (get) return { ...how, get: get.bind(window), ...(set && { set: set.bind(window) }) };
  const isMethod = typeof value === 'function' && /^[a-z]/.test(key);
  return { ...how, writable: true, value: isMethod ? value.bind(window) : value };
}
