import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import type { DomainError, FieldChange } from '@portal/kit/errors';
import { specialPlacesOf } from '../../../capacity/seats/rooms/room-places.ts';
import type { OfficeSessionTerms } from '../../../capacity/seats/sessions/office-session-store.ts';
import { calendarError } from '../../../errors.ts';
import type { LoggedChange } from '../queries/store.ts';
import { roomsText } from '../rooms/plan-rooms.ts';
import type { People } from './read-people.ts';

/** The terms of a session by the names that pages and the history have for them. */
const named = ({ startsAt, rooms, ...terms }: OfficeSessionTerms): Record<string, unknown> => ({
  date: dayInNewYork(startsAt),
  time: timeInNewYork(startsAt),
  ...terms,
  rooms: roomsText(rooms),
});

/** Returns the fields that differ, as [old, new]. */
export function differences(
  before: OfficeSessionTerms,
  after: OfficeSessionTerms,
): Record<string, [unknown, unknown]> {
  const old = named(before);
  return Object.fromEntries(
    Object.entries(named(after))
      .filter(([field, value]) => old[field] !== value)
      .map(([field, value]) => [field, [old[field], value]]),
  );
}

const isPair = (value: unknown): value is [unknown, unknown] =>
  Array.isArray(value) && value.length === 2;

/**
 * Returns the error for a change made from an older version: the last editor, the time, and the
 * fields that differ since then. R-503.
 */
export function outdatedChange(logged: readonly LoggedChange[]): DomainError {
  const fields = new Map<string, FieldChange>();
  for (const { change } of logged)
    for (const [field, value] of Object.entries(change))
      if (field !== 'version' && isPair(value))
        fields.set(field, {
          field,
          from: fields.has(field) ? fields.get(field)?.from : value[0],
          to: value[1],
        });
  const last = logged.at(-1);
  const changedBy = last?.actorName ?? 'Somebody';
  return calendarError('session_changed', `${changedBy} changed this session meanwhile.`, {
    changes: [...fields.values()].filter(({ from, to }) => from !== to),
    changedBy,
    ...(last ? { changedAt: last.at.toISOString() } : {}),
  });
}

/** Fewer special places than are taken or held. */
export const specialIsTaken = (taken: number): DomainError =>
  calendarError(
    'special_taken',
    taken === 1 ? '1 special place is taken.' : `${taken} special places are taken.`,
  );

/** Fewer seats than are taken or held. */
export const seatsAreTaken = (least: number): DomainError =>
  calendarError(
    'seats_below_taken',
    `${least} places are taken or held. Choose ${least} or more.`,
    { least },
  );

const students = (count: number): string => `${count} student${count === 1 ? '' : 's'}`;

/** A change of a session, with the facts that decide whether it can be made. */
export interface ChangeFacts {
  before: OfficeSessionTerms & {
    seatsLeft: number | null;
    specialPlaces: number;
    specialLeft: number;
  };
  after: OfficeSessionTerms;
  people: People;
}

/** Returns why the students of a session prevent a change, or null. R-504. */
export function peopleRefusal({ before, after, people }: ChangeFacts): DomainError | null {
  const isElsewhere =
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.locationId !== after.locationId;
  if (isElsewhere && people.students > 0) return calendarError('has_people');
  // without a limit the row does not count free seats: counts the students instead
  const least = before.seats === null ? people.seatsTaken : before.seats - (before.seatsLeft ?? 0);
  if (after.seats !== null && after.seats < least) return seatsAreTaken(least);
  const specialTaken = before.specialPlaces - before.specialLeft;
  if (specialPlacesOf(after.rooms) < specialTaken) return specialIsTaken(specialTaken);
  if (people.excluded > 0)
    return calendarError(
      'gender_taken',
      `${students(people.excluded)} in this session would not fit.`,
    );
  return after.limitTo1Test && !before.limitTo1Test && people.withSeveral > 0
    ? calendarError(
        'one_exam_taken',
        `${students(people.withSeveral)} ${people.withSeveral === 1 ? 'has' : 'have'} more than ` +
          'one exam here.',
      )
    : null;
}
