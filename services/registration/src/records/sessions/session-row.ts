import type * as tables from '../../../prisma/tables.ts';
import { inTimeUntil, type SessionType } from '../fees/proctor-fee.ts';
import { hasPlacesFor, minutesLeftFor, placesLeft, type StudentPlaces } from './seen-places.ts';
import { isClosed } from './session-times.ts';

/**
 * A row of session with its branch and one student's part in it. Days are YYYY-MM-DD, times HH:mm
 * in New York.
 */
export interface SessionRow
  extends Pick<
      tables.Session,
      | 'id'
      | 'startsAt'
      | 'createdAt'
      | 'title'
      | 'locationId'
      | 'schoolId'
      | 'limitTo1Test'
      | 'seats'
      | 'closedByStaff'
      | 'calledOffAt'
      | 'version'
      | 'closingDate'
      | 'closingTime'
      | 'returnDueDate'
      | 'shipDate'
      | 'lastDate'
      | 'firstName'
      | 'lastName'
      | 'phone'
      | 'address'
    >,
    StudentPlaces {
  sessionType: SessionType;
  startsAt: Date | null;
  gender: '1' | '2' | '3';

  branchByAppointment: boolean | null;
  contactFirstName: string | null;
  contactLastName: string | null;
  branchPhone: string | null;
  hasASeat: boolean;
}

/** A session, as callers get it. */
export interface Session {
  id: number;
  sessionType: SessionType;
  startsAt?: Date | undefined;
  title?: string | undefined;
  locationId?: number | undefined;
  schoolId?: number | undefined;
  gender: string;
  byAppointment: boolean;
  closed: boolean;
  calledOff: boolean;
  seatsLeft?: number | undefined;
  /** It has places of the kind that the student takes, so that one can come free. */
  hasPlaces: boolean;
  hasASeat: boolean;
  limitTo1Test: boolean;
  minutesLeft: number;
  closingDate?: string | undefined;
  returnDueDate?: string | undefined;
  shipDate?: string | undefined;
  lastDate?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  address?: string | undefined;
  /** A student who leaves it before then keeps the proctor fee for another session. */
  proctorFeeKeptUntil?: Date | undefined;
}

/**
 * A session with its closing reckoned for this moment; the contact is the branch's where one books
 * by appointment.
 */
export function sessionView(row: SessionRow, now: Date): Session {
  const byAppointment = row.branchByAppointment === true;
  const given = <T>(own: T | null, ofBranch: T | null = null): T | undefined =>
    own ?? (byAppointment ? ofBranch : null) ?? undefined;
  return {
    id: row.id,
    sessionType: row.sessionType,
    // a sitting at the proctoring service has no time that is known here: it is dated by its
    // booking
    startsAt: row.startsAt ?? (row.sessionType === '99' ? row.createdAt : undefined),
    title: given(row.title),
    locationId: given(row.locationId),
    schoolId: given(row.schoolId),
    gender: row.gender,
    byAppointment,
    closed: row.calledOffAt !== null || isClosed(row, now),
    calledOff: row.calledOffAt !== null,
    seatsLeft: given(placesLeft(row)),
    hasPlaces: hasPlacesFor(row),
    hasASeat: row.hasASeat,
    limitTo1Test: row.limitTo1Test,
    minutesLeft: minutesLeftFor(row),
    closingDate: given(row.closingDate),
    returnDueDate: given(row.returnDueDate),
    shipDate: given(row.shipDate),
    lastDate: given(row.lastDate),
    firstName: given(row.firstName, row.contactFirstName),
    lastName: given(row.lastName, row.contactLastName),
    phone: given(row.phone, row.branchPhone),
    address: given(row.address),
    proctorFeeKeptUntil: inTimeUntil(row.startsAt) ?? undefined,
  };
}
