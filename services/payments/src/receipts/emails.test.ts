import { expect, test } from '@jest/globals';
import { reorderedWords } from '@portal/kit/testing/reordered-words';
import { assignedNotice, receipt, refundNotice } from './emails.ts';

const language = 'en';
const card = { cardType: 'Visa', cardLast4: '1111' };

test('a receipt names every line, the total and the card, on the day in New York', () => {
  const { subject, text, html } = receipt({
    ...card,
    firstName: 'Dana',
    language,
    lines: [
      { description: 'Proctor fee', amountCents: 1500 },
      { description: 'Additional <fee>', amountCents: 5000 },
    ],
    amountCents: 6500,
    capturedAt: new Date('2026-11-22T02:00:00Z'),
    invoiceNumber: '261121-0123456789ABC',
  });
  expect(subject).toBe('Your payment receipt');
  for (const part of [
    '11/21/2026',
    'Proctor fee: $15.00',
    'Total: $65.00',
    'Visa ending 1111',
    '261121-0123456789ABC',
  ])
    expect(text).toContain(part);
  expect(html).toContain('Additional &lt;fee&gt;');
});

test('a refund email names the amount and the card', () => {
  const { text } = refundNotice({
    ...card,
    firstName: 'Dana',
    language,
    descriptions: ['Additional fee'],
    amountCents: 5000,
  });
  expect(text).toContain('$50.00');
  expect(text).toContain('Visa ending 1111');
});

test('the email about an assigned package lists its credits', () => {
  expect(
    assignedNotice({ firstName: 'Miri', language, name: 'Six credits', credits: 6 }).text,
  ).toContain('Credits: 6');
});

test('the refund email is in Hebrew, right to left, for students who read Hebrew', () => {
  const { subject, text, html } = refundNotice({
    ...card,
    firstName: 'Dana',
    language: 'he',
    descriptions: ['Additional fee'],
    amountCents: 5000,
  });
  expect(subject).toBe('ההחזר שלכם');
  expect(text).toContain('שלום \u2068Dana\u2069,');
  expect(text).toContain('החזרנו \u2068$50.00\u2069 לכרטיס שלכם');
  expect(text).toContain('\u2068Visa\u2069 המסתיים ב-\u20681111\u2069');
  expect(html).toContain('<html lang="he" dir="rtl">');
});

const hebrew = {
  firstName: '3rd Dana',
  language: 'he',
  cardType: '2 Visa',
  cardLast4: '1111',
} as const;
const paid = {
  lines: [{ description: '6 Credits', amountCents: 1500 }],
  amountCents: 1500,
  capturedAt: new Date('2026-11-22T02:00:00Z'),
  invoiceNumber: '261121-0A',
};
const descriptions = ['6 Credits', '20th Century'];

test.each([
  ['receipt', receipt({ ...hebrew, ...paid })],
  ['refund', refundNotice({ ...hebrew, descriptions, amountCents: 1500 })],
  ['assigned package', assignedNotice({ ...hebrew, name: '6 Credits', credits: 6 })],
])('data that starts with a number keeps its order in the Hebrew mail "%s"', (_name, mail) => {
  expect(reorderedWords(mail)).toEqual([]);
});
