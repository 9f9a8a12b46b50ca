import { type Account, can } from '@portal/access/can';
import { dayInNewYork } from '@portal/kit/clock';
import type * as tables from '../../../../prisma/tables.ts';
import type { SessionRoom } from '../../../capacity/seats/rooms/room-store.ts';
import type { OfficeSessionTerms } from '../../../capacity/seats/sessions/office-session-store.ts';
import { latestEnd, type SessionPart } from '../../../records/accommodations/exam-minutes.ts';
import { closingMoment, shownUntil } from '../../../records/sessions/session-times.ts';
import { type DayMark, marksOfDay } from '../days/day-marks.ts';

export type OfficeState = 'draft' | 'open' | 'closed' | 'called_off' | 'past';
export type OfficeAction =
  | 'edit'
  | 'publish'
  | 'open'
  | 'close'
  | 'delete_draft'
  | 'move'
  | 'call_off';

/** The facts that decide the state of a session in the calendar. */
export interface StateFacts
  extends Pick<
    tables.Session,
    'draft' | 'calledOffAt' | 'closedByStaff' | 'closingDate' | 'closingTime' | 'lastDate'
  > {
  startsAt: Date;
}

/** The state of a session for the office. */
export function stateOf(session: StateFacts, now: Date): OfficeState {
  if (session.calledOffAt !== null) return 'called_off';
  if (session.draft) return 'draft';
  if (isOver(session, now)) return 'past';
  return session.closedByStaff || isClosingOver(session, now) ? 'closed' : 'open';
}

/**
 * Whether a session is over, so that it cannot be changed, moved or called off any more; a draft
 * stays a draft, and can still be deleted. 5.1
 */
export const isOver = (session: StateFacts, now: Date): boolean => shownUntil(session) <= now;

/** Whether the places of a session at a branch are counted: of past and open ones. R-571. */
export const isCounted = (state: OfficeState): boolean => state === 'past' || state === 'open';

export function isClosingOver(
  session: Pick<StateFacts, 'closingDate' | 'closingTime'>,
  now: Date,
): boolean {
  const moment = closingMoment(session);
  return moment !== null && moment <= now;
}

/** Returns the caller's possible actions on a session; the commands check the same rules. */
export function actionsOn(account: Account, session: StateFacts, now: Date): OfficeAction[] {
  if (!can(account, 'office_session.edit')) return [];
  switch (stateOf(session, now)) {
    case 'draft':
      if (isOver(session, now)) return ['delete_draft'];
      return session.startsAt > now
        ? ['edit', 'publish', 'delete_draft']
        : ['edit', 'delete_draft'];
    case 'open':
      return ['edit', 'move', 'call_off', 'close'];
    case 'closed':
      return isClosingOver(session, now)
        ? ['edit', 'move', 'call_off']
        : ['edit', 'move', 'call_off', 'open'];
    default:
      return [];
  }
}

/** A session as the calendar's statements read it. */
export interface OfficeSessionRow
  extends StateFacts,
    Pick<
      tables.Session,
      | 'id'
      | 'sessionType'
      | 'title'
      | 'locationId'
      | 'schoolId'
      | 'gender'
      | 'limitTo1Test'
      | 'seats'
      | 'seatsLeft'
      | 'proctor'
      | 'remark'
      | 'version'
      | 'address'
      | 'seriesId'
      | 'specialPlaces'
      | 'specialLeft'
    > {
  locationName: string | null;
  schoolName: string | null;
  taken: number;
  held: number;
  /** Its branch keeps one day of yom tov. */
  israel: boolean;
  rooms: SessionRoom[];
  /** Entries of the waiting list, open offers among them. */
  waiting: number;
  /** Exams of its students with accommodations; null: it has no such student. */
  withAccommodations: SessionPart[] | null;
}

export interface OfficeSession {
  id: number;
  sessionType: string;
  state: OfficeState;
  startsAt: Date;
  endsAt: Date;
  title: string | undefined;
  locationId: number | undefined;
  locationName: string | undefined;
  schoolId: number | undefined;
  schoolName: string | undefined;
  gender: string;
  limitTo1Test: boolean;
  seats: number | undefined;
  taken: number;
  held: number;
  waiting: number;
  seatsLeft: number | undefined;
  proctor: string | undefined;
  closingDate: string | undefined;
  closingTime: string | undefined;
  closedByStaff: boolean;
  remark: string | undefined;
  version: number;
  marks: DayMark[];
  actions: OfficeAction[];
  address: string | undefined;
  seriesId: number | undefined;
  /** In special rooms, which are no seats. */
  specialPlaces: number;
  specialTaken: number;
  rooms: SessionRoom[];
}

/**
 * The fields that the office writes for itself, as a school's own admin sees them. The view and the
 * history both hide what this list names.
 */
export const OFFICE_ONLY = { remark: undefined } satisfies {
  [Field in keyof OfficeSession & keyof OfficeSessionTerms]?: undefined;
};

const readsOfficeFields = (account: Account): boolean => can(account, 'office_remark.read');

/** A session as one caller sees it at a moment; its end is R-502's. */
export function officeSession(row: OfficeSessionRow, account: Account, now: Date): OfficeSession {
  const given = <T>(value: T | null): T | undefined => value ?? undefined;
  const session: OfficeSession = {
    id: row.id,
    sessionType: row.sessionType,
    state: stateOf(row, now),
    startsAt: row.startsAt,
    endsAt: latestEnd(row.startsAt, row.withAccommodations ?? []),
    title: given(row.title),
    locationId: given(row.locationId),
    locationName: given(row.locationName),
    schoolId: given(row.schoolId),
    schoolName: given(row.schoolName),
    gender: row.gender,
    limitTo1Test: row.limitTo1Test,
    seats: given(row.seats),
    taken: row.taken,
    held: row.held,
    waiting: row.waiting,
    seatsLeft: given(row.seatsLeft),
    proctor: given(row.proctor),
    closingDate: given(row.closingDate),
    closingTime: given(row.closingTime),
    closedByStaff: row.closedByStaff,
    remark: given(row.remark),
    version: row.version,
    marks: marksOfDay(dayInNewYork(row.startsAt), { israel: row.israel }),
    actions: actionsOn(account, row, now),
    address: given(row.address),
    seriesId: given(row.seriesId),
    specialPlaces: row.specialPlaces,
    specialTaken: row.specialPlaces - row.specialLeft,
    rooms: row.rooms,
  };
  return readsOfficeFields(account) ? session : { ...session, ...OFFICE_ONLY };
}

/** Returns an audited change as one caller sees it: a hidden value shows only as changed. */
export function officeChange(change: unknown, account: Account): unknown {
  if (readsOfficeFields(account) || typeof change !== 'object' || change === null) return change;
  const fields = Object.entries(change).map(([field, value]) => {
    const isHidden = Object.hasOwn(OFFICE_ONLY, field) && value !== null;
    return [field, isHidden ? 'changed' : value];
  });
  return Object.fromEntries(fields);
}
