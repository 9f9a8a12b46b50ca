import { rpcs } from '@portal/kit/rpc';
import { type NewSession as NewSessionMessage, SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { cancelSession } from './cancel-session.ts';
import { changeToOnline } from './change-to-online.ts';
import { createSessions, type NewSession } from './create-sessions.ts';
import { getLastLocation } from './get-last-location.ts';
import { getSession } from './get-session.ts';
import { holdSeat } from './hold-seat.ts';
import { listOpenSessions } from './list-open-sessions.ts';
import { listSchoolSessions } from './list-school-sessions.ts';
import { listStudentSessions } from './list-student-sessions.ts';
import { scheduleSession } from './schedule-session.ts';

const toNewSession = ({ startsAt, sessionType, ...rest }: NewSessionMessage): NewSession => ({
  ...rest,
  sessionType: sessionType as NewSession['sessionType'],
  startsAt: startsAt ?? new Date(Number.NaN),
});

export const sessionRpcs = rpcs(SessionsServiceDefinition, {
  listOpenSessions: {
    access: ['student', 'admin', 'advisor', 'tech_support'],
    handle: async (request, call) => ({ sessions: await listOpenSessions(call, request.locationId) }),
  },
  getSession: {
    access: ['student', 'admin', 'advisor', 'tech_support', 'school', 'service'],
    handle: async (request, call) => ({ session: await getSession(call, request.sessionId) }),
  },
  listStudentSessions: {
    access: ['student', 'admin', 'advisor'],
    handle: async (_request, call) => ({ sessions: await listStudentSessions(call) }),
  },
  listSchoolSessions: {
    access: ['student', 'admin', 'tech_support', 'advisor', 'school'],
    handle: async (request, call) => ({ sessions: await listSchoolSessions(call, request.schoolId) }),
  },
  getLastLocation: {
    access: ['student', 'admin', 'advisor'],
    handle: async (_request, call) => ({ locationId: await getLastLocation(call) }),
  },
  scheduleSession: { access: ['student', 'admin', 'tech_support'], handle: (request, call) => scheduleSession(call, request) },
  cancelSession: {
    access: ['student', 'admin', 'tech_support'],
    handle: (request, call) => cancelSession(call, { registrationId: request.registrationId, reason: request.reason }),
  },
  changeToOnline: {
    access: ['admin', 'tech_support'],
    handle: (request, call) => changeToOnline(call, { registrationId: request.registrationId, reason: request.reason }),
  },
  holdSeat: {
    access: ['service'],
    handle: async (request, call) => ({ heldUntil: (await holdSeat(call, request)) ?? undefined }),
  },
  createSessions: {
    access: ['admin', 'service'],
    handle: async (request, call) => ({ sessionIds: await createSessions(call, { sessions: request.sessions.map(toNewSession) }) }),
  },
});
