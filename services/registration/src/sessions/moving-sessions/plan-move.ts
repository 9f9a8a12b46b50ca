import { dayInNewYork, plusSeconds, timeInNewYork } from '@portal/kit/clock';
import { invalid } from '@portal/kit/errors';
import { seatsOf, specialPlacesOf } from '../../capacity/seats/rooms/room-places.ts';
import type { SessionRoom } from '../../capacity/seats/rooms/room-store.ts';
import type { OfficeSessionBefore } from '../../capacity/seats/sessions/office-session-store.ts';
import { calendarError } from '../../errors.ts';
import { planTime } from '../calendar/checks/plan-session.ts';
import { seatsAreTaken, specialIsTaken } from '../calendar/checks/session-changes.ts';
import type { DayMark } from '../calendar/days/day-marks.ts';
import { isOver } from '../calendar/queries/office-session.ts';
import type { BranchOfSessions } from '../calendar/rooms/branch.ts';
import { planRooms, type WantedRoom } from '../calendar/rooms/plan-rooms.ts';

/** Where a session is to go. Days are YYYY-MM-DD, times HH:mm, both New York's. */
export interface Move {
  sessionId: number;
  version: number;
  date: string;
  time: string;
  /** Null: the branch that it is at. */
  locationId: number | null;
  /** Null: as many days before the session as now. */
  closingDate: string | null;
  /** An additional text of the emails. */
  message: string | null;
  confirmDay: boolean;
  /** Null: those that it has, at another branch none. */
  rooms: readonly WantedRoom[] | null;
}

export interface PlannedMove {
  startsAt: Date;
  locationId: number | null;
  closingDate: string | null;
  closingTime: string | null;
  /** By how many days its other days move along. */
  days: number;
  marks: DayMark[];
  rooms: SessionRoom[];
  seats: number | null;
}

const SOONEST_SECONDS = 3600;

const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;

/** The rooms of a session where it comes to be, and its seats with them.. */
function movedRooms(
  before: OfficeSessionBefore,
  { rooms: wanted, locationId }: Pick<Move, 'rooms' | 'locationId'>,
  branch: BranchOfSessions | undefined,
  seatsTaken: number,
): Pick<PlannedMove, 'rooms' | 'seats'> {
  if (wanted === null) {
    const stays = locationId === null || locationId === before.locationId;
    return { rooms: stays ? before.rooms : [], seats: before.seats };
  }
  const rooms = planRooms(wanted, branch?.rooms ?? []);
  const seats = seatsOf(rooms) ?? before.seats;
  // without a limit the row does not count free seats: counts the students instead
  const least = before.seats === null ? seatsTaken : before.seats - (before.seatsLeft ?? 0);
  if (seats !== null && seats < least) throw seatsAreTaken(least);
  const specialTaken = before.specialPlaces - before.specialLeft;
  if (specialPlacesOf(rooms) < specialTaken) throw specialIsTaken(specialTaken);
  return { rooms, seats };
}

/**
 * Returns the time and place of a session after a move to this branch; the counts are of students
 * with a seat or a hold in it. Throws session_over, in_past, too_soon, day_left_out,
 * room_too_small, seats_below_taken, special_taken or invalid..
 */
export function planMove(
  before: OfficeSessionBefore,
  move: Move,
  { branch, seatsTaken }: { branch: BranchOfSessions | undefined; seatsTaken: number },
  now: Date,
): PlannedMove {
  if (isOver(before, now)) throw calendarError('session_over');
  if (move.locationId !== null && before.sessionType !== '21')
    throw invalid({ path: 'locationId', message: 'locationId invalid' });
  if (move.rooms !== null && before.sessionType !== '21')
    throw invalid({ path: 'rooms', message: 'rooms invalid' });
  const days = daysBetween(dayInNewYork(before.startsAt), move.date);
  const closingDate =
    move.closingDate ??
    (before.closingDate && Temporal.PlainDate.from(before.closingDate).add({ days }).toString());
  const { confirmDay, date, time } = move;
  const { startsAt, marks } = planTime(
    { date, time, confirmDay, closingDate, closingTime: closingDate && before.closingTime },
    now,
    branch,
  );
  if (startsAt < plusSeconds(now, SOONEST_SECONDS)) throw calendarError('too_soon');
  const locationId = move.locationId ?? before.locationId;
  const isThere =
    date === dayInNewYork(before.startsAt) &&
    time === timeInNewYork(before.startsAt) &&
    locationId === before.locationId;
  if (isThere) throw invalid({ path: 'date', message: 'Choose another day, time or branch.' });
  return {
    startsAt,
    locationId,
    days,
    marks,
    ...movedRooms(before, move, branch, seatsTaken),
    closingDate,
    closingTime: closingDate && before.closingTime,
  };
}
