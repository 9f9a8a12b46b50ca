import { expect, test } from '@jest/globals';
import { examNames } from './exam-names.ts';

const exam = (examId: number, subject: string, vendorName = 'TAL') => ({
  ...{ examId, subject, vendorName },
});

test('exams are told apart by subject and vendor, and by id where both are the same', () => {
  const exams = [
    exam(1, 'Talmud I'),
    exam(1, 'Talmud I'),
    exam(2, 'Talmud I', 'CIS'),
    exam(3, 'Hebrew'),
    exam(4, 'Hebrew'),
  ];
  expect([...examNames(exams)]).toEqual([
    [1, 'Talmud I, TAL'],
    [2, 'Talmud I, CIS'],
    [3, 'Hebrew, TAL (3)'],
    [4, 'Hebrew, TAL (4)'],
  ]);
});
