import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show } from '../shared/testing.tsx';
import { LoginPage } from './login-page.tsx';

afterEach(cleanup);

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login' });
async function signIn() {
  await userEvent.type(screen.getAllByLabelText('Email')[0] as HTMLElement, 'dana@student.test');
  await userEvent.type(screen.getByLabelText('Password'), 'Study4JSE!');
  await userEvent.click(button());
}

test('the button waits for an email and a password', async () => {
  fakePortal({});
  show(<LoginPage />, { path: '/login' });
  expect(document.title).toBe('Login | Student portal');
  expect(button().disabled).toBe(true);

  await userEvent.type(screen.getByLabelText('Email'), 'dana@student');
  await userEvent.type(screen.getByLabelText('Password'), 'x');
  expect(button().disabled).toBe(true);
  screen.getByText('Email invalid');

  await userEvent.type(screen.getByLabelText('Email'), '.test');
  expect(button().disabled).toBe(false);
  expect(screen.queryByText('Email invalid')).toBeNull();
});

test.each([
  { requestedPath: '/packages?x=1#y', to: '/packages?x=1' },
  { requestedPath: undefined, to: '/' },
  { requestedPath: '//evil.test', to: '/' },
  { requestedPath: 'https://evil.test', to: '/' },
])(
  'a student who opened $requestedPath is at $to after the login',
  async ({ requestedPath, to }) => {
    const got = fakePortal({ '/api/login': { answer: { student: {}, roles: ['ROLE_STUDENT'] } } });
    const { address } = show(<LoginPage />, { path: '/login', state: { requestedPath } });

    await signIn();

    await screen.findByText('elsewhere');
    expect(address()).toBe(to);
    expect(got).toMatchObject([{ body: { email: 'dana@student.test', password: 'Study4JSE!' } }]);
  },
);

test('a refused login keeps what was typed and says why on the card', async () => {
  fakePortal({
    '/api/login': {
      status: 422,
      code: 'invalid_credentials',
      detail: 'The email or password is not correct.',
    },
  });
  show(<LoginPage />, { path: '/login' });

  await signIn();

  expect((await screen.findByRole('alert')).textContent).toContain(
    'The email or password is not correct.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('dana@student.test');
});

test('after a password reset the card says to use the new password', () => {
  fakePortal({});
  show(<LoginPage />, { path: '/login', at: '/login?comingFromResetPass=1' });
  screen.getByText('Use your new password to login');
});

test('the support phone opens the offices', async () => {
  fakePortal({});
  show(<LoginPage />, { path: '/login' });

  await userEvent.click(screen.getByRole('button', { name: /Support.*\(718\) 555-0142/ }));

  await screen.findByRole('dialog', { name: 'Offices' });
  screen.getByText('Monday to Thursday 9:00 AM to 2:00 PM');
});
