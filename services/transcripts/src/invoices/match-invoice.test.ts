import { expect, test } from '@jest/globals';
import type { InvoiceLine } from './invoice-rows.ts';
import { matchInvoice, type TakenExam, type Taker } from './match-invoice.ts';

const line = (about: Partial<InvoiceLine> = {}): InvoiceLine => ({
  row: 2,
  talId: null,
  lastName: 'Adler',
  firstName: 'Dina',
  examCode: 'ETH-101',
  examDate: '2026-03-10',
  amountCents: 4500,
  ...about,
});
const exam = (about: Partial<TakenExam> = {}): TakenExam => ({
  key: 'registration 1',
  studentId: 7,
  registrationId: 1,
  seminaryExamId: null,
  examCode: 'ETH-101',
  days: ['2026-03-10'],
  ...about,
});
const taker = (about: Partial<Taker> = {}): Taker => ({
  talId: 'T7',
  lastName: 'Adler',
  firstName: 'Dina',
  exams: [exam()],
  ...about,
});
const outcome = (lines: InvoiceLine[], takers: Taker[], invoiced = new Map<string, string>()) =>
  matchInvoice('77', lines, takers, invoiced).map((one) => one.reason ?? one.exam?.key);

test.each<[string, Partial<InvoiceLine>, Partial<Taker>[], string]>([
  ['names a student by TAL id', { talId: 't7', lastName: 'X' }, [{}], 'registration 1'],
  ['names a student by name in any case', { lastName: ' ADLER ' }, [{}], 'registration 1'],
  ['names nobody', { lastName: 'Berger' }, [{}], 'Student not found'],
  ['has a TAL id that is another student’s', { talId: 'T8' }, [{}], 'Student not found'],
  [
    'has a TAL id that is not known, and the name of one without',
    { talId: 'T9' },
    [{ talId: null }],
    'registration 1',
  ],
  ['has a code that they did not take', { examCode: 'X' }, [{}], 'Exam not found'],
  ['has a code in another case', { examCode: 'eth-101' }, [{}], 'registration 1'],
  ['is a week early', { examDate: '2026-03-03' }, [{}], 'registration 1'],
  ['is a week late', { examDate: '2026-03-17' }, [{}], 'registration 1'],
  ['is eight days away', { examDate: '2026-03-18' }, [{}], 'Date differs'],
  ['is for an exam without a day', {}, [{ exams: [exam({ days: [] })] }], 'Date differs'],
  [
    'may be either of two of one name',
    { examCode: 'B' },
    [{}, { talId: 'T8', exams: [exam({ key: 'seminary 3', examCode: 'B' })] }],
    'seminary 3',
  ],
])('a line that %s', (_what, about, takers, expected) => {
  expect(outcome([line(about)], takers.map(taker))).toEqual([expected]);
});

test('an exam is invoiced once: by a file before, and within the file', () => {
  const before = new Map([['registration 1', '10233']]);
  expect(outcome([line()], [taker()], before)).toEqual(['Already invoiced on 10233']);
  expect(outcome([line(), line({ row: 3 })], [taker()])).toEqual([
    'registration 1',
    'Already invoiced on 77',
  ]);
});

test('of two tries the nearer one is meant, then the other one', () => {
  const exams = [exam({ days: ['2026-03-05'] }), exam({ key: 'registration 2' })];
  expect(outcome([line(), line({ row: 3 })], [taker({ exams })])).toEqual([
    'registration 2',
    'registration 1',
  ]);
});
