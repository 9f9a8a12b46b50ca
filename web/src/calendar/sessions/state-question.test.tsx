import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../../shared/testing.tsx';
import type { OfficeSession } from '../api.ts';
import { SessionModal } from './session-modal.tsx';

afterEach(cleanup);

const session = {
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
  held: 0,
  remainingSeats: 1,
  waiting: 1,
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
} as unknown as OfficeSession;

test.each([
  ['close', 'Close booking', 'Students can no longer book this session.', '11 students are booked'],
  ['open', 'Reopen booking', 'Students can book this session again.', '1 student waits in line'],
  ['deleteDraft', 'Delete draft', 'The draft is deleted for good.', 'No student has seen it'],
] as const)(
  '%s asks first, with the number of affected students',
  async (action, label, effect, affected) => {
    signInAs('ROLE_ADMIN');
    const got = fakePortal({
      '/api/office/session': {
        answer: { session: { ...session, actions: [action] }, history: [] },
      },
      '/api/office/setSessionState': {
        answer: { results: [{ testSessionId: 7, done: true, text: 'done' }] },
      },
    });
    show(
      <SessionModal
        sessionId={7}
        onEdit={() => {}}
        onMove={() => {}}
        onCallOff={() => {}}
        onClose={() => {}}
      />,
    );
    await userEvent.click(await screen.findByRole('button', { name: label }));
    const question = await screen.findByRole('dialog', { name: `${label}?` });
    for (const text of [effect, affected]) expect(question.textContent).toContain(text);
    const isSent = () => got.some(({ path }) => path === '/api/office/setSessionState');
    expect(isSent()).toBe(false);
    await userEvent.click(within(question).getByRole('button', { name: label }));
    await waitFor(() => expect(isSent()).toBe(true));
  },
);
