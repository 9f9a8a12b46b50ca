import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { isolateCatalogue, needsIsolation } from '@portal/access/text/isolates';
import { render } from '@testing-library/react';
import { parsePo } from 'pofile-ts';
import type { ElementType, ReactNode } from 'react';
import { createElement, Fragment, jsx, jsxs } from './jsx-runtime.he.ts';

const { items } = parsePo(readFileSync(new URL('../../../texts/he.po', import.meta.url), 'utf8'));
const DATA = '6 credits';
const ISOLATED = `\u2068${DATA}\u2069`;

describe('the Hebrew catalogue', () => {
  const texts = items.map(({ msgstr: [text = ''] }) => text);
  const compiled = texts.map((text) => [text, compileMessage(text)] as const);
  const messages = isolateCatalogue(Object.fromEntries(compiled));
  const i18n = setupI18n({ locale: 'he', messages: { he: messages } });
  const argument = /\{(\w+)(?:\}|(, *plural))/g;
  const withValues = texts.filter((text) => text.search(argument) !== -1);

  test.each(withValues)('%s isolates its values', (text) => {
    const all = [...text.matchAll(argument)];
    const counts = all.filter(([, , plural]) => plural).map(([, name]) => name);
    const values = all.filter(([, , plural]) => !plural).map(([, name]) => name);
    for (const count of [1, 2, 7]) {
      const given = {
        ...Object.fromEntries(values.map((name) => [name, DATA])),
        ...Object.fromEntries(counts.map((name) => [name, count])),
      };
      const shown = i18n._(text, given);
      expect(shown.split(ISOLATED)).toHaveLength(values.length + 1);
      expect(shown.replaceAll(ISOLATED, '')).not.toContain(DATA);
    }
  });
});

test('a Hebrew message that begins with a Latin word still runs from right to left', () => {
  const { ssn, spare, plain } = isolateCatalogue({
    ssn: ['SSN לא תקין'],
    spare: 'ACH אינו זמין',
    plain: ['Zoom'],
  });
  expect([ssn, spare, plain]).toEqual([['\u200f', 'SSN לא תקין'], '\u200fACH אינו זמין', ['Zoom']]);
  expect(needsIsolation('\u200fSSN לא תקין')).toBe(false);
});

describe('an element of the Hebrew pages', () => {
  const shown = (type: ElementType, ...children: ReactNode[]) => {
    const [only] = children;
    const element =
      children.length === 1 ? jsx(type, { children: only }) : jsxs(type, { children });
    return render(element).container.innerHTML;
  };

  test.each([
    ['data', ['6 credits'], '<p><bdi>6 credits</bdi></p>'],
    ['data among signs', ['6 A', ', ', '$15.00'], '<p><bdi>6 A</bdi>, <bdi>$15.00</bdi></p>'],
    ['a name of two parts together', ['3rd', ' ', 'Levi'], '<p><bdi>3rd Levi</bdi></p>'],
    ['data after Hebrew', ['\u05e9\u05dd', ' ', '6 A'], '<p>\u05e9\u05dd <bdi>6 A</bdi></p>'],
    ['data of a list', [['6 A', '7 B']], '<p><bdi>6 A</bdi><bdi>7 B</bdi></p>'],
    ['data beside an element', ['6 A', <b key="b">B</b>], '<p><bdi>6 A</bdi><b>B</b></p>'],
  ])('isolates %s', (_name, children, html) => {
    expect(shown('p', ...children)).toBe(html);
  });

  test('isolates data where a package calls React itself', () => {
    const made = [
      createElement('a', { children: DATA }),
      createElement('a', null, DATA),
      createElement('a', null, DATA, ', '),
    ];
    const html = made.map((one) => render(one).container.innerHTML);
    const bdi = `<bdi>${DATA}</bdi>`;
    expect(html).toEqual([`<a>${bdi}</a>`, `<a>${bdi}</a>`, `<a>${bdi}, </a>`]);
  });

  test('isolates data that a fragment puts there', () => {
    expect(shown(Fragment, DATA)).toBe(`<bdi>${DATA}</bdi>`);
  });

  test.each([
    ['Hebrew', '6 \u05e0\u05e7\u05d5\u05d3\u05d5\u05ea'],
    ['a count', '12'],
    ['signs', ', '],
    ['data that has isolates', '\u20686 credits\u2069: '],
  ])('leaves %s as it is', (_name, text) => {
    expect(shown('p', text)).toBe(`<p>${text}</p>`);
  });

  test('is isolated by marks where elements are impossible, and not at all as a value', () => {
    expect(shown('option', DATA)).toBe(`<option>${ISOLATED}</option>`);
    expect(shown('code', DATA)).toBe(`<code>${DATA}</code>`);
    expect(shown('bdi', DATA)).toBe(`<bdi>${DATA}</bdi>`);
  });

  test('keeps the state of the elements after data that appears later', () => {
    const field = <input key="field" />;
    const of = (text: string) => jsxs('label', { children: [text, ' ', text, field] });
    const { container, rerender } = render(of(''));
    const before = container.querySelector('input');
    rerender(of(DATA));
    expect(container.querySelector('input')).toBe(before);
  });
});
