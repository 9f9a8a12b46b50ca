import { expect, test } from '@jest/globals';
import { languageOf, textsIn } from './language.ts';
import { renderEmail } from './render-email.ts';

test('who never chose a language, or one that is not there, is written to in English', () => {
  expect([undefined, null, '', 'fr', 'en', 'he'].map(languageOf)).toEqual([
    ...['en', 'en', 'en', 'en', 'en'],
    'he',
  ]);
});

test('a text is said in each language with its values, and numbers as that language counts', () => {
  const [english, hebrew] = [textsIn('en'), textsIn('he')];
  const said = (i18n: typeof english, credits: number) =>
    i18n._(
      '{credits, plural, one {# credit is on your account again; you can use it for another exam.} other {# credits are on your account again; you can use them for another exam.}}',
      { credits },
    );
  expect(said(english, 1)).toMatch(/^1 credit is /);
  expect(said(english, 3)).toMatch(/^3 credits are /);
  expect(said(hebrew, 1)).toMatch(/^נקודת זכות אחת /);
  expect(said(hebrew, 2)).toMatch(/^שתי נקודות זכות /);
  expect(said(hebrew, 7)).toMatch(/^7 נקודות זכות /);
});

test('what somebody is called is no pattern, whatever it holds', () => {
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
  expect(text).toContain('\u2066(718) 555-0142\u2069');
  expect(text).not.toMatch(/This email|call the office/);
});
