import type { LogEntry } from '@portal/contract/log-entry';
import type { SeriesEntry } from '@portal/contract/sessions/office-series';
import type { OfficeSession } from '@portal/contract/sessions/office-sessions';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import type { HistoryEntry } from '@portal/proto/portal/activity/v1/activity';
import type {
  SeriesEntry as Entry,
  OfficeSession as Planned,
} from '@portal/proto/registration/v1/calendar';

const actionNames: Readonly<Record<string, string>> = {
  delete_draft: 'deleteDraft',
  call_off: 'callOff',
};

/** A session as the calendar reads it; days and times are New York's. */
export function officeSessionView(session: Planned | undefined): OfficeSession {
  if (!session?.startsAt || !session.endsAt) throw new Error('a session without a time');
  return {
    testSessionId: session.id,
    sessionType: session.sessionType as OfficeSession['sessionType'],
    state: session.state as OfficeSession['state'],
    date: dayInNewYork(session.startsAt),
    testSessionTime: timeInNewYork(session.startsAt),
    startsAt: session.startsAt.toISOString(),
    endsAt: session.endsAt.toISOString(),
    title: session.title ?? null,
    address: session.address ?? null,
    seriesId: session.seriesId ?? null,
    locationId: session.locationId ?? null,
    locationName: session.locationName ?? null,
    schoolId: session.schoolId ?? null,
    schoolName: session.schoolName ?? null,
    gender: session.gender as OfficeSession['gender'],
    limitTo1Test: session.limitTo1Test,
    seats: session.seats ?? null,
    taken: session.taken,
    held: session.held,
    remainingSeats: session.seatsLeft ?? null,
    specialPlaces: session.specialPlaces,
    specialTaken: session.specialTaken,
    rooms: session.rooms,
    waiting: session.waiting,
    proctor: session.proctor ?? null,
    closingDate: session.closingDate ?? null,
    closingTime: session.closingTime ?? null,
    closedByStaff: session.closedByStaff,
    remark: session.remark ?? null,
    version: session.version,
    marks: session.marks as OfficeSession['marks'],
    actions: session.actions.map(
      (action) => actionNames[action] ?? action,
    ) as OfficeSession['actions'],
  };
}

/** A day of a series or a copy. */
export function seriesEntryView({ date, time, startsAt, marks, ...entry }: Entry): SeriesEntry {
  if (!startsAt) throw new Error('a session without a time');
  return {
    date,
    testSessionTime: time,
    startsAt: startsAt.toISOString(),
    made: entry.made,
    leftOut: entry.leftOut ?? null,
    marks: marks as SeriesEntry['marks'],
    placeName: entry.placeName ?? null,
  };
}

/** A line of a session's history: a login name, or the automatic process that acted. */
export const sessionLogView = ({
  actorKind,
  actorName,
  at,
  op,
  table,
  text,
}: HistoryEntry): LogEntry => ({
  loginname: actorKind === 'staff' ? actorName : 'system',
  stamp: (at ?? new Date(0)).toISOString(),
  op: op as LogEntry['op'],
  tname: table,
  querysql: text,
  count: 1,
});
