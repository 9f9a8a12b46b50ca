import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import { type Call, command } from '@portal/kit/commands/command';
import { SessionChanged } from '@portal/proto/registration/v1/events';
import { noteFreed } from '../../../capacity/seats/places/freed.ts';
import { seatsOf, specialPlacesOf } from '../../../capacity/seats/rooms/room-places.ts';
import type { SessionRoom } from '../../../capacity/seats/rooms/room-store.ts';
import { againIfRoomTaken } from '../../../capacity/seats/rooms/room-taken.ts';
import {
  changeOfficeSession,
  fitMinutes,
  lockOfficeSession,
  type OfficeSessionBefore,
  type OfficeSessionTerms,
} from '../../../capacity/seats/sessions/office-session-store.ts';
import { assignSpecialPlaces } from '../../../capacity/seats/special-places/special-places.ts';
import { calendarError } from '../../../errors.ts';
import { latestEndOf } from '../../../records/accommodations/latest-end.ts';
import { checkBranch, checkVersion } from '../checks/check-session.ts';
import { checkClosing, checkSeats, planTime } from '../checks/plan-session.ts';
import { readPeople } from '../checks/read-people.ts';
import { differences, peopleRefusal } from '../checks/session-changes.ts';
import { isOver, type OfficeSession } from '../queries/office-session.ts';
import { sessionNow } from '../queries/session-now.ts';
import { type BranchOfSessions, readBranch } from '../rooms/branch.ts';
import { checkRooms } from '../rooms/check-rooms.ts';
import { planRooms, seatsWith, type WantedRoom } from '../rooms/plan-rooms.ts';

/** The fields to change; undefined: unchanged, null: cleared. */
export interface ChangeSession {
  sessionId: number;
  version: number;
  seats?: number | null | undefined;
  gender?: string | undefined;
  limitTo1Test?: boolean | undefined;
  proctor?: string | null | undefined;
  title?: string | null | undefined;
  closingDate?: string | null | undefined;
  closingTime?: string | null | undefined;
  remark?: string | null | undefined;
  date?: string | undefined;
  time?: string | undefined;
  locationId?: number | undefined;
  rooms?: readonly WantedRoom[] | undefined;
  confirmDay: boolean;
}

/** The rooms that come of a change: at another branch none, unless some are chosen there. */
function changedRooms(
  before: OfficeSessionBefore,
  { rooms, locationId = before.locationId ?? undefined }: ChangeSession,
  branch: BranchOfSessions | undefined,
): SessionRoom[] {
  if (rooms !== undefined) return planRooms(rooms, branch?.rooms ?? []);
  return locationId === (before.locationId ?? undefined) ? before.rooms : [];
}

/** The terms that come of a change; a new day or time is planned as that of a new session. */
function changedTerms(
  before: OfficeSessionBefore,
  branch: BranchOfSessions | undefined,
  change: ChangeSession,
  now: Date,
): OfficeSessionTerms {
  const { date, time, confirmDay, ...wanted } = change;
  const or = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const closingDate = or(wanted.closingDate, before.closingDate);
  const closing = {
    closingDate,
    closingTime: closingDate === null ? null : or(wanted.closingTime, before.closingTime),
  };
  const at = {
    date: date ?? dayInNewYork(before.startsAt),
    time: time ?? timeInNewYork(before.startsAt),
  };
  const isElsewhen =
    at.date !== dayInNewYork(before.startsAt) || at.time !== timeInNewYork(before.startsAt);
  const startsAt = isElsewhen
    ? planTime({ ...at, ...closing, confirmDay }, now, branch).startsAt
    : before.startsAt;
  checkClosing({ startsAt, ...closing });
  const rooms = changedRooms(before, change, branch);
  const terms = {
    ...closing,
    startsAt,
    locationId: or(wanted.locationId, before.locationId),
    gender: or(wanted.gender, before.gender),
    rooms,
    seats: seatsWith(rooms, or(wanted.seats, seatsOf(rooms) === null ? before.seats : null)),
    limitTo1Test: or(wanted.limitTo1Test, before.limitTo1Test),
    proctor: or(wanted.proctor, before.proctor),
    title: or(wanted.title, before.title),
    remark: or(wanted.remark, before.remark),
  };
  checkSeats({ sessionType: before.sessionType, seats: terms.seats });
  return terms;
}

const change = command('changeOfficeSession', async (tx, wanted: ChangeSession): Promise<null> => {
  const { sessionId, version } = wanted;
  const before = await lockOfficeSession(tx, sessionId);
  if (before === undefined) throw calendarError('session_not_found');
  await checkVersion(tx, before, version);
  if (isOver(before, tx.now)) throw calendarError('session_over');
  const locationId = wanted.locationId ?? before.locationId;
  const branch = locationId === null ? undefined : await readBranch(tx, locationId);
  const after = changedTerms(before, branch, wanted, tx.now);
  const changed = differences(before, after);
  if (Object.keys(changed).length === 0) return null;
  if (after.locationId !== before.locationId && after.locationId !== null) {
    if (before.sessionType !== '21') throw calendarError('location_not_found');
    await checkBranch(tx, after.locationId);
  }
  if ('rooms' in changed || 'date' in changed || 'time' in changed) {
    const endsAt = await latestEndOf(tx, sessionId, after.startsAt);
    await checkRooms(tx, [{ ...after, endsAt }], {
      exceptSessionId: sessionId,
      namesDays: false,
    });
  }
  const genderToFit = after.gender === before.gender ? '3' : after.gender;
  const refusal = peopleRefusal({
    before,
    after,
    people: await readPeople(tx, sessionId, genderToFit),
  });
  if (refusal) throw refusal;
  const more = (after.seats ?? 0) - (before.seats ?? 0);
  const seats = before.seats === null ? 0 : Math.max(0, more);
  const special = Math.max(0, specialPlacesOf(after.rooms) - before.specialPlaces);
  noteFreed(tx, sessionId, { seats, special });
  tx.emit(SessionChanged, { sessionId });
  tx.audit({
    op: 'update',
    table: 'session',
    id: sessionId,
    change: { ...changed, version: [version, version + 1] },
  });
  if (after.limitTo1Test !== before.limitTo1Test)
    await fitMinutes(tx, sessionId, after.limitTo1Test);
  await changeOfficeSession(tx, sessionId, after);
  await assignSpecialPlaces(tx, sessionId);
  return null;
});

/**
 * Changes a session from the version that the caller read (C-O06); its day, time and branch only
 * while no student is in it. Throws session_not_found, session_changed, called_off, session_over,
 * seats_below_taken, special_taken, gender_taken, one_exam_taken, has_people, or as
 * addOfficeSession does..
 */
export async function changeOfficeSessionFrom(
  call: Call,
  wanted: ChangeSession,
): Promise<OfficeSession> {
  await againIfRoomTaken(() => change(call, wanted));
  return sessionNow(call, wanted.sessionId);
}
