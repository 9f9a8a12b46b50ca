import { expect, test } from '@jest/globals';
import type { DomainError } from '@portal/kit/errors';
import {
  checkCardAmount,
  entryKind,
  MAX_CARD_PAYMENT_CENTS,
  MAX_PAYMENT_CENTS,
  type ManualPayment,
} from './payment-rules.ts';

const today = '2026-11-22';
const usual: ManualPayment = { amountCents: 50_000, date: today, comment: null };

const kindOf = (about: Partial<ManualPayment>, mayCorrect: boolean): string => {
  try {
    return entryKind({ ...usual, ...about }, { today, mayCorrect });
  } catch (error) {
    const { detail, extra } = error as DomainError;
    return `${extra.errors?.map(({ path }) => path).join()}: ${detail}`;
  }
};

const mistyped = { amountCents: -1, comment: 'Check 7 was typed twice' };

test.each([
  { about: {}, mayCorrect: false, is: 'manual_payment' },
  { about: { amountCents: 1 }, mayCorrect: false, is: 'manual_payment' },
  { about: { amountCents: MAX_PAYMENT_CENTS }, mayCorrect: true, is: 'manual_payment' },
  { about: { date: '2020-01-01' }, mayCorrect: false, is: 'manual_payment' },
  { about: mistyped, mayCorrect: true, is: 'correction' },
  { about: mistyped, mayCorrect: false, is: 'amount: Please enter an amount.' },
  { about: { amountCents: -1 }, mayCorrect: true, is: 'comment: Please enter a comment.' },
  { about: { amountCents: 0 }, mayCorrect: true, is: 'amount: Please enter an amount.' },
  {
    about: { amountCents: MAX_PAYMENT_CENTS + 1 },
    mayCorrect: true,
    is: 'amount: Please enter an amount.',
  },
  {
    about: { ...mistyped, amountCents: -MAX_PAYMENT_CENTS - 1 },
    mayCorrect: true,
    is: 'amount: Please enter an amount.',
  },
  { about: { date: '2026-11-23' }, mayCorrect: true, is: 'date: Date invalid' },
])('a payment with $about, with right to correct $mayCorrect: $is', ({ about, mayCorrect, is }) => {
  expect(kindOf(about, mayCorrect)).toBe(is);
});

test.each([
  [1, true],
  [MAX_CARD_PAYMENT_CENTS, true],
  [0, false],
  [-1, false],
  [MAX_CARD_PAYMENT_CENTS + 1, false],
])('a school can pay %s cents by card: %s', (cents, isFine) => {
  const check = () => checkCardAmount(cents);
  const errors = [{ path: 'amount', message: 'Please enter an amount.' }];
  if (isFine) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ extra: { errors } }));
});
