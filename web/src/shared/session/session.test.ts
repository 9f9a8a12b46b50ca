import { afterEach, expect, test } from '@jest/globals';
import { forgetSession, ownPath, readSession } from './session.ts';

afterEach(forgetSession);
const cookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies
  document.cookie = text;
};

test('without the hint the page is signed out, with any roles', () => {
  cookie('roles=ROLE_STUDENT');
  expect(readSession()).toEqual({
    signedIn: false,
    kind: 'public',
    roles: [],
    student: false,
    staff: false,
  });
});

test.each([
  { roles: 'ROLE_STUDENT', student: true, staff: false },
  { roles: 'ROLE_ADMIN,ROLE_SUPPORT', student: false, staff: true },
  { roles: 'ROLE_ADMIN%2CROLE_SUPPORT', student: false, staff: true },
])('the hints tell who the person is: $roles', ({ roles, student, staff }) => {
  cookie('isLoggedIn=1');
  cookie(`roles=${roles}`);
  expect(readSession()).toMatchObject({ signedIn: true, student, staff });
});

test('forgetting the session removes what the tab keeps', () => {
  window.sessionStorage.setItem('bulk-registration-1-151', '{}');
  forgetSession();
  expect(window.sessionStorage.length).toBe(0);
});

test('forgetting takes the hints away', () => {
  cookie('isLoggedIn=1');
  cookie('roles=ROLE_STUDENT');
  forgetSession();
  expect(readSession().signedIn).toBe(false);
});

test.each([
  ['/packages', '/packages'],
  ['/?myexams=7#exam-7', '/?myexams=7#exam-7'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['https://evil.test', '/'],
  ['/login', '/'],
  ['/admin/login?x=1', '/'],
  [undefined, '/'],
  [{ path: '/' }, '/'],
])('of %j the way back is %s', (requested, to) => expect(ownPath(requested, '/')).toBe(to));
