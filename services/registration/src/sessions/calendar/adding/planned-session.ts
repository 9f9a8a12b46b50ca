import type { Sql } from '@portal/kit/database/database';
import type { NewOfficeSession } from '../../../capacity/seats/sessions/add-office-sessions.ts';
import { calendarError } from '../../../errors.ts';
import type { SessionType } from '../../../records/fees/proctor-fee.ts';
import { usualDays } from '../../school-sessions/school-session-days.ts';
import { checkBranch } from '../checks/check-session.ts';
import {
  checkPlace,
  checkSeats,
  planTime,
  type WantedPlace,
  type WantedTime,
} from '../checks/plan-session.ts';
import type { DayMark } from '../days/day-marks.ts';
import { readSchool, type SchoolOfSessions } from '../queries/store.ts';
import type { BranchOfSessions } from '../rooms/branch.ts';
import { planRooms, seatsWith } from '../rooms/plan-rooms.ts';

/** A requested session. Days are YYYY-MM-DD, times HH:mm, both in New York. */
export interface WantedSession extends WantedTime, WantedPlace {
  sessionType: Exclude<SessionType, '99'>;
  title: string | null;
  gender: string;
  limitTo1Test: boolean;
  proctor: string | null;
  shipDate: string | null;
  returnDueDate: string | null;
  lastDate: string | null;
  remark: string | null;
  draft: boolean;
}

/** The branch or the school of sessions to make; of a shipped one neither. */
export interface Place {
  location: BranchOfSessions | undefined;
  school: SchoolOfSessions | undefined;
}

/**
 * Reads the place of new sessions. Throws invalid, location_not_found, location_retired or
 * school_not_found.
 */
export async function readPlace(sql: Sql, wanted: WantedPlace): Promise<Place> {
  checkPlace(wanted);
  const { locationId, schoolId } = wanted;
  const [location, school] = await Promise.all([
    locationId === null ? undefined : checkBranch(sql, locationId),
    schoolId === null ? undefined : readSchool(sql, schoolId),
  ]);
  if (schoolId !== null && school === undefined) throw calendarError('school_not_found');
  return { location, school };
}

/** A session that can be made. */
export interface Planned {
  row: NewOfficeSession;
  marks: DayMark[];
}

/**
 * Returns the session to create at a place; a school's session takes its closing time, its return
 * date and its gender from the school. Throws invalid, room_too_small, in_past or day_left_out.
 *
 */
export function planSession(
  wanted: WantedSession,
  { location, school }: Place,
  now: Date,
): Planned {
  const { date, time, confirmDay, ...rest } = wanted;
  const usual = school ? usualDays(date) : null;
  const { marks, ...times } = planTime(
    {
      date,
      time,
      confirmDay,
      closingDate: wanted.closingDate ?? usual?.closingDate ?? null,
      closingTime: wanted.closingTime ?? school?.sessionClosingTime ?? null,
    },
    now,
    location,
  );
  const rooms = planRooms(wanted.rooms, location?.rooms ?? []);
  const seats = seatsWith(rooms, wanted.seats);
  checkSeats({ sessionType: wanted.sessionType, seats });
  return {
    row: {
      ...rest,
      ...times,
      rooms,
      seats,
      returnDueDate: wanted.returnDueDate ?? usual?.returnDueDate ?? null,
      gender: school && school.gender !== '3' ? school.gender : wanted.gender,
    },
    marks,
  };
}
