import { expect, test } from '@jest/globals';
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

test('a refund says how much goes back to which card', () => {
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

test('an assigned package is told with its credits', () => {
  expect(
    assignedNotice({ firstName: 'Miri', language, name: 'Six credits', credits: 6 }).text,
  ).toContain('Credits: 6');
});

test('a refund is told in Hebrew to who reads Hebrew, from right to left', () => {
  const { subject, text, html } = refundNotice({
    ...card,
    firstName: 'Dana',
    language: 'he',
    descriptions: ['Additional fee'],
    amountCents: 5000,
  });
  expect(subject).toBe('ההחזר שלכם');
  expect(text).toContain('שלום Dana,');
  expect(text).toContain('החזרנו $50.00 לכרטיס שלכם');
  expect(text).toContain('Visa המסתיים ב-1111');
  expect(html).toContain('<html lang="he" dir="rtl">');
});
