import { dayInNewYork, dayPlus, instantInNewYork, timeInNewYork } from '@portal/kit/clock';
import { type Call, command } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import type { SessionRoom } from '../../../capacity/seats/rooms/room-store.ts';
import { againIfRoomTaken } from '../../../capacity/seats/rooms/room-taken.ts';
import type { NewOfficeSession } from '../../../capacity/seats/sessions/add-office-sessions.ts';
import { calendarError } from '../../../errors.ts';
import { marksOfDay } from '../days/day-marks.ts';
import { readTerm, type TermSession } from '../queries/store.ts';
import { checkRoomsOfDays } from '../rooms/check-rooms.ts';
import type { BranchRoom } from '../rooms/plan-rooms.ts';
import { entriesOf, movedAlong, type SeriesMade } from './add-series.ts';
import { makeSessions } from './add-session.ts';
import { type SeriesDay, someLeft, weekOf, whyLeftOut } from './series-days.ts';

export interface CopyTerm {
  /** Days of New York, YYYY-MM-DD, both included. */
  fromStart: string;
  fromEnd: string;
  /** The week of fromStart is copied to the week of this day. */
  toStart: string;
  /** Null: of all branches and schools, and shipped ones. */
  locationId: number | null;
  skip: readonly string[];
  asDraft: boolean;
}

interface CopiedDay extends SeriesDay {
  placeName: string;
}

/** Days after the first one. */
const MAX_DAYS = 200;
const MAX_SESSIONS = 400;

const placeName = ({ locationName, schoolName, title, address }: TermSession): string =>
  schoolName ?? locationName ?? title ?? address ?? 'Shipped';

/** Returns how many days later the copied sessions are: whole weeks, so that weekdays stay. */
function daysLater({ fromStart, fromEnd, toStart }: CopyTerm): number {
  const start = Temporal.PlainDate.from(fromStart);
  const length = start.until(fromEnd).days;
  if (length < 0) throw invalid({ path: 'fromEnd', message: 'fromEnd invalid' });
  if (length > MAX_DAYS) throw calendarError('range_too_long');
  const later = weekOf(start).until(weekOf(Temporal.PlainDate.from(toStart))).days;
  if (later === 0)
    throw invalid({ path: 'toStart', message: 'Choose another week than that of the first day.' });
  return later;
}

/** Why a room cannot be used as before, or null. */
function whyNoRoom(room: SessionRoom, branchRooms: readonly BranchRoom[]): string | null {
  const now = branchRooms.find(({ id }) => id === room.roomId);
  if (!now?.active || now.special !== room.special) return `${room.name} is retired.`;
  return now.capacity < room.places ? `${now.name} has ${now.capacity} places.` : null;
}

function whyNotCopied(source: TermSession): string | null {
  if (source.locationActive === false) return 'This branch is retired.';
  if (source.schoolActive === false) return 'This school is not active.';
  return source.rooms.map((room) => whyNoRoom(room, source.branchRooms)).find(Boolean) ?? null;
}

/** Returns a session of the term, so many days later, without students and without its remark. */
const copyOf = (source: TermSession, later: number, draft: boolean): NewOfficeSession => ({
  sessionType: source.sessionType,
  startsAt: instantInNewYork(
    dayPlus(dayInNewYork(source.startsAt), { days: later }),
    timeInNewYork(source.startsAt),
  ),
  title: source.title,
  address: source.address,
  locationId: source.locationId,
  schoolId: source.schoolId,
  gender: source.gender,
  seats: source.seats,
  limitTo1Test: source.limitTo1Test,
  proctor: source.proctor,
  closingDate: movedAlong(source.closingDate, later),
  closingTime: source.closingTime,
  shipDate: movedAlong(source.shipDate, later),
  returnDueDate: movedAlong(source.returnDueDate, later),
  lastDate: movedAlong(source.lastDate, later),
  remark: null,
  draft,
  rooms: source.rooms,
});

async function plan(
  sql: Sql,
  wanted: CopyTerm,
  now: Date,
): Promise<{ days: CopiedDay[]; rows: NewOfficeSession[] }> {
  const later = daysLater(wanted);
  const term = await readTerm(sql, {
    from: instantInNewYork(wanted.fromStart, '00:00'),
    before: instantInNewYork(dayPlus(wanted.fromEnd, { days: 1 }), '00:00'),
    locationId: wanted.locationId,
  });
  const copied = term.map((source) => {
    const row = copyOf(source, later, wanted.asDraft);
    const date = dayInNewYork(row.startsAt);
    const marks = marksOfDay(date, source);
    const one = { date, time: timeInNewYork(row.startsAt), marks };
    const leftOut = whyNotCopied(source) ?? whyLeftOut(one, wanted.skip, now);
    return { row, day: { ...one, leftOut, placeName: placeName(source) } };
  });
  const days = copied.map(({ day }) => day);
  someLeft(days, MAX_SESSIONS, 'too_many_sessions');
  const rows = copied.filter(({ day }) => day.leftOut === null).map(({ row }) => row);
  await checkRoomsOfDays(sql, rows);
  return { days, rows };
}

const copy = command('copyTerm', async (tx, wanted: CopyTerm): Promise<{ days: CopiedDay[] }> => {
  const { days, rows } = await plan(tx, wanted, tx.now);
  await makeSessions(tx, rows);
  return { days };
});

/**
 * Copies the sessions of some weeks to later or earlier ones, all or none (C-O05); with `dryRun`
 * only returns the list. Omits called-off sessions. Throws invalid, range_too_long,
 * series_empty, too_many_sessions or room_taken (dates)..
 */
export async function copyTerm(
  call: Call,
  { dryRun, ...wanted }: CopyTerm & { dryRun: boolean },
): Promise<SeriesMade> {
  const { days } = dryRun
    ? await plan(call.db, wanted, call.now)
    : await againIfRoomTaken(() => copy(call, wanted));
  return { seriesId: null, entries: entriesOf(days) };
}
