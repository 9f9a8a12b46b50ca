import { expect, test } from '@jest/globals';
import { isPage } from './pages.ts';

test.each(['/', '/login', '/packages/', '/myaccount', '/create/12/abc_DEF', '/admin/', '/admin/reset/3/x'])('%s is a page', (path) => {
  expect(isPage(path)).toBe(true);
});

test.each(['/nothing', '/create/12', '/create/12/a/b', '/login/x', '//', '/api', ''])('%s is no page', (path) => {
  expect(isPage(path)).toBe(false);
});
