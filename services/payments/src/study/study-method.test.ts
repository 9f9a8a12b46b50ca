import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import { setForFile } from '@portal/kit/testing/after-test';
import { checkAccount, checkBankAccount, checkStudyMethod } from './study-method.ts';

const before = { ...process.env };
beforeEach(() => {
  setForFile({
    CARDS_LOGIN_ID: 'a',
    CARDS_TRANSACTION_KEY: 'b',
    CARDS_TTINJ_LOGIN_ID: 'c',
    CARDS_TTINJ_TRANSACTION_KEY: 'd',
  });
});
afterEach(() => {
  process.env = { ...before };
});

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'ok';
};
const bank = {
  descriptor: 'd',
  value: 'v',
  last4: '6789',
  routingNumber: '121042882',
  accountType: 'checking',
  name: 'Dana Levi',
};
const now = new Date('2026-11-21T12:00:00Z');

test('only the two accounts are known, and the second only when its keys are there (R-306)', () => {
  expect([checkAccount('TTI'), checkAccount('TTINJ')]).toEqual(['TTI', 'TTINJ']);
  expect(['', 'tti', 'TTIXX', '__proto__'].map((name) => codeOf(() => checkAccount(name)))).toEqual(
    Array(4).fill('payment_to_unknown'),
  );
  delete process.env['CARDS_TTINJ_TRANSACTION_KEY'];
  expect(codeOf(() => checkAccount('TTINJ'))).toBe('payment_to_unknown');
});

test.each([
  ['last4', '678'],
  ['routingNumber', '12104288'],
  ['routingNumber', '1210428822'],
  ['accountType', 'giro'],
  ['name', ' '],
  ['descriptor', ''],
  ['value', ''],
])('a bank account with %s %j is refused (R-253 to R-256)', (field, value) => {
  expect(codeOf(() => checkBankAccount({ ...bank, [field]: value }))).toBe('card_fields_invalid');
});

test.each([
  ['last4', '123456789'],
  ['name', 'Dana 1234 5678 9'],
])('a whole account number in %s is refused as such', (field, value) => {
  expect(codeOf(() => checkBankAccount({ ...bank, [field]: value }))).toBe('card_data_refused');
});

test('accepts every account type; a bank account only where its account takes one (R-257)', () => {
  for (const accountType of ['checking', 'savings', 'businessChecking'])
    expect(
      codeOf(() => checkStudyMethod({ bankAccount: { ...bank, accountType } }, 'TTI', now)),
    ).toBe('ok');
  setForFile({ CARDS_ACH_ACCOUNTS: 'TTI' });
  expect(codeOf(() => checkStudyMethod({ bankAccount: bank }, 'TTI', now))).toBe('ok');
  expect(codeOf(() => checkStudyMethod({ bankAccount: bank }, 'TTINJ', now))).toBe(
    'ach_not_available',
  );
  expect(codeOf(() => checkStudyMethod({}, 'TTI', now))).toBe('no_payment_method');
});
