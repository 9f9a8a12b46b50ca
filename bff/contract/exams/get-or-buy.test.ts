import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { getOrBuy, spendable } from './get-or-buy.ts';

const none = { creditsDetails: { '1,4': 0, '3': 0, generic: 0 }, examAllowedPackages: [] };
const talExam = { id: 7, vendor_id: 1, credits: 3, freeSeminaryRetake: false };
const packageFor = (exams: number[], balance: number) => ({
  id: 1,
  display_name: 'P',
  exams_allowed: exams,
  balance,
});

test.each([
  { student: 'without credits', credits: none, vendor: 1, left: 0 },
  {
    student: 'with credits of the vendor group of TAL and CIS, at TAL',
    credits: holding({ '1,4': 2 }),
    vendor: 1,
    left: 2,
  },
  {
    student: 'with credits of the vendor group of TAL and CIS, at CIS',
    credits: holding({ '1,4': 2 }),
    vendor: 4,
    left: 2,
  },
  {
    student: 'with credits of the vendor group of TAL and CIS, at CCC',
    credits: holding({ '1,4': 2 }),
    vendor: 3,
    left: 0,
  },
  { student: 'with CCC credits, at CCC', credits: holding({ '3': 5 }), vendor: 3, left: 5 },
  { student: 'with CCC credits, at TAL', credits: holding({ '3': 5 }), vendor: 1, left: 0 },
  {
    student: 'with generic credits, at a vendor of no group',
    credits: holding({ generic: 4, '1,4': 9, '3': 9 }),
    vendor: 2,
    left: 4,
  },
  {
    student: 'with credits of both kinds',
    credits: holding({ generic: 1, '1,4': 2 }),
    vendor: 4,
    left: 3,
  },
])('a student $student can spend $left credits', ({ credits, vendor, left }) => {
  expect(spendable({ id: 7, vendor_id: vendor }, credits)).toBe(left);
});

test('only packages that list the exam pay for it, and all of them do', () => {
  const credits = {
    ...holding({ generic: 1 }),
    examAllowedPackages: [packageFor([7, 8], 2), packageFor([9], 5), packageFor([7], 1)],
  };
  expect(spendable({ id: 7, vendor_id: 1 }, credits)).toBe(4);
});

test('BUY says how many credits are missing', () => {
  expect(getOrBuy(talExam, holding({ '1,4': 1 }))).toEqual({ button: 'BUY', missing: 2 });
});

test('GET if the credits suffice, the exam is free, or a free retake covers it', () => {
  expect(getOrBuy(talExam, holding({ generic: 3 }))).toEqual({ button: 'GET' });
  expect(getOrBuy({ ...talExam, credits: 0 }, none)).toEqual({ button: 'GET' });
  expect(getOrBuy({ ...talExam, freeSeminaryRetake: true }, none)).toEqual({ button: 'GET' });
});

test('any missing credit turns GET into BUY', () => {
  const few = fc.nat({ max: 12 });
  const credits = fc.record({ '1,4': few, '3': few, generic: few });
  fc.assert(
    fc.property(credits, fc.constantFrom(1, 2, 3, 4), few, (creditsDetails, vendor_id, price) => {
      const exam = { ...talExam, vendor_id, credits: price };
      const answer = getOrBuy(exam, { creditsDetails, examAllowedPackages: [] });
      if (answer.button === 'GET') return;
      const more = (n: number) => ({
        creditsDetails: { ...creditsDetails, generic: creditsDetails.generic + n },
        examAllowedPackages: [],
      });
      expect(getOrBuy(exam, more(answer.missing))).toEqual({ button: 'GET' });
      expect(getOrBuy(exam, more(answer.missing - 1))).toEqual({ button: 'BUY', missing: 1 });
    }),
  );
});

function holding(details: Partial<(typeof none)['creditsDetails']>) {
  return { ...none, creditsDetails: { ...none.creditsDetails, ...details } };
}
