import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const WEB = join(import.meta.dirname, '../../web');

/** Sides of the screen instead of the text direction: wrong from right to left. */
const PHYSICAL = [
  /(?:^|[\s;{])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?\s*:/,
  /(?:^|[\s;{])border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
];
/** Four values with different sides. */
const FOUR = /(?:^|[\s;{])(?:margin|padding|inset|border-radius)\s*:\s*([^;]+);/;

const isUneven = (line: string): boolean => {
  const values = FOUR.exec(line)?.[1]?.match(/[\w-]*\((?:[^()]|\([^()]*\))*\)|[^\s]+/g) ?? [];
  return values.length === 4 && !line.includes('border-radius') && values[1] !== values[3];
};

/** Returns the lines of a style sheet that name a side of the screen. */
const physicalLines = (css: string): string[] =>
  css.split('\n').filter((line) => PHYSICAL.some((one) => one.test(line)) || isUneven(line));

/**
 * Returns rules for `:hover` that also hold on touch screens, where the last tapped element would
 * keep them.
 */
function hoversByTouch(css: string): string[] {
  const found: string[] = [];
  let inside: string[] = [];
  for (const line of css.split('\n')) {
    if (line.includes(':hover') && !inside.some((rule) => rule.includes('(hover: hover)')))
      found.push(line.trim());
    for (const sign of line) {
      if (sign === '{') inside.push(line);
      if (sign === '}') inside = inside.slice(0, -1);
    }
  }
  return found;
}

const sheets = (readdirSync(WEB, { recursive: true }) as string[]).filter(
  (file) => file.endsWith('.css') && !/^(?:dist|node_modules)\b/.test(file),
);
const eachLine = (lines: (css: string) => string[]): string[] =>
  sheets.flatMap((file) =>
    lines(readFileSync(join(WEB, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  );

test.each([
  ['  margin-left: 4px;', true],
  ['  border-right-color: red;', true],
  ['  left: 0;', true],
  ['  text-align: right;', true],
  ['  padding: 1px 2px 3px 4px;', true],
  ['  margin: 0 calc(-1 * var(--a)) 0 0;', true],
  ['  padding: 1px 2px 3px 2px;', false],
  ['  margin-inline-start: 4px;', false],
  ['  inset-inline-end: 0;', false],
  ['  inset: 0 0 auto;', false],
  ['  transform-origin: left;', false],
  ["[dir='rtl'] .left {", false],
])('of "%s" it is %s that it names a side of the screen', (line, isPhysical) => {
  expect(physicalLines(line).length > 0).toBe(isPhysical);
});

test('notices a rule for hovering that touch would keep', () => {
  expect(hoversByTouch('.a:hover {\n}\n')).toEqual(['.a:hover {']);
  expect(hoversByTouch('@media (hover: hover) {\n  .a:hover {\n  }\n}\n')).toEqual([]);
});

test('styles name sides by the text direction', () => {
  expect(eachLine(physicalLines)).toEqual([]);
});

test('no rule for hovering holds without a mouse', () => {
  expect(eachLine(hoversByTouch)).toEqual([]);
});
