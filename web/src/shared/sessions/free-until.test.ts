import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { freeUntil } from './free-until.ts';

const nothing = {
  credits: 0,
  additionalFeeRefunded: 0,
  proctorFeeRefunded: 0,
  proctorFeeKept: 0,
  proctorFeeLost: 0,
};
const row = (givenBack: Exam['actions'][number]['givenBack']): Pick<Exam, 'actions'> => ({
  actions: [{ action: 'cancelSession', allowed: true, ...(givenBack ? { givenBack } : {}) }],
});

test('a fee that is kept says until when, one that is lost from the start says that', () => {
  expect(
    freeUntil(row({ ...nothing, proctorFeeKept: 15, keptUntil: '2099-07-09T13:30:00Z' })),
  ).toEqual({
    text:
      'Free to change until Thu, Jul 9, 2099, 9:30 AM ET. After that the $15.00 proctor fee ' +
      'is lost.',
    isLost: false,
  });
  expect(freeUntil(row({ ...nothing, proctorFeeLost: 15 }))).toEqual({
    text: 'If you change or cancel this session, the $15.00 proctor fee is lost.',
    isLost: true,
  });
});

test('nothing is said where no fee was paid, or nothing can be left', () => {
  expect([freeUntil(row(nothing)), freeUntil(row(undefined)), freeUntil({ actions: [] })]).toEqual([
    null,
    null,
    null,
  ]);
});
