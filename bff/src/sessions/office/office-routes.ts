import { can } from '@portal/access/can';
import * as series from '@portal/contract/sessions/office-series';
import * as office from '@portal/contract/sessions/office-sessions';
import { DomainError } from '@portal/kit/errors';
import { route } from '../../http/route.ts';
import { waitingEntryView } from '../../waiting-list/views.ts';
import { officeSessionView, seriesEntryView, sessionLogView } from './office-views.ts';

const PAGE = 50;
/** More do not wait for one session. */
const LINE = 500;

export const officeSessionRoutes = [
  route(office.getOfficeSessions, async ({ input, by }, { registration }) => {
    const { view, page, pageSize, perDay, ...filter } = input;
    const part = view === 'list' ? { page: page ?? 1, pageSize: pageSize ?? PAGE } : { perDay };
    const found = await registration.calendar.listOfficeSessions({ ...filter, ...part }, by);
    return {
      sessions: found.sessions.map(officeSessionView),
      marks: found.marks as office.DayMark[],
      total: found.total,
      proctors: found.proctors,
      ...(part.perDay === undefined ? {} : { counts: found.counts }),
    };
  }),

  route(office.getOfficeSession, async ({ input, session: asking, by }, { registration }) => {
    const { testSessionId: sessionId } = input;
    const [{ session, history }, line] = await Promise.all([
      registration.calendar.getOfficeSession({ sessionId }, by),
      can(asking, 'waiting_list.read')
        ? registration.waiting.listWaiting({ sessionId, limit: LINE, offset: 0 }, by)
        : { items: [] },
    ]);
    return {
      session: officeSessionView(session),
      history: history.map(sessionLogView),
      waiting: line.items.map((entry) => waitingEntryView(entry, true)),
    };
  }),

  route(office.addOfficeSession, async ({ input, by }, { registration }) => {
    const { testSessionTime: time, ...wanted } = input;
    const { session, warnings } = await registration.calendar.addSession({ ...wanted, time }, by);
    return { session: officeSessionView(session), warnings };
  }),

  route(series.addOfficeSeries, async ({ input, by }, { registration }) => {
    const { template, exceptions, ...rule } = input;
    const { testSessionTime: time, ...each } = template;
    const { seriesId, entries } = await registration.calendar.addSeries(
      {
        ...rule,
        template: { ...each, time },
        exceptions: exceptions.map((one) =>
          one.action === 'skip'
            ? { date: one.date }
            : { date: one.date, time: one.testSessionTime },
        ),
      },
      by,
    );
    return { seriesId: seriesId ?? null, sessions: entries.map(seriesEntryView) };
  }),

  route(series.copyTerm, async ({ input, by }, { registration }) => {
    const { entries } = await registration.calendar.copyTerm(input, by);
    return { seriesId: null, sessions: entries.map(seriesEntryView) };
  }),

  route(office.changeOfficeSession, async ({ input, by }, { registration }) => {
    const { testSessionId: sessionId, testSessionTime: time, rooms, seats, ...wanted } = input;
    try {
      const { session } = await registration.calendar.changeSession(
        {
          ...wanted,
          sessionId,
          time,
          ...(seats === undefined ? {} : { seats: seats ?? 0 }),
          ...(rooms ? { rooms: { rooms } } : {}),
        },
        by,
      );
      return { session: officeSessionView(session) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'session_changed') throw error;
      const { session } = await registration.calendar.getOfficeSession({ sessionId }, by);
      const current = officeSessionView(session);
      throw new DomainError(error.status, error.code, error.detail, { ...error.extra, current });
    }
  }),

  route(office.setSessionState, async ({ input, by }, { registration }) => {
    const { results } = await registration.calendar.setSessionStates(
      {
        sessions: input.sessions.map(({ testSessionId: sessionId, version }) => ({
          sessionId,
          version,
        })),
        action: input.action === 'deleteDraft' ? 'delete_draft' : input.action,
      },
      by,
    );
    return {
      results: results.map(({ sessionId: testSessionId, ...result }) => ({
        testSessionId,
        ...result,
      })),
    };
  }),
];
