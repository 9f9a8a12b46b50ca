import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { botCheckArrives, botCheckComes, botCheckGoes } from '../shared/forms/bot-check/testing.ts';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { SignUpCard } from './sign-up-card.tsx';

beforeEach(() => botCheckComes());
afterEach(() => {
  cleanup();
  botCheckGoes();
});

const found: Reply = { answer: { found: true } };
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
async function prove(ssn = '4321', dob = '04152004') {
  await userEvent.type(screen.getByLabelText('Last 4 of SSN'), ssn);
  await userEvent.type(screen.getByLabelText('Date of birth'), dob);
}

test('a student on record proves their identity and gives an email address', async () => {
  const message = 'Please check your email for a link to create your password.';
  const got = fakePortal({
    '/api/checkStudentId': found,
    '/api/register': { answer: { message } },
  });
  show(<SignUpCard />);
  screen.getByText('Create an online account.');

  await prove();
  await userEvent.click(next());
  await screen.findByText('Please enter your email.');
  await userEvent.type(screen.getByLabelText('Email'), 'new@student.test');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));

  await screen.findByText(message);
  expect(screen.queryByLabelText('Email')).toBeNull();
  screen.getByText('new@student.test');
  expect(screen.queryByRole('link', { name: /^Open/ })).toBeNull();
  expect(got.map(({ body }) => body)).toEqual([
    { ssn: '4321', dob: '04/15/2004' },
    { ssn: '4321', dob: '04/15/2004', email: 'new@student.test' },
  ]);
});

test('the mail is sent again or to another address, and its webmail is a link away', async () => {
  const message = 'Please check your email for a link to create your password.';
  const got = fakePortal({
    '/api/checkStudentId': found,
    '/api/register': { answer: { message } },
  });
  show(<SignUpCard />);
  await prove();
  await userEvent.click(next());
  await userEvent.type(await screen.findByLabelText('Email'), 'dana@gmail.com');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  expect((await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open Gmail' })).href).toBe(
    'https://mail.google.com/',
  );

  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText(/^The mail was sent again\./);
  await userEvent.click(screen.getByRole('button', { name: 'Wrong address?' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Email');
  expect(field.value).toBe('dana@gmail.com');
  await userEvent.clear(field);
  await userEvent.type(field, 'dana@yahoo.com');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  await screen.findByText('dana@yahoo.com');

  const requests = got.filter(({ path }) => path === '/api/register');
  expect(requests.map(({ body }) => body.email)).toEqual([
    'dana@gmail.com',
    'dana@gmail.com',
    'dana@yahoo.com',
  ]);
});

test('a mail that cannot be sent again says why, and the first one still counts', async () => {
  const message = 'Please check your email for a link to create your password.';
  const detail = 'Too many tries. Please wait an hour.';
  fakePortal({
    '/api/checkStudentId': found,
    '/api/register': [{ answer: { message } }, { status: 429, code: 'too_many_requests', detail }],
  });
  show(<SignUpCard />);
  await prove();
  await userEvent.click(next());
  await userEvent.type(await screen.findByLabelText('Email'), 'new@student.test');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await screen.findByText(detail);
  screen.getByText('new@student.test');
});

test.each([
  ['432', '04152004'],
  ['4321', '13022004'],
  ['4321', '0415200'],
])('Next stays shut for SSN %s and birth date %s', async (ssn, dob) => {
  fakePortal({});
  show(<SignUpCard />);
  await prove(ssn, dob);
  expect(next().disabled).toBe(true);
});

test('a date that does not exist is named when its field is left', async () => {
  fakePortal({});
  show(<SignUpCard />);
  await prove('4321', '02302004');
  await userEvent.tab();
  screen.getByText('Enter a valid date.');
});

test("without a record the server's sentence is shown on the card", async () => {
  const detail = 'We could not find a student with these details. Please call the office.';
  fakePortal({ '/api/checkStudentId': { status: 404, code: 'student_not_found', detail } });
  show(<SignUpCard />);
  await prove();
  await userEvent.click(next());
  await screen.findByText(detail);
});

test('back leads to the first step with the typed text', async () => {
  fakePortal({ '/api/checkStudentId': found });
  show(<SignUpCard />);
  await prove();
  await userEvent.click(next());
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('04/15/2004');
});

const needed: Reply = {
  status: 403,
  code: 'bot_check_needed',
  detail: 'Please confirm that you are not a robot.',
};
const passed: Reply = { answer: { success: true } };
const why = /^There have been several tries that did not match\./;
const tick = async () => {
  botCheckArrives();
  await userEvent.click(await screen.findByText("I'm not a robot"));
};

test('the bot check appears on demand, says why, and the same try continues', async () => {
  const got = fakePortal({
    '/api/checkStudentId': [needed, found],
    '/api/verifyRecaptcha': passed,
  });
  show(<SignUpCard />);
  await prove();
  expect(screen.queryByRole('group', { name: why })).toBeNull();
  await userEvent.click(next());
  await screen.findByRole('group', { name: why });
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(why),
  ]);

  await userEvent.click(next());
  await screen.findByText('Please confirm that you are not a robot.');
  expect(got).toHaveLength(1);
  await tick();
  await userEvent.click(next());
  await screen.findByText('Please enter your email.');
  expect(got.map(({ path, body }) => [path, body])).toEqual([
    ['/api/checkStudentId', { ssn: '4321', dob: '04/15/2004' }],
    ['/api/verifyRecaptcha', { recaptchaToken: 'token-1' }],
    ['/api/checkStudentId', { ssn: '4321', dob: '04/15/2004' }],
  ]);
});

test('each refused try needs a new check; a service that is down does not', async () => {
  const detail = 'We could not find a student with these details. Please call the office.';
  const down = 'A part of the system is not available. Please try again.';
  const got = fakePortal({
    '/api/checkStudentId': [
      needed,
      { status: 503, code: 'unavailable', detail: down },
      { status: 404, code: 'student_not_found', detail },
      found,
    ],
    '/api/verifyRecaptcha': [{ answer: { success: false } }, passed],
  });
  show(<SignUpCard />);
  await prove();
  await userEvent.click(next());
  await screen.findByRole('group', { name: why });
  await tick();
  await userEvent.click(next());
  await screen.findByText('The check was not passed. Please try again.');
  await tick();
  await userEvent.click(next());
  await screen.findByText(down);
  expect(screen.queryByRole('group', { name: why })).toBeNull();
  await userEvent.click(next());
  await screen.findByText(detail);
  await tick();
  await userEvent.click(next());
  await screen.findByText('Please enter your email.');
  expect(got.filter(({ path }) => path === '/api/verifyRecaptcha')).toHaveLength(3);
});

test('the second step shows the check, too', async () => {
  const message = 'Please check your email for a link to create your password.';
  fakePortal({
    '/api/checkStudentId': found,
    '/api/register': [needed, { answer: { message } }],
    '/api/verifyRecaptcha': passed,
  });
  show(<SignUpCard />);
  await prove();
  await userEvent.click(next());
  await userEvent.type(await screen.findByLabelText('Email'), 'new@student.test');
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  await screen.findByRole('group', { name: why });
  await tick();
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
  await screen.findByText(message);
});
