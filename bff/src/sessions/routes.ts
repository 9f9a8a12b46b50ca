import * as sessions from '@portal/contract/sessions/sessions';
import { registeredRow } from '../exams/own-rows.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { locationsFor } from './locations.ts';
import { named, namedOne } from './named.ts';
import { locationView, openBranchView, openedPart, schoolSessionView } from './views.ts';

const locations = [
  route(sessions.getAllActiveLocations, async ({ session, by }, parts) =>
    (await locationsFor(session, by, parts)).map(locationView),
  ),

  route(sessions.getActiveLocations, async ({ session, by }, parts) => {
    const [seen, { locationIds }] = await Promise.all([
      locationsFor(session, by, parts),
      parts.registration.sessions.listActiveLocations({}, by),
    ]);
    const active = new Set(locationIds);
    return seen.filter(({ id }) => active.has(id)).map(locationView);
  }),

  route(sessions.getLastActiveLocation, async ({ session, by }, parts) => {
    const [seen, { locationId }] = await Promise.all([
      locationsFor(session, by, parts),
      parts.registration.sessions.getLastLocation({}, by),
    ]);
    const place =
      seen.find(({ id }) => id === locationId) ??
      seen.find(({ id }) => id === sessions.defaultLocationId) ??
      seen[0];
    if (!place) throw refuse('not_found');
    return locationView(place);
  }),
];

const lists = [
  route(sessions.getOpenedSessions, async ({ input, session, by }, parts) => {
    const [seen, open] = await Promise.all([
      locationsFor(session, by, parts),
      parts.registration.sessions.listOpenSessions({ locationId: input.locationId }, by),
    ]);
    const ids = new Set(seen.map(({ id }) => id));
    const shown = open.sessions.filter(({ locationId }) => ids.has(locationId ?? 0));
    const sessions = await named(shown, by, parts);
    return sessions.map((one, index) => ({ ...one, ...openedPart(shown[index]) }));
  }),

  route(sessions.getOpenBranches, async ({ input, session, by }, parts) => {
    const [seen, { branches }] = await Promise.all([
      locationsFor(session, by, parts),
      parts.registration.sessions.listOpenBranches({ minutes: input.minutes ?? 0 }, by),
    ]);
    const ids = new Set(seen.map(({ id }) => id));
    return branches.filter(({ locationId }) => ids.has(locationId)).map(openBranchView);
  }),

  route(sessions.getSession, async ({ input, by }, parts) => {
    const { session } = await parts.registration.sessions.getSession(
      { sessionId: input.sessionId },
      by,
    );
    return namedOne(session, by, parts);
  }),

  route(sessions.getOotSessionInfo, async ({ input, by }, parts) => {
    const { session } = await parts.registration.sessions.getSession(
      { sessionId: input.sessionId },
      by,
    );
    // students see the shipped sessions that they are in, and no others
    return namedOne(session?.sessionType === '23' ? session : undefined, by, parts);
  }),

  route(sessions.getSchoolSessions, async ({ input, session: asking, by }, parts) => {
    const own = await parts.registration.sessions.listSchoolSessions(
      { schoolId: input.schoolId },
      by,
    );
    if (asking.kind === 'staff') return own.sessions.map(schoolSessionView);
    return named(
      own.sessions.flatMap(({ session }) => session ?? []),
      by,
      parts,
    );
  }),

  route(sessions.getSessionsByStudentId, async ({ by }, parts) => {
    const own = await parts.registration.sessions.listStudentSessions({}, by);
    return named(own.sessions, by, parts);
  }),
];

const changes = [
  route(sessions.setSessionAlert, ({ input, by }, { registration }) =>
    registration.sessions.setSessionAlert(input, by),
  ),

  route(sessions.scheduleSessionForRegistration, async ({ input, by }, parts) => {
    const { registrationId, sessionId } = input;
    const booked = await parts.registration.sessions.scheduleSession(
      { registrationId, sessionId },
      by,
    );
    if (!booked.registration) throw new Error('booked without a registration');
    const [exam, session] = await Promise.all([
      registeredRow(booked.registration, parts),
      namedOne(booked.session, by, parts),
    ]);
    return {
      exam,
      sessionId,
      session,
      proctorFee: exam.proctor_fee_price,
      successMessage: 'Your session is booked.',
    };
  }),

  route(sessions.cancelSession, async ({ input, by }, parts) => {
    const { registrationId, adminCancelReason: reason } = input;
    const { registration, session } = await parts.registration.sessions.cancelSession(
      { registrationId, reason },
      by,
    );
    if (!registration || !session) throw new Error('cancelled without a registration or a session');
    const exam = await registeredRow(registration, parts);
    return {
      exam,
      sessionId: session.id,
      durationLeft: session.minutesLeft,
      proctorFee: exam.proctor_fee_price,
    };
  }),

  route(sessions.changeRegistrationToOnline, async ({ input, by }, parts) => {
    const { registrationId, adminCancelReason: reason } = input;
    const { registration, sessionId } = await parts.registration.sessions.changeToOnline(
      { registrationId, reason },
      by,
    );
    if (!registration) throw new Error('changed without a registration');
    return { exam: await registeredRow(registration, parts), sessionId };
  }),
];

export const sessionRoutes = [...locations, ...lists, ...changes];
