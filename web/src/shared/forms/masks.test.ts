import { expect, test } from '@jest/globals';
import { newYorkDay, readDay } from '@portal/contract/days';
import fc from 'fast-check';
import { maskCardNumber } from '../payments/card-form/card-rules.ts';
import { dateMask, digitsOnly, expiryMask, lastFourMask, type Mask } from './masks.ts';

const masks: Record<string, Mask> = {
  date: dateMask,
  expiry: expiryMask,
  'last 4 of the SSN': lastFourMask,
  'card number': maskCardNumber,
  digits: digitsOnly,
};
/** The text of a field after each key. */
const typed = (mask: Mask, text: string) => [...text].reduce((shown, key) => mask(shown + key), '');

test.each([
  ['date', '04152004', '04/15/2004'],
  ['date', '04/15/2004', '04/15/2004'],
  ['date', '4/5/2004', '04/05/2004'],
  ['date', '12/5/2004', '12/05/2004'],
  ['date', '4-5-2004', '04/05/2004'],
  ['date', '4.5.2004', '04/05/2004'],
  ['date', '2004-04-05', '04/05/2004'],
  ['date', 'Apr 5, 2004', '04/05/2004'],
  ['date', 'April 5th 2004', '04/05/2004'],
  ['date', 'Sept. 5, 2004', '09/05/2004'],
  ['date', '5 Apr 2004', '04/05/2004'],
  ['date', '5-Apr-2004', '04/05/2004'],
  ['expiry', '0430', '04/30'],
  ['expiry', '04/30', '04/30'],
  ['expiry', '4/30', '04/30'],
  ['expiry', '04/2030', '04/30'],
  ['expiry', '4/2030', '04/30'],
  ['expiry', '042030', '04/30'],
  ['expiry', '2030-04', '04/30'],
  ['last 4 of the SSN', '123-45-6789', '6789'],
  ['last 4 of the SSN', '123 45 6789', '6789'],
  ['last 4 of the SSN', '123456789', '6789'],
  ['last 4 of the SSN', 'XXX-XX-6789', '6789'],
  ['last 4 of the SSN', '6789', '6789'],
  ['card number', '4111111111111111', '4111 1111 1111 1111'],
  ['card number', '4111-1111-1111-1111', '4111 1111 1111 1111'],
  ['card number', '378282246310005', '3782 822463 10005'],
  ['digits', '021-000 021', '021000021'],
])('%s: %s, pasted or typed, is shown as %s', (name, text, shown) => {
  const mask = masks[name] ?? digitsOnly;
  expect([mask(text), typed(mask, text)]).toEqual([shown, shown]);
});

test.each([
  ['date', '2004-04-15T00:00:00', '04/15/2004'],
  ['date', ' \u200e04/15/2004\u00a0', '04/15/2004'],
  ['expiry', '04 / 30', '04/30'],
])('%s: %s is filled in as %s', (name, text, shown) => {
  expect(masks[name]?.(text)).toBe(shown);
});

test.each([
  ['date', '25/12/2004'],
  ['date', '04/15/20045'],
  ['date', '4/5/04'],
  ['date', 'Foo 5, 2004'],
  ['date', '2/30/2004'],
  ['expiry', '13/30'],
  ['expiry', '04/1999'],
  ['last 4 of the SSN', '12345'],
  ['last 4 of the SSN', '123-45-678'],
  ['last 4 of the SSN', 'none'],
  ['digits', '12345a'],
])('%s: %s is left as it is, for the error of the field', (name, text) => {
  expect(masks[name]?.(text)).toBe(text);
});

test('a mask keeps every digit of a text that it does not take as a whole value', () => {
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const key = fc.constantFrom(...'0123456789/-. a');
  const line = fc.array(key, { maxLength: 14 }).map((keys) => keys.join(''));
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(masks)), line, (mask, text) => {
      const shown = mask(text);
      const isWhole = /^(?:\d\d\/\d\d(?:\/\d{4})?|\d{4})$/.test(shown);
      expect(isWhole || digitsOf(shown) === digitsOf(text)).toBe(true);
      expect(mask(shown)).toBe(shown);
    }),
  );
});

test('any day in any of the forms is shown as that day', () => {
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('1900-01-02'),
        max: new Date('2099-12-30'),
        noInvalidDate: true,
      }),
      (date) => {
        const iso = newYorkDay(date);
        const [y = '', m = '', d = ''] = iso.split('-');
        const name = month.format(new Date(`${iso}T12:00:00Z`));
        for (const text of [iso, `${+m}/${+d}/${y}`, `${m}${d}${y}`, `${name} ${+d}, ${y}`])
          expect(readDay(typed(dateMask, text))).toBe(iso);
      },
    ),
  );
});
