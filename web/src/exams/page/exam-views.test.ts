import { expect, test } from '@jest/globals';
import { titleOf } from './exam-views.ts';

test.each([
  { view: 'all', term: '', title: 'All Exams' },
  { view: 'catalog', term: '', title: 'All Exams' },
  { view: 'my_exams', term: ' ', title: 'My Exams' },
  { view: 'all', term: ' history ', title: 'Showing "history"' },
  { view: 'my_exams', term: 'history', title: 'Showing "history"' },
] as const)('the view $view with the term "$term" is titled $title', ({ view, term, title }) => {
  expect(titleOf(view, term)).toBe(title);
});
