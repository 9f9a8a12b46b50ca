import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { fakePortal, show, signInAs } from '../../shared/testing.tsx';
import type { OfficeSession } from '../api.ts';
import { SessionModal } from '../sessions/session-modal.tsx';
import { ListView } from './list-view.tsx';
import { SessionEntry } from './session-entry.tsx';

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
  taken: 11,
  held: 1,
  remainingSeats: 0,
  waiting: 5,
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
  actions: [],
};
const idle = { ...session, taken: 3, held: 0, waiting: 0, remainingSeats: 9 };
const textOf = (one: OfficeSession): string | null => {
  show(<SessionEntry session={one} onOpen={() => {}} />);
  const { textContent } = screen.getByRole('button');
  cleanup();
  return textContent;
};

test('a session shows its taken and held places and its waiting students (O-02)', () => {
  expect(textOf(session)).toBe('9:30 AMBrooklyn11/121 held5 waitingFull');
  expect(textOf({ ...session, held: 0 })).toBe('9:30 AMBrooklyn11/125 waitingFull');
  expect(textOf(idle)).toBe('9:30 AMBrooklyn3/12');
});

test('of the seats only those are taken that are no special places (R-505)', () => {
  const special = { ...idle, specialPlaces: 4, specialTaken: 1, remainingSeats: 10 };
  expect(textOf(special)).toBe('9:30 AMBrooklyn2/12');
});

test('so do the list and the dialog of a session', async () => {
  signInAs('ROLE_ADMIN');
  show(
    <ListView
      sessions={[session]}
      total={1}
      state={{ page: 1, sort: '', descending: false }}
      onState={() => {}}
      refreshing={false}
      error={null}
      onRetry={() => {}}
      onOpen={() => {}}
    />,
  );
  const heads = (await screen.findAllByRole('columnheader')).map((head) => head.textContent);
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells[heads.indexOf('Waiting')]).toBe('5');
  cleanup();
  fakePortal({ '/api/office/session': { answer: { session, history: [], waiting: [] } } });
  const never = () => {};
  const handlers = { onEdit: never, onMove: never, onCallOff: never, onClose: never };
  show(<SessionModal sessionId={7} {...handlers} />);
  expect((await screen.findByText('Waiting')).nextElementSibling?.textContent).toBe('5');
});
