import { expect, test } from '@jest/globals';
import { type ToOnline, toOnlineRefusal } from './to-online-rules.ts';

const now = new Date('2026-06-10T16:00:00Z');
const booked: ToOnline = {
  status: 'scheduled',
  batchId: null,
  arrivedBack: null,
  onlineExamStarted: null,
  sessionId: 7,
  sessionType: '22',
  sessionStartsAt: new Date('2026-06-20T14:00:00Z'),
  paperOnly: false,
};
const refused = (
  change: Partial<ToOnline> = {},
  by: { reason?: number | undefined; isTechSupport?: boolean } = {},
) =>
  toOnlineRefusal({ ...booked, ...change }, { reason: 5, isTechSupport: false, ...by }, now)
    ?.code ?? null;

test('an exam in a school or shipped session may be sat online instead', () => {
  expect([refused(), refused({ sessionType: '23' })]).toEqual([null, null]);
});

test('an exam in a shipped session without a start may be sat online instead', () => {
  expect(refused({ sessionType: '23', sessionStartsAt: null })).toBeNull();
});

test.each([undefined, 1, 4, 6])('reason %s is invalid for it', (reason) => {
  expect(refused({}, { reason })).toBe('reason_required');
});

test.each<[string, Partial<ToOnline>, string]>([
  ['was cancelled', { status: 'cancelled', sessionId: null }, 'registration_not_found'],
  ['is begun online', { status: 'online_started' }, 'exam_started'],
  ['was let in', { status: 'online_access' }, 'exam_started'],
  ['is taken', { status: 'taken' }, 'exam_started'],
  ['is in a batch', { batchId: 1 }, 'exam_started'],
  ['came back on paper', { arrivedBack: '2026-06-01' }, 'exam_started'],
  [
    'has no session',
    { status: 'registered', sessionId: null, sessionType: null },
    'not_a_school_session',
  ],
  ['is booked at a branch', { sessionType: '21' }, 'not_a_school_session'],
  ['is online already', { sessionType: '99' }, 'not_a_school_session'],
  ['is on paper only', { paperOnly: true }, 'paper_only'],
])('an exam that %s is refused', (_, change, code) => {
  expect(refused(change)).toBe(code);
});

test('on the day of the session every admin may, from the day after on only tech support', () => {
  const onTheDay = { sessionStartsAt: new Date('2026-06-10T04:30:00Z') };
  const dayBefore = { sessionStartsAt: new Date('2026-06-10T03:30:00Z') };
  expect([
    refused(onTheDay),
    refused(dayBefore),
    refused(dayBefore, { isTechSupport: true }),
  ]).toEqual([null, 'session_over', null]);
});

test('a cancelled exam is not found, whatever the reason', () => {
  expect(refused({ status: 'cancelled', sessionId: null }, { reason: undefined })).toBe(
    'registration_not_found',
  );
});
