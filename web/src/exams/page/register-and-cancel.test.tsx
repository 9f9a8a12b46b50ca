import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { mayNot } from '../../shared/exams/testing.ts';
import { signInAs } from '../../shared/testing.tsx';
import { anExam, aRegistered } from '../testing.ts';
import { open, rowOf, withExamsPage } from './testing.tsx';

withExamsPage();

const totals = {
  totCreditsAvailable: 3,
  totCreditsDetails: { '1,4': 0, '3': 0, generic: 3 },
  examAllowedPackages: [],
};
const refund = { noCharge: true, refundAmount: 0, msg: null, error: null };
const unfit = mayNot(
  'register',
  'requirements_not_met',
  'You do not meet the requirements for this exam.',
);
const byOfficeOnly = mayNot(
  'register',
  'admin_only_exam',
  'This exam can be booked only through the office.',
);

test.each([
  { what: 'with credits enough', of: {}, button: 'GET', disabled: false },
  { what: 'that costs more than the credits', of: { credits: 8 }, button: 'BUY', disabled: false },
  {
    what: 'whose requirements are not met',
    of: { fitRequirements: false, actions: [unfit] },
    button: 'GET',
    disabled: true,
  },
  {
    what: 'that only the office registers',
    of: { phonesystem_active: false, fitRequirements: false, actions: [byOfficeOnly] },
    button: 'GET',
    disabled: false,
  },
])('an exam $what reads $button, disabled: $disabled', async ({ of, button, disabled }) => {
  open({ exams: [anExam(of)] });
  expect(
    (await screen.findByRole<HTMLButtonElement>('button', { name: `${button} Biology` })).disabled,
  ).toBe(disabled);
  if (disabled) screen.getByText('Requirements not met');
});

test('an exam that only the office registers leads to the offices', async () => {
  open({
    exams: [anExam({ phonesystem_active: false, actions: [byOfficeOnly] })],
    replies: { '/api/getAllActiveLocations': { answer: [] } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  await within(await screen.findByRole('dialog', { name: 'Offices' })).findByText(
    'This exam can be booked only through the office.',
  );
});

test('GET registers, says so to a screen reader, and the focus stays on the row', async () => {
  const registered = aRegistered();
  open({
    exams: [anExam()],
    replies: {
      '/api/onlineExamRegistration': {
        answer: { ...totals, exam: registered, registrationId: 9001, error: null },
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
  await screen.findByRole('dialog', { name: 'You are registered' });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await rowOf().findByText('Registered');
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Biology: Registered',
    ),
  );
  await waitFor(() =>
    expect(document.activeElement).toBe(rowOf().getByRole('button', { name: /Biology/ })),
  );
});

test.each([
  { who: 'the office', isForStaff: true, isBooked: true },
  { who: 'the student', isForStaff: false, isBooked: false },
])('GET leads to the sessions at once for $who: $isBooked', async ({ isForStaff, isBooked }) => {
  const answer = { ...totals, exam: aRegistered(), registrationId: 9001, error: null };
  if (isForStaff) signInAs('ROLE_ADMIN');
  open({
    exams: [anExam()],
    isForStaff,
    replies: { '/api/onlineExamRegistration': { answer } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  if (!isForStaff) await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
  await screen.findByText(isForStaff ? 'booking Biology' : 'Credits left');
  expect(screen.queryAllByText('booking Biology')).toHaveLength(isBooked ? 1 : 0);
});

test('GET spends nothing before it is agreed to, and says what is used and what is left', async () => {
  const got = open({
    exams: [anExam({ credits: 4 })],
    replies: { '/api/onlineExamRegistration': 'lost' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Register' }));
  expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '4 credits',
    '2 credits',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  expect(got.filter(({ path }) => path === '/api/onlineExamRegistration')).toEqual([]);
});

test('the result leads on to the sessions', async () => {
  const answer = { ...totals, exam: aRegistered(), registrationId: 9001, error: null };
  open({ exams: [anExam()], replies: { '/api/onlineExamRegistration': { answer } } });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a session' }));
  await screen.findByText('booking Biology');
});

test('what was registered a moment ago is taken back with Undo', async () => {
  const answer = { ...totals, exam: aRegistered(), registrationId: 9001, error: null };
  const got = open({
    exams: [anExam()],
    replies: {
      '/api/onlineExamRegistration': { answer },
      '/api/cancelExamRegistration': {
        answer: { ...totals, exam: anExam(), refundAdditionalFees: refund },
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'GET Biology' });
  expect(got.filter(({ path }) => path === '/api/cancelExamRegistration')).toMatchObject([
    { body: { registrationId: 9001 } },
  ]);
});

test.each([
  { what: 'opens the one exam that can be', exams: [aRegistered()], opened: 1 },
  {
    what: 'opens none of two',
    exams: [aRegistered(), aRegistered({ id: 102, registration_id: 9002, subject: 'Botany' })],
    opened: 0,
  },
])('a link that books without saying what $what', async ({ exams, opened }) => {
  open({ exams, at: '/?myexams=&dialog=schedule' });
  await screen.findByRole('heading', { name: /^Ready to book/ });
  await waitFor(() => expect(screen.queryAllByText(/^booking/)).toHaveLength(opened));
  expect(screen.queryByText(/What this link leads to is not possible/)).toBeNull();
});

test.each([
  {
    what: 'for good',
    refusal: {
      status: 409,
      code: 'already_registered',
      detail: 'You are <b>already</b> registered.',
    },
    again: 0,
  },
  {
    what: 'for now',
    refusal: { status: 502, code: 'partner_failed', detail: 'You are <b>already</b> registered.' },
    again: 1,
  },
])(
  'a registration refused $what says why, and can be tried again $again times',
  async ({ refusal, again }) => {
    open({ exams: [anExam()], replies: { '/api/onlineExamRegistration': refusal } });
    await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'The exam was not registered' }),
    );
    expect(dialog.getByText('already').tagName).toBe('B');
    expect(dialog.queryAllByRole('button', { name: 'Try again' })).toHaveLength(again);
  },
);

test.each([
  { answer: 'the row as it is now', exam: anExam() },
  { answer: 'no row', exam: null },
])('a cancelled exam whose answer holds $answer leaves My exams at once', async ({ exam }) => {
  open({
    exams: [aRegistered(), aRegistered({ id: 102, registration_id: 9002, subject: 'Botany' })],
    at: '/?myexams=',
    replies: {
      '/api/cancelExamRegistration': { answer: { ...totals, exam, refundAdditionalFees: refund } },
    },
  });
  await screen.findByText('Botany');
  await userEvent.click(rowOf().getByRole('button', { name: 'Cancel exam' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByText('Biology')).toBeNull());
  screen.getByText('Botany');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('a cancel that only the office can make leads there', async () => {
  open({
    exams: [aRegistered()],
    at: '/?myexams=',
    replies: {
      '/api/cancelExamRegistration': {
        status: 403,
        code: 'office_only',
        detail: 'Please call the office to cancel this exam.',
      },
      '/api/getAllActiveLocations': { answer: [] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel exam' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  await within(await screen.findByRole('dialog', { name: 'Offices' })).findByText(
    'Please call the office to cancel this exam.',
  );
});

test('a link to register spends no credits before it is asked', async () => {
  const got = open({
    exams: [anExam()],
    at: '/?dialog=register&of=101',
    replies: { '/api/onlineExamRegistration': { answer: { exam: aRegistered(), ...totals } } },
  });
  await screen.findByText('Used when you register');
  expect(got.some(({ path }) => path === '/api/onlineExamRegistration')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
  await rowOf().findByText('Registered');
  await waitFor(() => expect(window.location.search).toBe(''));
});
