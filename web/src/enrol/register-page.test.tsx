import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  botCheckArrives,
  botCheckComes,
  botCheckGoes,
  drawnBotChecks,
} from '../shared/forms/bot-check/testing.ts';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { RegisterPage } from './register-page.tsx';

const path = '/register/:email/:membershipTypeId/:paramCollegeId/:schoolId?/:schoolName?';
const at = `/register/${btoa('ina@student.test')}/2/${btoa('269')}`;
const colleges: Reply = { answer: [{ id: 269, name: 'Woodmont College' }] };
const passed: Reply = { answer: { success: true } };
const added: Reply = {
  answer: { student: { id: 1 }, allSchoolStudents: null, school: null, paymentMethods: [] },
};
const person = userEvent.setup();

beforeEach(() => botCheckComes());
afterEach(() => {
  cleanup();
  botCheckGoes();
});

async function fillIn() {
  const type = async (label: string, text: string) =>
    person.type(await screen.findByLabelText(label), text);
  await type('Legal first name', 'Ruth');
  await type('Legal last name', 'Moab');
  await person.selectOptions(screen.getByLabelText('Gender'), '2');
  await type('Date of birth', '05172001');
  await type('Last 4 of SSN', '5577');
  await type('Cell phone', '718-555-0101');
  await type('Address', '12 Barley Street');
  await type('City', 'Brooklyn');
  await type('Zip', '11230');
  await type('Password', 'Right4Me!');
  await person.click(screen.getByRole('checkbox'));
}
async function review() {
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Please review your details to make sure they are accurate.');
  botCheckArrives();
  await screen.findByText("I'm not a robot");
}
const tickAndSave = async () => {
  await person.click(screen.getByText("I'm not a robot"));
  await person.click(screen.getByRole('button', { name: 'Save' }));
};
const open = (replies: Record<string, Reply | Reply[]> = {}) => {
  const got = fakePortal({
    '/api/getColleges': colleges,
    '/api/verifyRecaptcha': passed,
    '/api/student/add': added,
    ...replies,
  });
  show(<RegisterPage />, { path, at });
  return got;
};

test('a review and the bot check come before the save; the end leads to the login', async () => {
  const got = open();
  await fillIn();
  await review();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Review your details' }));
  screen.getByText('05/17/2001');
  screen.getByText('Woodmont College');
  expect(screen.queryByText('Right4Me!')).toBeNull();
  await tickAndSave();
  await screen.findByText('You are now signed up to JSE. Use your new password to log in.');
  expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login');
  expect(got.slice(1)).toEqual([
    { path: '/api/verifyRecaptcha', query: {}, body: { recaptchaToken: 'token-1' }, key: null },
    {
      path: '/api/student/add',
      query: {},
      key: expect.stringMatching(/^[\da-f-]{36}$/),
      body: {
        firstName: 'Ruth',
        lastName: 'Moab',
        gender: '2',
        dob: '05/17/2001',
        last4ssn: '5577',
        email: 'ina@student.test',
        cellphone: '718-555-0101',
        address: '12 Barley Street',
        city: 'Brooklyn',
        zip: '11230',
        country: 'United States',
        password: 'Right4Me!',
      },
    },
  ]);
});

test('the emailed secret leaves the address, survives a reload, and is sent', async () => {
  const got = fakePortal({
    '/api/getColleges': colleges,
    '/api/verifyRecaptcha': passed,
    '/api/student/add': added,
  });
  const { address, unmount, state } = show(<RegisterPage />, {
    path,
    at: `${at}?invitation=the-secret`,
  });
  await screen.findByLabelText('Legal first name');
  expect(address()).toBe(at);
  const kept = state();
  unmount();

  show(<RegisterPage />, { path, at, state: kept });
  await fillIn();
  await review();
  await tickAndSave();
  await screen.findByText('You are now signed up to JSE. Use your new password to log in.');
  expect(got.at(-1)?.body).toMatchObject({ email: 'ina@student.test', invitation: 'the-secret' });
});

test('an invitation that is over is said in the error area', async () => {
  const detail = 'This link is not valid. Please call the office.';
  open({ '/api/student/add': { status: 422, code: 'invitation_invalid', detail } });
  await fillIn();
  await review();
  await tickAndSave();
  await screen.findByText(detail);
});

test('the review opens only when what is required is there and right', async () => {
  open();
  const go = await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue' });
  expect(go.disabled).toBe(true);
  await fillIn();
  expect(go.disabled).toBe(false);
  await person.click(screen.getByRole('checkbox'));
  expect(go.disabled).toBe(true);
  screen.getByText('Still needed: Terms.');
  await person.click(screen.getByRole('checkbox'));
  await person.clear(screen.getByLabelText('Zip'));
  await person.type(screen.getByLabelText('Zip'), '1');
  await person.click(go);
  screen.getByText('Zip invalid');
  expect(document.activeElement).toBe(screen.getByLabelText('Zip'));
});

test('without a tick nothing is sent; a robot has to pass the check again', async () => {
  const got = open({ '/api/verifyRecaptcha': [{ answer: { success: false } }, passed] });
  await fillIn();
  await review();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText('Please confirm that you are not a robot.');
  expect(got).toHaveLength(1);
  await tickAndSave();
  await screen.findByText('The check was not passed. Please try again.');
  await tickAndSave();
  await screen.findByText('You are now signed up to JSE. Use your new password to log in.');
  expect(got.map(({ body }) => body?.recaptchaToken).filter(Boolean)).toEqual([
    'token-1',
    'token-2',
  ]);
});

test('a person on record reads a notice, and a new check is needed', async () => {
  const detail = 'A student already exists with the given SSN and date of birth.';
  open({
    '/api/student/add': {
      status: 409,
      code: 'duplicate_student',
      detail,
      Error: true,
      students: [],
    },
  });
  await fillIn();
  await review();
  await tickAndSave();
  const notice = await screen.findByRole('dialog', { name: 'Already on record' });
  within(notice).getByText(detail);
  expect(within(notice).getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe(
    '/login',
  );
  expect(drawnBotChecks()).toBe(2);
});

test('a server error is shown at its field, and the passed check still counts', async () => {
  const errors = [{ path: 'zip', message: 'Zip invalid' }];
  const got = open({
    '/api/student/add': [{ status: 422, code: 'invalid', detail: 'Zip invalid', errors }, added],
  });
  await fillIn();
  await review();
  await tickAndSave();
  await screen.findByRole('heading', { name: 'Create account' });
  expect(document.activeElement).toBe(screen.getByLabelText('Zip'));
  expect(screen.getByLabelText('Zip').getAttribute('aria-invalid')).toBe('true');
  await person.clear(screen.getByLabelText('Zip'));
  await person.type(screen.getByLabelText('Zip'), '11231');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('The check is passed.');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('You are now signed up to JSE. Use your new password to log in.');
  expect(got.filter(({ path: called }) => called === '/api/verifyRecaptcha')).toHaveLength(1);
  const keys = got.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(2);
});

test('an address that is taken is said in the error area', async () => {
  const detail = 'This email address is already in the JSE database.';
  open({ '/api/student/add': { status: 409, code: 'email_taken', detail } });
  await fillIn();
  await review();
  await tickAndSave();
  await screen.findByText(detail);
});

test('a proof that is too old leads to a new check', async () => {
  const detail = 'Please confirm that you are not a robot.';
  open({ '/api/student/add': [{ status: 403, code: 'bot_check_needed', detail }, added] });
  await fillIn();
  await review();
  await tickAndSave();
  await screen.findByText(detail);
  await tickAndSave();
  await screen.findByText('You are now signed up to JSE. Use your new password to log in.');
});

test.each(['/register/x/2/y', `/register/${btoa('ina@student.test')}/2/${btoa('99')}`])(
  'the link %s is refused',
  async (link) => {
    fakePortal({ '/api/getColleges': colleges });
    show(<RegisterPage />, { path, at: link });
    await screen.findByText('This link is not valid. Please call the office.');
  },
);

test('colleges that failed to load can be retried', async () => {
  fakePortal({
    '/api/getColleges': [
      {
        status: 503,
        code: 'unavailable',
        detail: 'A part of the system is not available. Please try again.',
      },
      colleges,
    ],
  });
  show(<RegisterPage />, { path, at });
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByLabelText('Legal first name');
});
