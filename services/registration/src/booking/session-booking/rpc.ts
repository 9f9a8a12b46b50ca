import { rpcs } from '@portal/kit/grpc/rpc';
import {
  type NewSession as NewSessionMessage,
  SessionsServiceDefinition,
} from '@portal/proto/registration/v1/sessions';
import { holdSeat } from '../../capacity/seats/hold-seat.ts';
import { createSessions, type NewSession } from '../../capacity/seats/sessions/create-sessions.ts';
import { withActions } from '../../office/actions/with-actions.ts';
import { getLastLocation } from '../../records/sessions/get-last-location.ts';
import { getSession } from '../../records/sessions/get-session.ts';
import { listActiveLocations } from '../../records/sessions/list-active-locations.ts';
import { listSchoolSessions, recentSessions } from '../../records/sessions/list-school-sessions.ts';
import { listStudentSessions } from '../../records/sessions/list-student-sessions.ts';
import { deleteSchoolSession } from '../../sessions/school-sessions/delete-school-session.ts';
import { saveSchoolSession } from '../../sessions/school-sessions/save-school-session.ts';
import { listOpenBranches } from '../../sessions/session-alerts/list-open-branches.ts';
import { setSessionAlert } from '../../sessions/session-alerts/set-session-alert.ts';
import { listOpenedSessions } from '../../sessions/waiting-list-commands/list-opened-sessions.ts';
import { registerAndBook } from '../purchases/register-and-book.ts';
import { cancelSession } from './cancel-session.ts';
import { changeToOnline } from './change-to-online.ts';
import { scheduleSession } from './schedule-session.ts';

const toNewSession = ({ startsAt, sessionType, ...rest }: NewSessionMessage): NewSession => ({
  ...rest,
  sessionType: sessionType as NewSession['sessionType'],
  startsAt: startsAt ?? new Date(Number.NaN),
});

export const sessionRpcs = rpcs(SessionsServiceDefinition, {
  listOpenSessions: {
    handle: async (request, call) => ({
      sessions: await listOpenedSessions(call, request.locationId),
    }),
  },
  listOpenBranches: {
    handle: async ({ minutes }, call) => ({ branches: await listOpenBranches(call, minutes) }),
  },
  setSessionAlert: { handle: (request, call) => setSessionAlert(call, request) },
  getSession: {
    handle: async (request, call) => ({ session: await getSession(call, request.sessionId) }),
  },
  listStudentSessions: {
    handle: async (_request, call) => ({ sessions: await listStudentSessions(call) }),
  },
  listSchoolSessions: {
    handle: async (request, call) => ({
      sessions: await listSchoolSessions(call, request.schoolId),
    }),
  },
  getLastLocation: {
    handle: async (_request, call) => ({ locationId: await getLastLocation(call) }),
  },
  listActiveLocations: {
    handle: async (_request, call) => ({ locationIds: await listActiveLocations(call) }),
  },
  scheduleSession: {
    handle: async (request, call) => withActions(call, await scheduleSession(call, request)),
  },
  registerAndBook: {
    handle: async (request, call) => withActions(call, await registerAndBook(call, request)),
  },
  cancelSession: {
    handle: async ({ registrationId, reason }, call) =>
      withActions(call, await cancelSession(call, { registrationId, reason })),
  },
  changeToOnline: {
    handle: async ({ registrationId, reason }, call) =>
      withActions(call, await changeToOnline(call, { registrationId, reason })),
  },
  holdSeat: {
    handle: async (request, call) => ({ heldUntil: (await holdSeat(call, request)) ?? undefined }),
  },
  saveSchoolSession: {
    async handle({ testDate, startTime, ...request }, call) {
      const { sessionId, schoolId } = await saveSchoolSession(call, {
        testDate,
        startTime,
        sessionId: request.sessionId,
        schoolId: request.schoolId ?? null,
        gender: request.gender ?? null,
        closingDate: request.closingDate ?? null,
        returnDate: request.returnDate ?? null,
      });
      return { sessionId, sessions: await recentSessions(call, schoolId) };
    },
  },
  deleteSchoolSession: {
    async handle({ sessionId }, call) {
      const { schoolId } = await deleteSchoolSession(call, { sessionId });
      return { sessions: await recentSessions(call, schoolId) };
    },
  },
  createSessions: {
    handle: async (request, call) => ({
      sessionIds: await createSessions(call, { sessions: request.sessions.map(toNewSession) }),
    }),
  },
});
