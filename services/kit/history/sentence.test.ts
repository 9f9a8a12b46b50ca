import { expect, test } from '@jest/globals';
import { sentence } from './sentence.ts';

test.each<[string, string, unknown, string]>([
  [
    'update',
    'phone',
    { phone: ['212-555-0100', '212-555-0199'] },
    'phone: 212-555-0100 → 212-555-0199',
  ],
  [
    'update',
    'two fields',
    { firstName: ['Dina', 'Dana'], state: ['NY', null] },
    'first name: Dina → Dana\nstate: NY → none',
  ],
  [
    'update',
    'secrets',
    { dob: 'changed', last4Ssn: ['1234', '4321'] },
    'dob: changed\nlast4 ssn: changed',
  ],
  ['update', 'a flag', { isTtiMember: [false, true] }, 'is TTI member: no → yes'],
  ['insert', 'nothing more', {}, 'created'],
  [
    'insert',
    'a package',
    { source: 'assigned', credits: 6 },
    'created\nsource: assigned\ncredits: 6',
  ],
  ['insert', 'what was left empty', { amountCents: 100, saidBy: null }, 'created\namount: $1.00'],
  ['action', 'a sign-in', { signedIn: true }, 'signed in'],
  ['insert', 'a kind', { kind: 'manual_payment' }, 'created\nkind: manual payment'],
  ['update', 'a name', { lastName: ['Levi', 'levi_b'] }, 'last name: Levi → levi_b'],
  ['delete', 'all', { deleted: true }, 'deleted'],
  ['update', 'a cancel', { status: ['scheduled', 'cancelled'], reason: 2 }, 'cancelled, reason 2'],
  ['update', 'a cancel without a reason', { status: ['registered', 'cancelled'] }, 'cancelled'],
  ['update', 'a state', { status: ['registered', 'scheduled'] }, 'status: registered → scheduled'],
  [
    'action',
    'a refund',
    { refund: 7, amountCents: 4500, cause: 'staff' },
    'refund 45.00 of charge 881',
  ],
  [
    'update',
    'a large refund that is refused',
    { refund: 7, amountCents: 123_450, refused: 'not settled' },
    'refund 1234.50 of charge 881, refused: not settled',
  ],
  ['action', 'money', { refundedCents: 4500 }, 'refunded: $45.00'],
  [
    'action',
    'lots',
    { spent: 3, lots: [{ lotId: 4, credits: 3 }] },
    'spent: 3\nlots: 3 of package 4',
  ],
  ['action', 'a pair that is no change', { exams: [101, 102] }, 'exams: 101, 102'],
  ['update', 'nothing', null, 'changed'],
])('%s of %s is said in words', (op, _what, change, said) => {
  expect(sentence({ op, rowId: '881', change })).toBe(said);
});

test.each(['ssn', 'last4Ssn', 'dob', 'birthDate', 'dateOfBirth', 'password', 'internalComment'])(
  'omits the values of %s, in any form of the audit',
  (field) => {
    for (const value of ['4321', ['1234', '4321'], { was: '1234' }])
      expect(sentence({ op: 'update', rowId: '1', change: { [field]: value } })).not.toMatch(
        /\d{4}/,
      );
  },
);
