import * as sessions from '@portal/contract/sessions/sessions';
import { registeredRow } from '../exams/own-rows.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { locationsFor } from './locations.ts';
import { named, namedOne } from './named.ts';
import { locationView, openBranchView, openedPart, schoolSessionView } from './views.ts';

const locations = [
  route(sessions.getAllActiveLocations, async ({ session, by }, context) =>
    (await locationsFor(session, by, context)).map(locationView),
  ),

  route(sessions.getActiveLocations, async ({ session, by }, context) => {
    const [seen, { locationIds }] = await Promise.all([
      locationsFor(session, by, context),
      context.registration.sessions.listActiveLocations({}, by),
    ]);
    const active = new Set(locationIds);
    return seen.filter(({ id }) => active.has(id)).map(locationView);
  }),

  route(sessions.getLastActiveLocation, async ({ session, by }, context) => {
    const [seen, { locationId }] = await Promise.all([
      locationsFor(session, by, context),
      context.registration.sessions.getLastLocation({}, by),
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
  route(sessions.getOpenedSessions, async ({ input, session, by }, context) => {
    const [seen, open] = await Promise.all([
      locationsFor(session, by, context),
      context.registration.sessions.listOpenSessions({ locationId: input.locationId }, by),
    ]);
    const ids = new Set(seen.map(({ id }) => id));
    const shown = open.sessions.filter(({ locationId }) => ids.has(locationId ?? 0));
    const sessions = await named(shown, by, context);
    return sessions.map((one, index) => ({ ...one, ...openedPart(shown[index]) }));
  }),

  route(sessions.getOpenBranches, async ({ input, session, by }, context) => {
    const [seen, { branches }] = await Promise.all([
      locationsFor(session, by, context),
      context.registration.sessions.listOpenBranches({ minutes: input.minutes ?? 0 }, by),
    ]);
    const ids = new Set(seen.map(({ id }) => id));
    return branches.filter(({ locationId }) => ids.has(locationId)).map(openBranchView);
  }),

  route(sessions.getSession, async ({ input, by }, context) => {
    const { session } = await context.registration.sessions.getSession(
      { sessionId: input.sessionId },
      by,
    );
    return namedOne(session, by, context);
  }),

  route(sessions.getOotSessionInfo, async ({ input, by }, context) => {
    const { session } = await context.registration.sessions.getSession(
      { sessionId: input.sessionId },
      by,
    );
    // students see the shipped sessions that they are in, and no others
    return namedOne(session?.sessionType === '23' ? session : undefined, by, context);
  }),

  route(sessions.getSchoolSessions, async ({ input, session: asking, by }, context) => {
    const own = await context.registration.sessions.listSchoolSessions(
      { schoolId: input.schoolId },
      by,
    );
    if (asking.kind === 'staff') return own.sessions.map(schoolSessionView);
    return named(
      own.sessions.flatMap(({ session }) => session ?? []),
      by,
      context,
    );
  }),

  route(sessions.getSessionsByStudentId, async ({ by }, context) => {
    const own = await context.registration.sessions.listStudentSessions({}, by);
    return named(own.sessions, by, context);
  }),
];

const changes = [
  route(sessions.setSessionAlert, ({ input, by }, { registration }) =>
    registration.sessions.setSessionAlert(input, by),
  ),

  route(sessions.scheduleSessionForRegistration, async ({ input, by }, context) => {
    const { registrationId, sessionId } = input;
    const booked = await context.registration.sessions.scheduleSession(
      { registrationId, sessionId },
      by,
    );
    if (!booked.registration) throw new Error('booked without a registration');
    const [exam, session] = await Promise.all([
      registeredRow(booked.registration, context),
      namedOne(booked.session, by, context),
    ]);
    return {
      exam,
      sessionId,
      session,
      proctorFee: exam.proctor_fee_price,
      successMessage: 'Your session is booked.',
    };
  }),

  route(sessions.cancelSession, async ({ input, by }, context) => {
    const { registrationId, adminCancelReason: reason } = input;
    const { registration, session } = await context.registration.sessions.cancelSession(
      { registrationId, reason },
      by,
    );
    if (!registration || !session) throw new Error('cancelled without a registration or a session');
    const exam = await registeredRow(registration, context);
    return {
      exam,
      sessionId: session.id,
      durationLeft: session.minutesLeft,
      proctorFee: exam.proctor_fee_price,
    };
  }),

  route(sessions.changeRegistrationToOnline, async ({ input, by }, context) => {
    const { registrationId, adminCancelReason: reason } = input;
    const { registration, sessionId } = await context.registration.sessions.changeToOnline(
      { registrationId, reason },
      by,
    );
    if (!registration) throw new Error('changed without a registration');
    return { exam: await registeredRow(registration, context), sessionId };
  }),
];

export const sessionRoutes = [...locations, ...lists, ...changes];
