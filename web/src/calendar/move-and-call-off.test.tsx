import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import type { OfficeSession } from './api.ts';
import { CallOffModal } from './runs/call-off-modal.tsx';
import { MoveModal } from './runs/move-modal.tsx';

afterEach(cleanup);

const session: OfficeSession = {
  testSessionId: 7,
  sessionType: '21',
  state: 'open',
  date: '2099-12-09',
  testSessionTime: '09:30',
  startsAt: '2099-12-09T14:30:00Z',
  endsAt: '2099-12-09T18:00:00Z',
  title: null,
  address: null,
  locationId: 13,
  locationName: 'Brooklyn',
  schoolId: null,
  schoolName: null,
  gender: '3',
  limitTo1Test: false,
  seats: 12,
  taken: 2,
  held: 0,
  remainingSeats: 10,
  waiting: 0,
  specialPlaces: 0,
  specialTaken: 0,
  rooms: [],
  proctor: null,
  closingDate: null,
  closingTime: null,
  closedByStaff: false,
  remark: null,
  version: 4,
  seriesId: null,
  marks: [],
  actions: ['edit', 'move', 'callOff', 'close'],
};
const movePreview = {
  state: 'preview',
  previewHash: 'h1',
  students: 2,
  exams: 3,
  waiting: 0,
  offers: 0,
  clashes: [{ studentId: 5, name: 'Levi Dana', why: 'Has another session then.' }],
  marks: [],
  mailText: 'Your session for {exams} was moved',
};
const offPreview = {
  state: 'preview',
  previewHash: 'h1',
  students: 2,
  exams: 3,
  begun: 1,
  waiting: 0,
  offers: 0,
  paid: { count: 2, amount: 30 },
  waived: 1,
  refundNow: 15,
  refundLater: 15,
  schoolName: null,
  mailText: 'Your session for {exams} is called off',
};
const outdated = (current: object): Reply => ({
  status: 409,
  code: 'preview_outdated',
  current,
  detail: 'Something changed since the preview. Please look again.',
});

function open(
  dialog: 'move' | 'callOff',
  replies: Record<string, Reply | Reply[]>,
  of: OfficeSession = session,
) {
  signInAs('ROLE_ADMIN');
  let closed = 0;
  const got = fakePortal({
    '/api/getAllActiveLocations': { answer: [{ id: 13, name: 'Brooklyn' }] },
    ...replies,
  });
  const onClose = () => {
    closed += 1;
  };
  show(
    dialog === 'move' ? (
      <MoveModal session={of} day="2099-12-10" onClose={onClose} />
    ) : (
      <CallOffModal session={of} onClose={onClose} />
    ),
  );
  const sent = (path: string) =>
    got.filter((one) => one.path === path).map(({ body }) => body as Record<string, unknown>);
  return { sent, closed: () => closed };
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a move is previewed, with students who cannot move, and then made as previewed', async () => {
  const done = { state: 'finished', kind: 'move', runId: 'r', session, moved: 2, left: 1 };
  const { sent, closed } = open('move', {
    '/api/office/moveSession': [{ answer: movePreview }, { answer: done }],
  });
  expect(await screen.findByLabelText(/New date/)).toHaveProperty('value', '2099-12-10');
  await userEvent.type(screen.getByLabelText('Message to the students'), ' Sorry ');
  await press('Show who is affected');
  await screen.findByText('2 students will be told');
  const clashes = within(screen.getByRole('region', { name: 'Cannot move along' }));
  clashes.getByText('Levi Dana');
  clashes.getByText('Has another session then.');
  await press('Move session');
  await waitFor(() => expect(closed()).toBe(1));
  const move = { testSessionId: 7, version: 4, date: '2099-12-10', testSessionTime: '09:30' };
  expect(sent('/api/office/moveSession')).toEqual([
    { ...move, message: 'Sorry', dryRun: true },
    { ...move, message: 'Sorry', previewHash: 'h1' },
  ]);
});

test('a day that is left out has to be meant', async () => {
  const { sent } = open('move', {
    '/api/office/moveSession': [
      {
        status: 409,
        code: 'day_left_out',
        detail: '12/10/2099 is Shabbat. Confirm to use it anyway.',
      },
      { answer: movePreview },
    ],
  });
  await press('Show who is affected');
  await screen.findByText('12/10/2099 is Shabbat. Confirm to use it anyway.');
  await press('Use this day anyway');
  await screen.findByText('2 students will be told');
  expect(sent('/api/office/moveSession').at(-1)).toMatchObject({ confirmDay: true });
});

test('a closing date that would come after the session can be moved too', async () => {
  const { sent } = open(
    'move',
    {
      '/api/office/moveSession': [
        {
          status: 422,
          code: 'invalid',
          detail: 'Please check your entries.',
          errors: [
            { path: 'closingDate', message: 'The closing date must not be after the session.' },
          ],
        },
        { answer: { ...movePreview, waiting: 3, offers: 1 } },
      ],
    },
    { ...session, closingDate: '2099-12-09', closingTime: '09:00' },
  );
  await press('Show who is affected');
  await screen.findByText('The closing date must not be after the session.');
  const closing = screen.getByLabelText('Closing date');
  await userEvent.type(closing, '2099-12-08');
  await press('Show who is affected');
  await screen.findByText(
    'Waiting list: 3 in line, who keep their places. 1 offered a place, which is offered again ' +
      'at the new time.',
  );
  expect(sent('/api/office/moveSession')).toEqual([
    expect.not.objectContaining({ closingDate: expect.anything() }),
    expect.objectContaining({ closingDate: '2099-12-08' }),
  ]);
});

test('a long move continues in view and is polled until its end', async () => {
  const { closed } = open('move', {
    '/api/office/moveSession': [
      { answer: movePreview },
      { answer: { state: 'processing', runId: 'r', done: 3, total: 60 } },
    ],
    '/api/office/run': [
      { answer: { state: 'processing', runId: 'r', done: 30, total: 60 } },
      { answer: { state: 'finished', kind: 'move', runId: 'r', session, moved: 60, left: 0 } },
    ],
  });
  await press('Show who is affected');
  await press('Move session');
  await screen.findByText('30 of 60 done');
  await waitFor(() => expect(closed()).toBe(1));
});

test('calling off says what it costs, and asks for the number of students', async () => {
  const { sent, closed } = open('callOff', {
    '/api/office/callOffSession': [
      { answer: offPreview },
      outdated({ ...offPreview, previewHash: 'h2', students: 3, exams: 4 }),
      { answer: { state: 'processing', runId: 'r', done: 0, total: 3 } },
    ],
    '/api/office/run': {
      answer: {
        state: 'finished',
        kind: 'callOff',
        runId: 'r',
        freed: 4,
        begun: 1,
        refunded: 30,
        refundsOpen: 1,
      },
    },
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'Refund the fees' }));
  await press('Show who is affected');
  await screen.findByText('2 students, 3 exams. $30.00 of proctor fees.');
  for (const fact of ['$15.00', '1, kept for the next booking', '1, they stay'])
    expect(screen.getAllByText(fact).length).toBeGreaterThan(0);
  const last = screen.getByRole('button', { name: 'Call off session' });
  expect(last).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText(/Type the number of students, 2,/), '2');
  await userEvent.click(last);
  await screen.findByText('Something changed since the preview. Please look again.');
  await screen.findByText('3 students, 4 exams. $30.00 of proctor fees.');
  expect(last).toHaveProperty('disabled', true);
  await userEvent.clear(screen.getByLabelText(/Type the number of students, 3,/));
  await userEvent.type(screen.getByLabelText(/Type the number of students, 3,/), '3');
  await userEvent.click(last);
  await waitFor(() => expect(closed()).toBe(1));
  const choice = { testSessionId: 7, version: 4, proctorFees: 'refund' };
  expect(sent('/api/office/callOffSession')).toEqual([
    { ...choice, dryRun: true },
    { ...choice, previewHash: 'h1' },
    { ...choice, previewHash: 'h2' },
  ]);
});

test('a concurrent change of the session is reported, and the dialog starts over', async () => {
  const { sent } = open('callOff', {
    '/api/office/callOffSession': [
      {
        status: 409,
        code: 'session_changed',
        current: { ...session, version: 5 },
        detail: 'miriam changed this session meanwhile.',
      },
      { answer: offPreview },
    ],
  });
  await press('Show who is affected');
  await screen.findByText('miriam changed this session meanwhile.');
  await press('Look again');
  await press('Show who is affected');
  await screen.findByText('2 students, 3 exams. $30.00 of proctor fees.');
  expect(sent('/api/office/callOffSession').at(-1)).toMatchObject({ version: 5 });
});
