import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { fakePortal, show, signInAs } from '../../shared/testing.tsx';
import type { OfficeSession } from '../api.ts';
import { SeatsModal } from './seats-modal.tsx';

afterEach(cleanup);

const session = {
  testSessionId: 7,
  sessionType: '21',
  state: 'open',
  date: '2099-12-09',
  version: 4,
  testSessionTime: '09:30',
  locationId: 13,
  schoolId: null,
  gender: '3',
  title: null,
  address: null,
  limitTo1Test: false,
  seats: 12,
  taken: 2,
  held: 1,
  rooms: [],
  remainingSeats: 9,
  specialPlaces: 0,
  proctor: null,
  closingDate: null,
  closingTime: null,
  remark: null,
} as unknown as OfficeSession;
const current = { ...session, seats: 30, version: 5 };
const branch = {
  '/api/getAllActiveLocations': { answer: [{ id: 13, name: 'Brooklyn' }] },
  '/api/office/catalogue': {
    answer: {
      part: 'locations',
      items: [
        { id: 13, rooms: [{ id: 1, name: 'Hall', capacity: 24, special: false, active: true }] },
      ],
    },
  },
};

/** The page below, which shows changes of other staff. */
function Page({ onClose }: { onClose: () => void }) {
  const [now, setNow] = useState(session);
  return (
    <>
      <button type="button" onClick={() => setNow(current)}>
        News
      </button>
      <SeatsModal session={now} onClose={onClose} />
    </>
  );
}

test('a concurrent change of the seats is not overwritten unseen', async () => {
  signInAs('ROLE_ADMIN');
  let closed = 0;
  const got = fakePortal({
    ...branch,
    '/api/office/changeSession': [
      {
        status: 409,
        code: 'session_changed',
        current,
        changedBy: 'miriam',
        changes: [{ field: 'seats', from: 12, to: 30 }],
        detail: 'miriam changed this session meanwhile.',
      },
      { answer: { session: { ...current, seats: 14 } } },
    ],
  });
  show(
    <Page
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  const seats = await screen.findByRole('textbox', { name: 'Seats' });
  await userEvent.clear(seats);
  await userEvent.type(seats, '14');
  await userEvent.click(screen.getByText('News'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('miriam changed this session meanwhile.');
  const [, row] = within(screen.getByRole('table')).getAllByRole('row');
  expect(row?.textContent).toBe('Seats3014');
  await userEvent.click(screen.getByRole('button', { name: 'Use mine' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(
    got.filter(({ path }) => path === '/api/office/changeSession').map(({ body }) => body),
  ).toEqual([
    { testSessionId: 7, version: 4, seats: 14 },
    { testSessionId: 7, version: 5, seats: 14 },
  ]);
});

test('the seats of a session in rooms are those of its rooms', async () => {
  signInAs('ROLE_ADMIN');
  const inRooms = {
    ...session,
    rooms: [{ roomId: 1, name: 'Hall', special: false, places: 12 }],
  };
  const got = fakePortal({
    ...branch,
    '/api/office/changeSession': { answer: { session: inRooms } },
  });
  show(<SeatsModal session={inRooms} onClose={() => {}} />);
  const places = await screen.findByLabelText('Places of Hall');
  await userEvent.clear(places);
  await userEvent.type(places, '20');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => got.find(({ path }) => path === '/api/office/changeSession')?.body;
  await waitFor(() =>
    expect(sent()).toEqual({
      testSessionId: 7,
      version: 4,
      rooms: [{ roomId: 1, places: 20 }],
    }),
  );
});
