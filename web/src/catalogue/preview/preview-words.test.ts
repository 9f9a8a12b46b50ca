import { expect, test } from '@jest/globals';
import { inWords } from './preview-words.ts';

const seen = {
  audience: 'A member',
  offered: true,
  why: null,
  button: 'BUY' as const,
  credits: 3,
  amount: 126,
  proctorFee: 15,
  additionalCharge: 0,
};

test('an exam says what it costs, a fee of nothing too', () => {
  expect(Object.fromEntries(inWords(seen, 'exam'))).toEqual({
    Offered: 'Yes',
    Button: 'BUY',
    Costs: '3 credits',
    'To pay for credits': '$126.00',
    'Proctor fee': '$15.00',
    'Additional charge': '$0.00',
  });
});

test('an item that is not offered says why, and has no button', () => {
  const refused = { ...seen, offered: false, why: 'It is retired.', button: null };
  expect(inWords(refused, 'package').slice(0, 3)).toEqual([
    ['Offered', 'No. It is retired.'],
    ['Button', ''],
    ['Brings', '3 credits'],
  ]);
});
