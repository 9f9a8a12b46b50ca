import { expect, test } from '@jest/globals';
import { examsOfView } from './exam-view.ts';

test('My exams are those with a registration', () => {
  const exams = [{ registration_id: null }, { registration_id: 3 }];
  expect(examsOfView('my_exams', exams)).toEqual([{ registration_id: 3 }]);
  expect(examsOfView('all', exams)).toEqual(exams);
});
