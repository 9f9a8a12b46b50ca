import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { mayDo, mayNot } from '../../shared/exams/testing.ts';
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
const unmet = mayNot(
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
    of: { fitRequirements: false, actions: [unmet] },
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

/** Presses GET, and Register in the row. */
async function getInRow(subject = 'Biology'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `GET ${subject}` }));
  await userEvent.click(await screen.findByRole('button', { name: 'Register' }));
}
const registeredNow = (exam = aRegistered()) => ({
  answer: { ...totals, exam, registrationId: 9001, error: null },
});
const requests = (got: { path: string }[], path: string) =>
  got.filter((one) => one.path === path).length;

test('GET asks in its row, with the cost and the rest, and spends nothing before', async () => {
  const got = open({
    exams: [anExam(), anExam({ id: 102, subject: 'Botany' })],
    replies: { '/api/onlineExamRegistration': registeredNow() },
  });
  const get = await screen.findByRole('button', { name: 'GET Biology' });
  await userEvent.click(get);
  const question = await rowOf().findByRole('group', { name: /3 credits; 3 left/ });
  expect(document.activeElement).toBe(question);
  expect([get.getAttribute('aria-expanded'), screen.queryByRole('dialog')]).toEqual(['true', null]);
  await userEvent.click(rowOf().getByRole('button', { name: 'Not now' }));
  expect(rowOf().queryByRole('group')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(get));
  await userEvent.click(get);
  await rowOf().findByRole('group');
  await userEvent.keyboard('{Escape}');
  expect(rowOf().queryByRole('group')).toBeNull();
  expect(requests(got, '/api/onlineExamRegistration')).toBe(0);
});

test('a confirmed GET registers, announces the cost once, and keeps the focus', async () => {
  open({
    exams: [anExam()],
    replies: { '/api/onlineExamRegistration': registeredNow() },
  });
  await getInRow();
  const result = await rowOf().findByRole('group', {
    name: 'Registered. 3 credits spent, 3 left. Now choose your session.',
  });
  await waitFor(() => expect(document.activeElement).toBe(result));
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said.filter((text) => text?.includes('Biology'))).toEqual([]);
  await userEvent.click(within(result).getByRole('button', { name: 'Schedule' }));
  await screen.findByText('booking Biology');
});

test('while it registers the pressed button waits, and nothing else can be pressed', async () => {
  open({ exams: [anExam()] });
  const answers = globalThis.fetch;
  let answer = () => {};
  globalThis.fetch = async (address, init) => {
    if (!String(address).startsWith('/api/onlineExamRegistration')) return answers(address, init);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return Response.json(registeredNow().answer);
  };
  await getInRow();
  const isOff = (name: string) => rowOf().getByRole<HTMLButtonElement>('button', { name }).disabled;
  await waitFor(() => expect([isOff('Register'), isOff('Not now')]).toEqual([true, true]));
  answer();
  await rowOf().findByRole('group', { name: /^Registered/ });
});

test('Undo gives the registration back at once, and GET has the focus again', async () => {
  const got = open({
    exams: [anExam()],
    replies: {
      '/api/onlineExamRegistration': registeredNow(),
      '/api/cancelExamRegistration': {
        answer: { ...totals, totCreditsAvailable: 6, exam: anExam(), refundAdditionalFees: refund },
      },
    },
  });
  await getInRow();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const get = await screen.findByRole('button', { name: /^(GET|BUY) Biology/ });
  await waitFor(() => expect(document.activeElement).toBe(get));
  expect(rowOf().queryByRole('group')).toBeNull();
  expect(got.find(({ path }) => path === '/api/cancelExamRegistration')?.body).toEqual({
    registrationId: 9001,
  });
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Biology: Not registered',
    ),
  );
});

test('an Undo that is refused says why, and the exam stays registered', async () => {
  open({
    exams: [anExam()],
    replies: {
      '/api/onlineExamRegistration': registeredNow(),
      '/api/cancelExamRegistration': {
        status: 500,
        code: 'internal',
        detail: 'Something went wrong. Please try again.',
      },
    },
  });
  await getInRow();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => rowOf().getByText('Something went wrong. Please try again.'));
  rowOf().getByText('Registered');
});

test('there is no Undo where the row cannot be cancelled', async () => {
  const bound = aRegistered({ actions: mayDo('schedule') });
  open({ exams: [anExam()], replies: { '/api/onlineExamRegistration': registeredNow(bound) } });
  await getInRow();
  await rowOf().findByRole('group', { name: /^Registered/ });
  expect(rowOf().queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('ten seconds later there is no Undo any more, unless it has the focus', async () => {
  open({ exams: [anExam()], replies: { '/api/onlineExamRegistration': registeredNow() } });
  await screen.findByRole('button', { name: 'GET Biology' });
  jest.useFakeTimers();
  try {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(screen.getByRole('button', { name: 'GET Biology' }));
    await user.click(await screen.findByRole('button', { name: 'Register' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    act(() => undo.focus());
    act(() => jest.advanceTimersByTime(10_100));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBe(undo);
    act(() => rowOf().getByRole('button', { name: 'Schedule' }).focus());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    rowOf().getByRole('group', { name: /^Registered/ });
  } finally {
    jest.useRealTimers();
  }
});

test('warnings are shown in a dialog with the costs, and confirmed there', async () => {
  open({
    exams: [anExam({ hasAlternateCourseVersion: true })],
    replies: { '/api/onlineExamRegistration': registeredNow() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  const warning = within(await screen.findByRole('dialog', { name: 'Course version' }));
  warning.getByText(/3 credits; 3 left/);
  await userEvent.click(warning.getByRole('button', { name: 'Continue' }));
  const result = within(await screen.findByRole('dialog', { name: 'You are registered' }));
  expect(result.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['3']);
  result.getByRole('button', { name: 'Undo' });
  expect(window.location.search).toBe('');
  await userEvent.click(result.getByRole('button', { name: 'Choose a session' }));
  await screen.findByText('booking Biology');
});

test('the office registers at once and is led to the sessions, with the cost', async () => {
  signInAs('ROLE_ADMIN');
  open({
    exams: [anExam()],
    isForStaff: true,
    replies: { '/api/onlineExamRegistration': registeredNow() },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'GET Biology' }));
  await screen.findByText('booking Biology, 3 credits spent, 3 left');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
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
    await getInRow();
    const dialog = within(
      await screen.findByRole('dialog', { name: 'The exam was not registered' }),
    );
    expect(dialog.getByText('already').tagName).toBe('B');
    expect(dialog.queryAllByRole('button', { name: 'Try again' })).toHaveLength(again);
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rowOf().queryByRole('group')).toBeNull();
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

test('a link to register spends no credits without a confirmation', async () => {
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
