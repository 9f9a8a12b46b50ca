import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent } from '@portal/kit/testing';
import { scheduleSession } from '../booking/session-booking/schedule-session.ts';
import { callOffSession } from '../sessions/calling-off/call-off-session.ts';
import {
  type anExam,
  aRegistration,
  aSession,
  type aStudent,
  later,
  MAN,
  type World,
} from '../testing.ts';
import { aSessionApart, granted, OWN_ROOM } from './session-apart.ts';

/** A session that a student cannot book for an exam; an open one and a plain exam by default. */
export interface Unbookable {
  readonly code: string;
  readonly reason: string;
  readonly student?: Parameters<typeof aStudent>[1];
  readonly exam?: Parameters<typeof anExam>[1];
  readonly session?: (world: World, studentId: number) => Promise<number>;
}

/** Books another exam of the student; returns the session. */
async function booked(
  world: World,
  studentId: number,
  about: Parameters<typeof aSession>[1],
): Promise<number> {
  const { id: registrationId } = await aRegistration(world, { studentId });
  const sessionId = await aSession(world, about);
  await scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId });
  return sessionId;
}

const inFiveDays = later(steadyNow(), { days: 5 });

/** One session for each refusal of a booking, by its code. */
export const unbookableSessions: readonly Unbookable[] = [
  { code: 'session_not_found', reason: 'an unknown session', session: async () => 999_999 },
  {
    code: 'session_not_found',
    reason: 'a shipped session',
    session: (world) => aSession(world, { sessionType: '23', title: 'Mrs. Gold' }),
  },
  { code: 'call_office', reason: 'a man', student: { gender: MAN } },
  {
    code: 'call_office',
    reason: 'a session for men',
    session: (world) => aSession(world, { gender: '1' }),
  },
  {
    code: 'call_office',
    reason: 'a branch of the office',
    session: (world) => aSession(world, { locationId: 15 }),
  },
  {
    code: 'call_office',
    reason: 'a branch by appointment',
    session: (world) => aSession(world, { locationId: 16 }),
  },
  {
    code: 'session_called_off',
    reason: 'a called-off session',
    async session(world) {
      const sessionId = await aSession(world);
      await callOffSession(asService(world.db, 'operator'), sessionId);
      return sessionId;
    },
  },
  {
    code: 'session_closed',
    reason: 'a session that staff closed',
    session: (world) => aSession(world, { closedByStaff: true }),
  },
  {
    code: 'session_closed',
    reason: 'a session that has begun',
    session: (world) => aSession(world, { startsAt: later(steadyNow(), { hours: -1 }) }),
  },
  {
    code: 'session_full',
    reason: 'a session without seats',
    session: (world) => aSession(world, { seats: 0 }),
  },
  { code: 'online_only', reason: 'an online exam', exam: { onlineOnly: true } },
  {
    code: 'course_not_completed',
    reason: 'an exam of a course',
    exam: { programContentCode: 'COURSE' },
  },
  {
    code: 'session_too_short',
    reason: 'extra time after the branch closes',
    student: { approvedAccommodations: [granted('extra_time', { percent: 100 })] },
    exam: { durationMinutes: 150 },
    session: async (world) =>
      (await aSessionApart(world, 0, { time: '19:00', closesAt: '22:00' })).sessionId,
  },
  {
    code: 'no_room_for_accommodation',
    reason: 'an own room in a session without one',
    student: { approvedAccommodations: OWN_ROOM },
    session: async (world) => (await aSessionApart(world, 0)).sessionId,
  },
  {
    code: 'session_booked_up',
    reason: 'another exam in a session for one',
    session: (world, studentId) => booked(world, studentId, { limitTo1Test: true }),
  },
  {
    code: 'time_overlap',
    reason: 'another exam at that time',
    async session(world, studentId) {
      await booked(world, studentId, { startsAt: inFiveDays });
      return aSession(world, { startsAt: inFiveDays, locationId: 14 });
    },
  },
];
