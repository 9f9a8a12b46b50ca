import { expect, test } from '@jest/globals';
import { isPage } from './pages.ts';

test.each([
  '/',
  '/login',
  '/packages/',
  '/startExam/eyJzdHVkZW50X2lk',
  '/myaccount',
  '/create/12/abc_DEF',
  '/admin/',
  '/admin/reset/3/x',
  '/register/YUBiLmNv/2/MjM0',
  '/register/YUBiLmNv/2/MjM0/151/Bais%20Chana',
])('%s is a page', (path) => {
  expect(isPage(path)).toBe(true);
});

test.each([
  '/nothing',
  '/create/12',
  '/create/12/a/b',
  '/login/x',
  '/register/YUBiLmNv/2',
  '/register/a/2/b/3/c/d',
  '//',
  '/api',
  '',
])('%s is no page', (path) => {
  expect(isPage(path)).toBe(false);
});
