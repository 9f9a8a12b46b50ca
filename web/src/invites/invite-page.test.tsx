import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { InvitePage } from './invite-page.tsx';

const SEND = '/api/emailAddStudentLinkToNonMember';
const colleges = {
  answer: [
    { id: 234, name: 'Bar Ilan' },
    { id: 269, name: 'Woodmont' },
  ],
};
const sentTo = { responseCode: 1, message: 'The invitation was sent to ina@mail.test.' };

function open(replies: Record<string, Reply | Reply[]>) {
  const got = fakePortal({ '/api/getColleges': colleges, ...replies });
  show(<InvitePage />, { path: '/admin/non-member-invite' });
  return () => got.filter(({ path }) => path === SEND);
}
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
async function fill(email = 'ina@mail.test') {
  await userEvent.type(await screen.findByLabelText('First name'), 'Ina');
  await userEvent.type(screen.getByLabelText('Email'), email);
  const college = screen.getByRole('combobox', { name: 'College' });
  await userEvent.click(college);
  await userEvent.type(college, 'wood');
  await userEvent.click(await screen.findByRole('option', { name: 'Woodmont' }));
}
afterEach(cleanup);

test('Send needs three valid fields, then says where the invitation went', async () => {
  const sent = open({ [SEND]: { answer: { ...sentTo, students: [] } } });
  await screen.findByText('Fill in all three fields to send the invitation.');
  expect(send().disabled).toBe(true);
  await fill();
  expect(send().disabled).toBe(false);
  await userEvent.click(send());
  await screen.findByText(sentTo.message);
  expect(sent()).toMatchObject([
    { body: { firstName: 'Ina', email: 'ina@mail.test', collegeId: 269 }, key: expect.any(String) },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Invite another non-member' }));
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('');
});

test('students with the same address are listed, and typed text stays', async () => {
  const student = {
    id: 5,
    firstName: 'Ina',
    lastName: 'Katz',
    maidenName: null,
    ssn: '4821',
    dob: '2004-02-13',
    email: 'ina@mail.test',
    collegeName: 'Woodmont',
    schoolName: null,
    jseId: '77',
  };
  const message = 'Students with this email address exist already.';
  open({ [SEND]: { answer: { responseCode: 2, message, students: [student] } } });
  await fill();
  await userEvent.click(send());
  await screen.findByText(message);
  const row = screen.getByRole('row', { name: /Katz, Ina/ });
  within(row).getByText('4821');
  within(row).getByText('02/13/2004');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ina@mail.test');
});

test('an invalid address shows an error on blur, and Send stays disabled', async () => {
  open({});
  await fill('ina');
  await userEvent.tab();
  await screen.findByText('Email invalid');
  expect(send().disabled).toBe(true);
});

test('a refusal of the server is shown in the form', async () => {
  const detail = 'You have sent 20 invitations in an hour. Please wait.';
  open({ [SEND]: { status: 429, code: 'too_many', detail } });
  await fill();
  await userEvent.click(send());
  await screen.findByText(detail);
});

test('colleges that failed to load can be retried', async () => {
  open({ '/api/getColleges': [{ status: 500, code: 'internal', detail: 'No.' }, colleges] });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await fill();
});
