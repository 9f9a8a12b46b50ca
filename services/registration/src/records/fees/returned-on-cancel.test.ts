import { expect, test } from '@jest/globals';
import { sampleRow } from '../registrations/state/sample-row.ts';
import { returnedOnCancel, returnedOnCancelText } from './returned-on-cancel.ts';

const row = {
  ...sampleRow(new Date('2026-03-02T15:00:00Z')),
  creditsSpent: 0,
  additionalPaidCents: 0,
  additionalRefundedCents: 0,
};
const proctorPayments = [
  { id: 1, state: 'held' as const, cents: 1500, sessionId: null, paymentId: 71 },
  { id: 2, state: 'held' as const, cents: 500, sessionId: null, paymentId: 72 },
  { id: 3, state: 'held' as const, cents: 0, sessionId: null, paymentId: null },
];

test.each([
  {
    what: 'own credits',
    more: { creditsSpent: 3 },
    says: ['3 credits are on your account again; you can use them for another exam.'],
  },
  {
    what: 'one credit',
    more: { creditsSpent: 1 },
    says: ['1 credit is on your account again; you can use it for another exam.'],
  },
  {
    what: 'free retake credits',
    more: { creditsSpent: 3, freeSeminaryRetake: true },
    says: ['3 free retake credits are on your account again; you can use them for a retake.'],
  },
  {
    what: 'the balance of the school',
    more: { chargeSchool: true },
    says: ['What your school paid for this exam is on the balance of the school again.'],
  },
  {
    what: 'free credits of the school',
    more: { chargeSchool: true, isFreeSchoolRegistration: true, creditsSpent: 2 },
    says: ['2 credits are on your account again; you can use them for another exam.'],
  },
  {
    what: 'free credits of the school, and its balance for the rest',
    more: { chargeSchool: true, creditsSpent: 2 },
    says: [
      '2 credits are on your account again; you can use them for another exam.',
      'What your school paid for this exam is on the balance of the school again.',
    ],
  },
  {
    what: 'credits and an additional fee',
    more: { creditsSpent: 5, additionalPaidCents: 10_500 },
    says: [
      '5 credits are on your account again; you can use them for another exam.',
      'The additional fee of $105.00 is refunded to the card that paid it. ' +
        'This may take a few days.',
    ],
  },
  {
    what: 'an additional fee that was refunded before',
    more: { additionalPaidCents: 5000, additionalRefundedCents: 5000 },
    says: ['No credits and no fees come back for this exam.'],
  },
  {
    what: 'two proctor fees, one of them not refundable',
    more: { proctorPayments },
    refunded: [72],
    says: [
      'The proctor fee of $5.00 is refunded to the card that paid it. This may take a few days.',
    ],
  },
  {
    what: 'a waived proctor fee',
    more: { proctorPayments },
    says: ['No credits and no fees come back for this exam.'],
  },
  {
    what: 'nothing',
    more: { vendorApprovedRetake: true },
    says: ['No credits and no fees come back for this exam.'],
  },
])(
  'an exam that was paid with $what lists its returns and their recipients',
  ({ more, refunded = [], says }) => {
    expect(returnedOnCancelText(returnedOnCancel({ ...row, ...more }, refunded), 'en')).toEqual(
      says,
    );
  },
);
