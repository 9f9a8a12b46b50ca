import { expect, test } from '@jest/globals';
import { examsOfView, examViewTitle } from './exam-view.ts';

test.each([
  { view: 'all', term: '', title: 'All Exams' },
  { view: 'catalog', term: '', title: 'All Exams' },
  { view: 'my_exams', term: ' ', title: 'My Exams' },
  { view: 'all', term: ' history ', title: 'Showing "history"' },
  { view: 'my_exams', term: 'history', title: 'Showing "history"' },
] as const)('the view $view with the term "$term" is titled $title', ({ view, term, title }) => {
  expect(examViewTitle(view, term)).toBe(title);
});

test('My exams are those with a registration', () => {
  const exams = [{ registration_id: null }, { registration_id: 3 }];
  expect(examsOfView('my_exams', exams)).toEqual([{ registration_id: 3 }]);
  expect(examsOfView('all', exams)).toEqual(exams);
});
