import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import {
  type AddSessionRequest,
  CalendarServiceDefinition,
} from '@portal/proto/registration/v1/calendar';
import { addOfficeSeries, type SeriesEntry } from './adding/add-series.ts';
import { addOfficeSession } from './adding/add-session.ts';
import { copyTerm } from './adding/copy-term.ts';
import type { WantedSession } from './adding/planned-session.ts';
import type { Skippable } from './adding/series-days.ts';
import { changeOfficeSessionFrom } from './changing/change-session.ts';
import { type StateAction, setSessionStates } from './changing/set-session-states.ts';
import { getOfficeSession, listOfficeSessions } from './queries/list-office-sessions.ts';

/** A text that is taken away is sent empty. */
const textOf = (sent: string | undefined): string | null | undefined => (sent === '' ? null : sent);

/** Returns the requested session without its day. */
const eachOf = (request: AddSessionRequest): Omit<WantedSession, 'date' | 'confirmDay'> => ({
  sessionType: request.sessionType as WantedSession['sessionType'],
  time: request.time,
  locationId: request.locationId ?? null,
  schoolId: request.schoolId ?? null,
  title: request.title ?? null,
  address: request.address ?? null,
  gender: request.gender,
  seats: request.seats ?? null,
  limitTo1Test: request.limitTo1Test,
  proctor: request.proctor ?? null,
  closingDate: request.closingDate ?? null,
  closingTime: request.closingTime ?? null,
  shipDate: request.shipDate ?? null,
  returnDueDate: request.returnDueDate ?? null,
  lastDate: request.lastDate ?? null,
  remark: request.remark ?? null,
  rooms: request.rooms,
  draft: request.draft,
});

const sentEntry = ({ leftOut, ...entry }: SeriesEntry) => ({
  ...entry,
  leftOut: leftOut ?? undefined,
});

export const calendarRpcs = rpcs(CalendarServiceDefinition, {
  listOfficeSessions: {
    handle: ({ page, pageSize, perDay, ...request }, call) =>
      listOfficeSessions(call, {
        from: request.from,
        to: request.to,
        locationId: request.locationId ?? null,
        schoolId: request.schoolId ?? null,
        vendorId: request.vendorId ?? null,
        sessionType: request.sessionType ?? null,
        gender: request.gender ?? null,
        state: request.state ?? null,
        proctor: request.proctor ?? null,
        counted: request.counted,
        waitingOnly: request.waitingOnly,
        page: page === undefined ? null : { number: page, size: pageSize },
        perDay,
      }),
  },
  getOfficeSession: {
    handle: ({ sessionId }, call) => getOfficeSession(call, sessionId),
  },
  addSession: {
    handle: (request, call) =>
      addOfficeSession(call, {
        ...eachOf(request),
        date: request.date,
        confirmDay: request.confirmDay,
        dryRun: request.dryRun,
      }),
  },
  addSeries: {
    handle: async ({ template, exceptions, skip, ...rule }, call) => {
      if (template === undefined) throw invalid({ path: 'template', message: 'template invalid' });
      const { seriesId, entries } = await addOfficeSeries(call, {
        ...rule,
        template: eachOf(template),
        skip: skip as Skippable[],
        exceptions: exceptions.map(({ date, time = null }) => ({ date, time })),
      });
      return { seriesId: seriesId ?? undefined, entries: entries.map(sentEntry) };
    },
  },
  copyTerm: {
    handle: async ({ locationId = null, ...request }, call) => {
      const { entries } = await copyTerm(call, { ...request, locationId });
      return { entries: entries.map(sentEntry) };
    },
  },
  changeSession: {
    handle: async (
      { seats, proctor, title, closingDate, closingTime, remark, rooms, ...request },
      call,
    ) => ({
      session: await changeOfficeSessionFrom(call, {
        ...request,
        seats: seats === 0 ? null : seats,
        proctor: textOf(proctor),
        title: textOf(title),
        closingDate: textOf(closingDate),
        closingTime: textOf(closingTime),
        remark: textOf(remark),
        rooms: rooms?.rooms,
      }),
    }),
  },
  setSessionStates: {
    handle: async ({ sessions, action }, call) => ({
      results: await setSessionStates(call, { sessions, action: action as StateAction }),
    }),
  },
});
