import { isolate, needsIsolation } from '@portal/access/text/isolates';
import {
  createElement as createPlain,
  type ElementType,
  type Key,
  type ReactElement,
  type ReactNode,
} from 'react';
import * as react from 'react/jsx-runtime';

// Creates the elements of the Hebrew pages; vite.config.ts puts it in the place of
// 'react/jsx-runtime'. It isolates the data that an element shows, so that names and amounts that
// start with a number keep their order ("6 credits" is otherwise shown as "credits 6").

interface Props {
  readonly children?: ReactNode;
}
type Create = (type: ElementType, props: Props, key?: Key) => ReactElement;

/** Elements that isolate their text, or whose text is not part of the page. */
const UNTOUCHED = new Set(['bdi', 'bdo', 'code', 'pre', 'script', 'style', 'textarea']);
/** Elements that show their text, but cannot contain other elements. */
const TEXT_ONLY = new Set(['desc', 'option', 'text', 'textPath', 'title', 'tspan']);

export const { Fragment } = react;

const isPlainNumber = (text: string): boolean => /^\d*$/.test(text.trim());

type Wrap = (text: string, key: string) => ReactNode;

const isText = (child: unknown): child is string | number =>
  typeof child === 'string' || typeof child === 'number';

const isData = (child: unknown): child is string | number =>
  isText(child) && needsIsolation(String(child));

const isSpace = (child: unknown): boolean => typeof child === 'string' && /^\s+$/.test(child);

/**
 * Returns children with isolated data. Isolates data separated only by spaces, as first and last
 * name, together; its later places become null, so that all other children keep theirs.
 */
function isolateAll(children: readonly ReactNode[], wrap: Wrap): ReactNode[] {
  const isolated = children.map((child) =>
    Array.isArray(child) ? isolateAll(child, wrap) : child,
  );
  for (let at = 0; at < children.length; at += 1) {
    if (!isData(children[at])) continue;
    const start = at;
    while (isSpace(children[at + 1]) && isData(children[at + 2])) at += 2;
    const text = children.slice(start, at + 1).join('');
    if (isPlainNumber(text)) continue;
    isolated.fill(null, start, at + 1);
    isolated[start] = wrap(text, `data ${start}`);
  }
  return isolated;
}

const asElement: Wrap = (text, key) => createPlain('bdi', { key }, text);

function withIsolatedData(type: ElementType, props: Props): Props {
  const { children } = props;
  if (type !== Fragment && (typeof type !== 'string' || UNTOUCHED.has(type))) return props;
  const wrap = typeof type === 'string' && TEXT_ONLY.has(type) ? isolate : asElement;
  if (Array.isArray(children)) {
    if (!children.some((child) => Array.isArray(child) || isData(child))) return props;
    return { ...props, children: isolateAll(children, wrap) };
  }
  if (!isData(children) || isPlainNumber(String(children))) return props;
  return { ...props, children: wrap(String(children), 'data') };
}

const isolating =
  (create: Create): Create =>
  (type, props, key) =>
    create(type, withIsolatedData(type, props), key);

export const jsx: Create = isolating(react.jsx);
export const jsxs: Create = isolating(react.jsxs);

/** Makes an element as React's function of this name does, with isolated data. */
export function createElement(
  type: ElementType,
  props: Props | null,
  ...children: ReactNode[]
): ReactElement {
  const [only] = children;
  const given = children.length === 0 ? props?.children : children.length === 1 ? only : children;
  if (given === undefined) return createPlain(type, props);
  const isolated = withIsolatedData(type, { children: given }).children;
  return Array.isArray(isolated) && children.length > 1
    ? createPlain(type, props, ...isolated)
    : createPlain(type, { ...props, children: isolated } as Props);
}
