import { expect, test } from '@jest/globals';
import { readFields } from '../read-fields.ts';
import { setPrice } from './office-price.ts';

const fieldsWrong = (sent: object) =>
  readFields(setPrice.body, sent).error?.issues.map(({ path }) => path.join('.')) ?? [];

const price = { kind: 'credit_member', amount: 50, validFrom: '2026-12-01', reason: 'New year' };

test.each([
  { sent: { withdraw: 7 }, wrong: [] },
  { sent: { ...price, refId: 3, withdraw: 7 }, wrong: [] },
  { sent: { reason: 'A mistake', withdraw: 7 }, wrong: [] },
  { sent: price, wrong: [] },
  { sent: { ...price, withdraw: null, refId: null }, wrong: [] },
  { sent: { ...price, refId: 3 }, wrong: ['refId'] },
  { sent: { ...price, kind: 'package' }, wrong: ['refId'] },
  { sent: {}, wrong: ['kind', 'amount', 'validFrom', 'reason'] },
])('setPrice complains about $wrong of $sent', ({ sent, wrong }) => {
  expect(fieldsWrong(sent)).toEqual(wrong);
});
