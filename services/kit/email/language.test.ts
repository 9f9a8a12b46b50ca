import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parsePo } from 'pofile-ts';
import { reorderedWords } from '../testing/reordered-words.ts';
import { languageOf, textsIn } from './language.ts';
import { renderEmail } from './render-email.ts';

test('uses English for people without a language, or with an unknown one', () => {
  expect([undefined, null, '', 'fr', 'en', 'he'].map(languageOf)).toEqual([
    'en',
    'en',
    'en',
    'en',
    'en',
    'he',
  ]);
});

test('a text is said in each language with its values, and numbers as that language counts', () => {
  const [english, hebrew] = [textsIn('en'), textsIn('he')];
  const said = (i18n: typeof english, credits: number) =>
    i18n._(
      '{credits, plural, one {# credit is on your account again; ' +
        'you can use it for another exam.} other {# credits are on your account again; ' +
        'you can use them for another exam.}}',
      { credits },
    );
  expect(said(english, 1)).toMatch(/^1 credit is /);
  expect(said(english, 3)).toMatch(/^3 credits are /);
  expect(said(hebrew, 1)).toMatch(/^נקודת זכות אחת /);
  expect(said(hebrew, 2)).toMatch(/^שתי נקודות זכות /);
  expect(said(hebrew, 7)).toMatch(/^7 נקודות זכות /);
});

test('a name is no pattern, whatever it holds', () => {
  const firstName = "{lastName} '{' # O'Neil";
  expect(textsIn('en')._('Dear {firstName},', { firstName })).toBe(`Dear ${firstName},`);
});

test('a Hebrew mail runs from right to left, with its links and numbers from left to right', () => {
  const { html, text } = renderEmail(
    {
      title: 'שלום',
      paragraphs: [],
      facts: [['מבחן', 'Biology']],
      button: { label: 'כניסה', url: 'https://portal.test/login' },
    },
    'he',
  );
  expect(html).toContain('<html lang="he" dir="rtl">');
  expect(html).toContain('<span dir="ltr" style="word-break:break-all">https://portal.test/login');
  expect(html).toContain('<td align="left" valign="top"');
  expect(text).toContain('\u2068(718) 555-0142\u2069');
  expect(text).not.toMatch(/This email|call the office/);
});

const { items } = parsePo(readFileSync(new URL('../texts/he.po', import.meta.url), 'utf8'));
const ARGUMENT = /\{(\w+)(?:\}|(, *plural))/g;
const withValues = items.map(({ msgid }) => msgid).filter((text) => text.search(ARGUMENT) !== -1);

test.each(withValues)('the Hebrew text of %j isolates its values', (text) => {
  const data = '6 credits';
  const names = [...text.matchAll(ARGUMENT)];
  const values = names.map(([, name = '', plural]) => [name, plural ? 7 : data]);
  const shown = textsIn('he')._(text, Object.fromEntries(values));
  const isolated = `\u2068${data}\u2069`;
  expect(shown.split(isolated)).toHaveLength(names.filter(([, , plural]) => !plural).length + 1);
  expect(shown.replaceAll(isolated, '')).not.toContain(data);
});

const data = {
  title: '1 A',
  subject: '2 B',
  greeting: '3 C,',
  paragraphs: ['4 D <b>'],
  facts: [['5 E', '6 F']] as [string, string][],
  notes: ['7 G'],
  linksTitle: 'שלום',
  links: [{ title: '8 H', url: 'https://portal.test/8?a=1&b=2' }],
};

test('a Hebrew email isolates its data by elements, and by marks in text and subject', () => {
  const mail = renderEmail(data, 'he');
  expect(reorderedWords(mail)).toEqual([]);
  expect(mail.subject).toBe('\u20682 B\u2069');
  expect(mail.text).toContain('\u20685 E\u2069: \u20686 F\u2069');
  expect(mail.html).toContain('<bdi>4 D &lt;b&gt;</bdi>');
  expect(mail.html).toContain('href="https://portal.test/8?a=1&amp;b=2"');
  expect(mail.text).toContain('\nhttps://portal.test/8?a=1&b=2\n');
  expect(reorderedWords(renderEmail(data, 'en'))).toContain('2 B');
});
