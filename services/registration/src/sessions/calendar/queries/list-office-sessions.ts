import { canAtSchool, scopeOf } from '@portal/access/can';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { sentence } from '@portal/kit/history/sentence';
import { calendarError } from '../../../errors.ts';
import { type DayMark, marksBetween } from '../days/day-marks.ts';
import { type DayCount, firstOfDays } from '../days/first-of-days.ts';
import { readBranch } from '../rooms/branch.ts';
import {
  isCounted,
  type OfficeSession,
  officeChange,
  officeSession,
  stateOf,
} from './office-session.ts';
import {
  type CalendarFilter,
  findSessions,
  listProctors,
  readHistory,
  readSessions,
  type SessionEntry,
} from './store.ts';

/** Days that the last one may be after the first one. */
const MAX_DAYS = 62;
const MAX_DAYS_OF_LIST = 366;

export interface ListOfficeSessions
  extends Omit<CalendarFilter, 'from' | 'before' | 'waitingOnly' | 'limitedOnly'> {
  /** Days of New York, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  state: string | null;
  /** Only sessions whose places the figures count. R-571. */
  counted?: boolean;
  /** Only sessions with a line. */
  waitingOnly?: boolean;
  /** Null: all of the days. */
  page: { number: number; size: number } | null;
  /** The maximum per day, for a list that is not paged. */
  perDay?: number | undefined;
}

export interface OfficeCalendar {
  sessions: OfficeSession[];
  marks: DayMark[];
  total: number;
  proctors: string[];
  /** Set where the list has only the first sessions of each day. */
  counts: DayCount[];
}

/**
 * Lists sessions of all kinds in some days, by start and id, with the marks of these days (C-O01);
 * a school admin gets those of their own school. A month view reads only the first sessions of each
 * day, since it shows the others as a number. Throws range_too_long.
 */
export async function listOfficeSessions(
  { db, actor, now }: Call,
  request: ListOfficeSessions,
): Promise<OfficeCalendar> {
  const {
    from,
    to,
    state,
    counted = false,
    waitingOnly = false,
    page,
    perDay,
    ...filter
  } = request;
  const days = Temporal.PlainDate.from(from).until(to).days;
  if (days > (page === null ? MAX_DAYS : MAX_DAYS_OF_LIST)) throw calendarError('range_too_long');
  const isOfSchool = scopeOf(actor, 'office_session.list') === 'own_school';
  const [found, proctors, branch] = await Promise.all([
    findSessions(db, {
      ...filter,
      waitingOnly,
      limitedOnly: counted,
      ...(counted ? { sessionType: '21' } : {}),
      ...(isOfSchool ? { sessionType: '22', schoolId: actor.schoolId ?? 0 } : {}),
      from: instantInNewYork(from, '00:00'),
      before: instantInNewYork(dayPlus(to, { days: 1 }), '00:00'),
    }),
    isOfSchool ? [] : listProctors(db, instantInNewYork(lastYear(now), '00:00')),
    filter.locationId === null ? undefined : readBranch(db, filter.locationId),
  ]);
  const fitting = found.filter((one) => {
    const own = stateOf(one, now);
    return (state === null || own === state) && (!counted || isCounted(own));
  });
  const { shown, counts } = page
    ? { shown: fitting.slice((page.number - 1) * page.size, page.number * page.size), counts: [] }
    : firstOfDays(fitting, perDay);
  const rows = await readSessions(
    db,
    shown.map(({ id }) => id),
  );
  return {
    sessions: rows.map((row) => officeSession(row, actor, now)),
    marks: days > MAX_DAYS ? [] : marksBetween(from, to, branch),
    total: fitting.length,
    proctors,
    counts,
  };
}

const lastYear = (now: Date): string => dayPlus(dayInNewYork(now), { years: -1 });

/** A line of a session's history. */
export interface OfficeEntry extends Omit<SessionEntry, 'change' | 'studentName'> {
  table: string;
  rowId: string;
  text: string;
}

/**
 * Returns one session with its changes, newest first (C-O02). Throws session_not_found, also for a
 * session of another school than the caller's.
 */
export async function getOfficeSession(
  { db, actor, now }: Call,
  sessionId: number,
): Promise<{ session: OfficeSession; history: OfficeEntry[] }> {
  const [[row], entries] = await Promise.all([
    readSessions(db, [sessionId]),
    readHistory(db, sessionId),
  ]);
  if (row === undefined || !canAtSchool(actor, 'office_session.list', row.schoolId))
    throw calendarError('session_not_found');
  const rowId = String(sessionId);
  return {
    session: officeSession(row, actor, now),
    history: entries.map(({ change, studentName, ...entry }) => {
      const text = sentence({
        op: entry.op,
        rowId,
        change: officeChange(change, actor),
      });
      return {
        ...entry,
        table: 'session',
        rowId,
        text: studentName === null ? text : `${studentName}, ${text}`,
      };
    }),
  };
}
