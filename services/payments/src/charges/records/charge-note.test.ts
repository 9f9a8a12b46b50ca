import { describe, expect, test } from '@jest/globals';
import { singleCreditsLot } from '../../credits/granting/grant-lot.ts';
import { chargeItems, readNote, readRefundNote, refundNote } from './charge-note.ts';
import type { NewCharge } from './new-charge.ts';

const credits: NewCharge = {
  typeId: '2',
  description: '3 credits',
  amountCents: 15_000,
  registrationId: 44,
};
const fee: NewCharge = {
  typeId: '1',
  description: 'Proctor fee',
  amountCents: 1500,
  registrationId: 44,
};

describe('the items that go with a charge', () => {
  test('say what each was for, by ids alone', () => {
    const lot = singleCreditsLot(3, 15_000, 151);
    const payment = { paymentId: 9, purpose: 'exam:525', studentId: 7, lot };
    expect(chargeItems(payment, [credits, fee]).map(({ note }) => note)).toEqual([
      'payment=9 for=exam:525 student=7 registration=44 credits=3 of-school=151',
      'payment=9 for=exam:525 student=7 registration=44',
    ]);
  });

  test.each([
    [{ paymentId: 9, purpose: 'exam:525', studentId: 7 }, { studentId: 7 }],
    [{ paymentId: 9, purpose: 'school', studentId: 0, schoolId: 151 }, { schoolId: 151 }],
    [
      { paymentId: 9, purpose: 'study:1', studentId: 0, ttiStudentId: 'T-5' },
      { ttiStudentId: 'T-5' },
    ],
  ])('are read again: %j', (payment, payer) => {
    const [item] = chargeItems(payment, [fee]);
    expect(readNote(item?.note ?? '')).toEqual({
      paymentId: 9,
      purpose: payment.purpose,
      studentId: null,
      schoolId: null,
      ttiStudentId: null,
      registrationId: 44,
      credits: null,
      packageId: null,
      lotSchoolId: null,
      ...payer,
    });
  });

  test.each([
    '',
    'Proctor fee',
    'payment=9',
    'payment=x for=exam:1',
    'payment=-1 for=exam:1',
    `payment=${'9'.repeat(17)} for=exam:1`,
  ])('are none of ours: %j', (text) => {
    expect(readNote(text)).toBeNull();
  });
});

describe('the note of a refund', () => {
  test('is read again', () => {
    expect(readRefundNote(refundNote(fee, 'exam_cancelled'))).toEqual({
      typeId: '1',
      registrationId: 44,
      cause: 'exam_cancelled',
    });
    const ofPackage = refundNote({ typeId: '2', registrationId: null }, 'package');
    expect(readRefundNote(ofPackage)).toEqual({
      typeId: '2',
      registrationId: null,
      cause: 'package',
    });
  });

  test.each(['', 'refund', 'type=1 cause=because', 'cause=staff'])(
    'is none of ours: %j',
    (text) => {
      expect(readRefundNote(text)).toBeNull();
    },
  );
});
