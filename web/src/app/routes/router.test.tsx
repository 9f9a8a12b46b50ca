import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetSession } from '../../shared/session/session.ts';
import { fakePortal, type Reply, serveConfig } from '../../shared/testing.tsx';
import { queryClient } from '../query-client.ts';
import { Router } from './router.tsx';

const credits = {
  totalCredits: 6,
  creditsDetails: { '1,4': 0, '3': 0, generic: 6 },
  pricePerCredit: 42,
  standardProctorFee: 15,
  vendorSpecificPackage: false,
  specialPackages: [],
};
const asStudent: Record<string, Reply | Reply[]> = {
  '/api/getStudentInfo': { answer: { student: { firstName: 'Dana' }, creditsInfo: credits } },
  '/api/getCreditsInfo': { answer: credits },
  '/api/getPackagesTypesToDisplay': { answer: { packages: [], adminOnlyPackages: [] } },
  '/api/logout': { answer: { loggedOut: true } },
};

function signIn(roles: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies
  document.cookie = 'isLoggedIn=1; Path=/';
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies
  document.cookie = `roles=${roles}; Path=/`;
}
function open(path: string, replies: Record<string, Reply | Reply[]> = asStudent) {
  window.history.replaceState(null, '', path);
  const got = fakePortal(replies);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return got;
}
beforeEach(() => {
  queryClient.clear();
  serveConfig({ version: '1.2.3' });
});
afterEach(() => {
  cleanup();
  serveConfig(null);
  forgetSession();
});

test.each(['/', '/packages', '/myaccount', '/exam-protocol', '/study-material/7'])(
  'a visitor who asks for %s comes to the login',
  async (path) => {
    open(path);
    await screen.findByRole('heading', { name: 'Login' });
    expect(window.location.pathname).toBe('/login');
  },
);

test('staff come to their own login and home', async () => {
  open('/admin?comingFromResetPass=1');
  await screen.findByLabelText('User name');
  screen.getByText('Use your new password to login');
  cleanup();

  signIn('ROLE_ADMIN,ROLE_ADVISOR');
  open('/');
  await screen.findByRole('heading', { name: 'Overview' });
  screen.getByText('Admin, Advisor');
  expect(window.location.pathname).toBe('/admin/overview');
});

test('the menu marks the lookup that /admin shows to staff without an overview', async () => {
  signIn('ROLE_ADMISSIONS');
  open('/admin');
  const link = await screen.findByRole('link', { name: 'Student lookup', current: 'page' });
  expect(window.location.pathname).toBe('/admin');
  expect(screen.getAllByRole('link', { current: 'page' })).toEqual([link]);
});

const noMaterials = { '/api/getAllExamsWithStudyMaterial': { answer: [] } };

test('admissions begin at the study materials', async () => {
  signIn('ROLE_ADMISSIONS');
  open('/', noMaterials);
  await screen.findByRole('heading', { name: 'Study materials' });
  expect(window.location.pathname).toBe('/admin/study-materials');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Skip to content',
    'Student lookup',
    'Non-member invite',
    'Catalogue',
    'Study materials',
    'Security',
  ]);
});

test('admissions staff come from the login to their home, or to the requested page', async () => {
  const login = { '/api/admin/login': { answer: { user: {} } }, ...noMaterials };
  const enter = async () => {
    await userEvent.type(await screen.findByLabelText('User name'), 'ruth');
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    signIn('ROLE_ADMISSIONS'); // as the answer does
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  };
  open('/admin', login);
  await enter();
  await waitFor(() => expect(window.location.pathname).toBe('/admin/study-materials'));
  cleanup();
  forgetSession();

  open('/admin/student-lookup', login);
  await enter();
  await waitFor(() => expect(window.location.pathname).toBe('/admin/student-lookup'));
});

test('a page that is not theirs leads staff home, where it says so', async () => {
  signIn('ROLE_ADVISOR');
  open('/study-abroad/T-1/12/TTI', {});
  await screen.findByText('That page is not open to your account.');
  await screen.findByRole('heading', { name: 'Overview' });
  expect(window.location.pathname).toBe('/admin/overview');
});

test('an address that leads nowhere says so and leads home', async () => {
  open('/nowhere');
  await screen.findByRole('heading', { name: 'Page not found' });
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  expect(document.title).toBe('Page not found | Student portal');
});

test('an address of staff that leads nowhere says so too', async () => {
  signIn('ROLE_ADMIN');
  open('/admin/nowhere');
  await screen.findByRole('heading', { name: 'Page not found' });
});

test.each([
  ['1', 'Student is denied registration'],
  ['2', 'Error!'],
])('error page %s says "%s"', async (code, text) => {
  open(`/admin/error/${code}`);
  await screen.findByRole('heading', { name: text });
  expect(screen.getByRole('link', { name: '(718) 555-0142' }).getAttribute('href')).toBe(
    'tel:7185550142',
  );
});

test('when neither name nor credits can be read the bar still leads everywhere', async () => {
  signIn('ROLE_STUDENT');
  const down: Reply = { status: 422, code: 'invalid', detail: 'Not now.' };
  open('/packages', { ...asStudent, '/api/getStudentInfo': down, '/api/getCreditsInfo': down });
  await screen.findAllByText('Not now.');
  const [ofDesk] = screen.getAllByRole('button', { name: 'Menu' }); // the other one is the phone's
  await userEvent.click(ofDesk as HTMLElement);
  await screen.findByRole('menuitem', { name: 'My account' });
});

test('the bar shows credits, and its menu leads to the account and out', async () => {
  signIn('ROLE_STUDENT');
  open('/packages');
  const pill = await screen.findByRole('button', { name: /Hi, Dana.*6 credits/ });
  await userEvent.click(pill);
  expect((await screen.findByRole('menuitem', { name: 'My account' })).getAttribute('href')).toBe(
    '/myaccount',
  );
  screen.getByText('Available credits');

  await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));

  await screen.findByRole('heading', { name: 'Login' });
  expect(document.cookie).not.toContain('isLoggedIn');
});

test('the foot leads to the help, with the year of today', async () => {
  signIn('ROLE_STUDENT');
  open('/packages');
  expect((await screen.findByRole('link', { name: 'FAQ' })).getAttribute('href')).toBe(
    '/documents/faq.pdf',
  );
  expect(screen.getByRole('link', { name: 'User Manual' }).getAttribute('href')).toBe(
    '/documents/user-manual.pdf',
  );
  expect(screen.getByRole('link', { name: 'Exam protocol' }).getAttribute('target')).toBe('_blank');
  screen.getByText(`© ${TEST_NOW.getFullYear()} JSE`);
});

test('an expired session clears the page; the login leads back to it', async () => {
  signIn('ROLE_STUDENT');
  const over: Reply = {
    status: 401,
    code: 'session_over',
    detail: 'Your session is over. Please log in again.',
  };
  open('/packages', {
    ...asStudent,
    '/api/getCreditsInfo': [over, { answer: credits }],
    '/api/login': { answer: { student: {}, roles: ['ROLE_STUDENT'] } },
  });

  await screen.findByRole('heading', { name: 'Login' });
  expect(document.cookie).not.toContain('isLoggedIn');
  await userEvent.type(screen.getByLabelText('Email'), 'dana@student.test');
  await userEvent.type(screen.getByLabelText('Password'), 'Study4JSE!');
  signIn('ROLE_STUDENT');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));

  await screen.findByRole('heading', { name: 'Packages and pricing designed for students' });
  await waitFor(() => expect(window.location.pathname).toBe('/packages'));
});

test('a student who may not register is led to the page that says so', async () => {
  signIn('ROLE_STUDENT');
  open('/packages', {
    ...asStudent,
    '/api/getPackagesTypesToDisplay': {
      status: 403,
      code: 'registration_denied',
      detail: 'Student is denied registration',
    },
  });
  await screen.findByRole('heading', { name: 'Student is denied registration' });
  expect(window.location.pathname).toBe('/admin/error/1');
});
