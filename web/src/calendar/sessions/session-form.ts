import type { CallInput } from '@portal/contract/call';
import type {
  addOfficeSession,
  changeOfficeSession,
} from '@portal/contract/sessions/office-sessions';
import type { OfficeSession } from '../api.ts';
import { areFilled, areSameRooms, placesIn, type RoomPlaces, roomsOf, sentRooms } from './rooms.ts';
import { withoutUndefined } from './without-undefined.ts';

/** The fields of a session's form; an empty text means no value. */
export interface SessionValues {
  kind: OfficeSession['sessionType'];
  date: string;
  /** HH:mm, New York */
  time: string;
  locationId: number | null;
  schoolId: number | null;
  seats: number | '';
  rooms: RoomPlaces[];
  address: string;
  /** Of a shipped one: when its exams leave, are due back, and can last be taken. */
  shipDate: string;
  returnDueDate: string;
  lastDate: string;
  gender: OfficeSession['gender'];
  proctor: string;
  closingDate: string;
  closingTime: string;
  title: string;
  remark: string;
  limitTo1Test: boolean;
}

/** Of a branch, until something else is typed. */
const USUAL_SEATS = 20;

export const emptySession = (date: string): SessionValues => ({
  kind: '21',
  date,
  time: '09:30',
  locationId: null,
  schoolId: null,
  seats: USUAL_SEATS,
  rooms: [],
  address: '',
  shipDate: '',
  returnDueDate: '',
  lastDate: '',
  gender: '2',
  proctor: '',
  closingDate: '',
  closingTime: '',
  title: '',
  remark: '',
  limitTo1Test: false,
});

/** A new session becomes one of another kind: seats have no limit where none has to be said. */
export const ofKind = (
  kind: SessionValues['kind'],
  { seats }: Pick<SessionValues, 'seats'>,
): Pick<SessionValues, 'kind' | 'seats'> => ({
  kind,
  seats: kind === '23' ? '' : seats === '' ? USUAL_SEATS : seats,
});

export const valuesOf = (session: OfficeSession): SessionValues => ({
  kind: session.sessionType,
  date: session.date,
  time: session.testSessionTime,
  locationId: session.locationId,
  schoolId: session.schoolId,
  seats: session.seats ?? '',
  rooms: roomsOf(session),
  address: session.address ?? '',
  // no call reads or changes them for an existing session
  shipDate: '',
  returnDueDate: '',
  lastDate: '',
  gender: session.gender,
  proctor: session.proctor ?? '',
  closingDate: session.closingDate ?? '',
  closingTime: session.closingTime ?? '',
  title: session.title ?? '',
  remark: session.remark ?? '',
  limitTo1Test: session.limitTo1Test,
});

/** Returns whether all required fields of a session are filled in. */
export const isComplete = ({
  kind,
  date,
  time,
  locationId,
  schoolId,
  seats,
  rooms,
}: SessionValues) =>
  date !== '' &&
  time !== '' &&
  (kind !== '21' || (locationId !== null && seats !== '' && areFilled(rooms))) &&
  (kind !== '22' || schoolId !== null);

/** Returns the current session with the values that were typed over its earlier version. */
export function withMine(
  current: OfficeSession,
  seen: OfficeSession,
  values: SessionValues,
): SessionValues {
  const before = valuesOf(seen);
  const mine = Object.entries(values).filter(
    ([field, value]) => !isSame(value, before[field as keyof SessionValues]),
  );
  return { ...valuesOf(current), ...Object.fromEntries(mine) };
}

/** Rooms are the same when their places are. */
const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) ? areSameRooms(one, other) : one === other;

const filled = (text: string): string | undefined => text.trim() || undefined;

/** Seats, unless rooms say them, and rooms. R-505 */
function placesOf({ kind, seats, rooms }: SessionValues) {
  const isInRooms = kind === '21' && rooms.length > 0;
  const areSaid = isInRooms && placesIn(rooms).seats !== null;
  return {
    seats: kind === '22' || seats === '' || areSaid ? undefined : seats,
    rooms: isInRooms ? sentRooms(rooms) : undefined,
  };
}

/** The fields of a shipped session only. */
const shippedOf = ({ address, shipDate, returnDueDate, lastDate }: SessionValues) => ({
  address: filled(address),
  shipDate: filled(shipDate),
  returnDueDate: filled(returnDueDate),
  lastDate: filled(lastDate),
});

/** Returns the input of C-O03. */
export function newSession(
  values: SessionValues,
  { draft, confirmDay }: { draft: boolean; confirmDay: boolean },
): CallInput<typeof addOfficeSession> {
  const { kind, date, time, locationId, schoolId, gender, limitTo1Test } = values;
  const wanted = {
    sessionType: kind,
    date,
    testSessionTime: time,
    locationId: kind === '21' ? (locationId ?? undefined) : undefined,
    schoolId: kind === '22' ? (schoolId ?? undefined) : undefined,
    ...placesOf(values),
    ...(kind === '23' ? shippedOf(values) : {}),
    gender,
    limitTo1Test,
    proctor: filled(values.proctor),
    closingDate: filled(values.closingDate),
    closingTime: filled(values.closingDate) && filled(values.closingTime),
    title: filled(values.title),
    remark: filled(values.remark),
    draft,
    confirmDay,
  };
  return withoutUndefined(wanted) as CallInput<typeof addOfficeSession>;
}

/** Only a shipped session can be without a limit, which an empty field says. */
const sentSeats = (kind: SessionValues['kind'], seats: SessionValues['seats'] | undefined) =>
  seats === '' ? (kind === '23' ? null : undefined) : seats;

/** Returns the input of C-O06: the fields that differ from the loaded session, and its version. */
export function changeOf(
  seen: OfficeSession,
  values: SessionValues,
  confirmDay: boolean,
): CallInput<typeof changeOfficeSession> {
  const before = valuesOf(seen);
  const changed = <Field extends keyof SessionValues>(field: Field) =>
    isSame(values[field], before[field]) ? undefined : values[field];
  const seats = changed('seats');
  const text = (field: 'proctor' | 'title' | 'remark') => changed(field)?.trim();
  return withoutUndefined({
    testSessionId: seen.testSessionId,
    version: seen.version,
    date: changed('date'),
    testSessionTime: changed('time'),
    locationId: changed('locationId') ?? undefined,
    seats: placesIn(values.rooms).seats !== null ? undefined : sentSeats(values.kind, seats),
    rooms: changed('rooms') && sentRooms(values.rooms),
    gender: changed('gender'),
    limitTo1Test: changed('limitTo1Test'),
    proctor: text('proctor'),
    title: text('title'),
    remark: text('remark'),
    closingDate: changed('closingDate'),
    closingTime: values.closingDate === '' ? undefined : changed('closingTime'),
    confirmDay: confirmDay || undefined,
  }) as CallInput<typeof changeOfficeSession>;
}
