import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { GetSchoolAccountResponse } from '@portal/proto/schools/v1/office';
import { readSheet } from 'read-excel-file/node';
import { accountFile } from './account-file.ts';

const now = new Date('2026-11-23T03:05:00Z');
const account = (about: object = {}) =>
  GetSchoolAccountResponse.fromPartial({
    school: { school: { name: 'Ohr: Torah', chargeSchool: true } },
    accountReport: [
      {
        quantity: 1,
        date: '2026-10-01',
        description: '=Payment',
        cohort: '',
        amountCents: 150050,
        balanceCents: 150050,
        isPayment: true,
      },
      {
        quantity: 3,
        date: '2026-10-02',
        description: 'Ethics (TAL), 3 credits',
        amountCents: -40500,
        balanceCents: 109550,
      },
    ],
    balanceCents: 109550,
    ...about,
  });

test('the file has all rows with balances, NULL cohorts and today’s balance last', async () => {
  const file = accountFile(account(), now);
  expect(file.headers['Content-Disposition']).toContain(
    'filename="Ohr_ Torah 2026-11-22 22-05.xlsx"',
  );
  expect(await readSheet(await buffer(file.chunks as Readable))).toEqual([
    ['Quantity', 'Date', 'Description', 'Cohort', 'Amount', 'Balance'],
    [1, '2026-10-01', '=Payment', null, 1500.5, 1500.5],
    [3, '2026-10-02', 'Ethics (TAL), 3 credits', 'NULL', -405, 1095.5],
    [null, '2026-11-22', 'Balance', null, null, 1095.5],
  ]);
});

test('a school that is not charged has none', () => {
  const school = { school: { name: 'Bais Rivka', chargeSchool: false } };
  expect(() => accountFile(account({ school }), now)).toThrow('school_not_charged');
});
