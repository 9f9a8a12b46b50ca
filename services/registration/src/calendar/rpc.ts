import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import {
  type AddSessionRequest,
  CalendarServiceDefinition,
} from '@portal/proto/registration/v1/calendar';
import { addOfficeSeries, type SeriesEntry } from './add-series.ts';
import { addOfficeSession } from './add-session.ts';
import { changeOfficeSessionFrom } from './change-session.ts';
import { copyTerm } from './copy-term.ts';
import { getOfficeSession, listOfficeSessions } from './list-office-sessions.ts';
import type { WantedSession } from './planned-session.ts';
import type { Skippable } from './series-days.ts';
import { type StateAction, setSessionStates } from './set-session-states.ts';

/** A text that is taken away is sent empty. */
const textOf = (sent: string | undefined): string | null | undefined => (sent === '' ? null : sent);

/** What is said of a session to make, but for its day. */
const eachOf = (asked: AddSessionRequest): Omit<WantedSession, 'date' | 'confirmDay'> => ({
  sessionType: asked.sessionType as WantedSession['sessionType'],
  time: asked.time,
  locationId: asked.locationId ?? null,
  schoolId: asked.schoolId ?? null,
  title: asked.title ?? null,
  address: asked.address ?? null,
  gender: asked.gender,
  seats: asked.seats ?? null,
  limitTo1Test: asked.limitTo1Test,
  proctor: asked.proctor ?? null,
  closingDate: asked.closingDate ?? null,
  closingTime: asked.closingTime ?? null,
  shipDate: asked.shipDate ?? null,
  returnDueDate: asked.returnDueDate ?? null,
  lastDate: asked.lastDate ?? null,
  remark: asked.remark ?? null,
  rooms: asked.rooms,
  draft: asked.draft,
});

const sentEntry = ({ leftOut, ...entry }: SeriesEntry) => ({
  ...entry,
  leftOut: leftOut ?? undefined,
});

export const calendarRpcs = rpcs(CalendarServiceDefinition, {
  listOfficeSessions: {
    handle: ({ page, pageSize, perDay, ...asked }, call) =>
      listOfficeSessions(call, {
        from: asked.from,
        to: asked.to,
        locationId: asked.locationId ?? null,
        schoolId: asked.schoolId ?? null,
        vendorId: asked.vendorId ?? null,
        sessionType: asked.sessionType ?? null,
        gender: asked.gender ?? null,
        state: asked.state ?? null,
        proctor: asked.proctor ?? null,
        counted: asked.counted,
        waitingOnly: asked.waitingOnly,
        page: page === undefined ? null : { number: page, size: pageSize },
        perDay,
      }),
  },
  getOfficeSession: {
    handle: ({ sessionId }, call) => getOfficeSession(call, sessionId),
  },
  addSession: {
    handle: (asked, call) =>
      addOfficeSession(call, {
        ...eachOf(asked),
        date: asked.date,
        confirmDay: asked.confirmDay,
        dryRun: asked.dryRun,
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
    handle: async ({ locationId = null, ...asked }, call) => {
      const { entries } = await copyTerm(call, { ...asked, locationId });
      return { entries: entries.map(sentEntry) };
    },
  },
  changeSession: {
    handle: async (
      { seats, proctor, title, closingDate, closingTime, remark, rooms, ...asked },
      call,
    ) => ({
      session: await changeOfficeSessionFrom(call, {
        ...asked,
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
