import { type FieldError, invalid } from '@portal/kit/errors';
import type { Location, LocationFields, Place, Room } from '../locations/location.ts';

/** A branch as the office sees it. */
export interface OfficeLocation extends Place {
  location: Location;
  rooms: Room[];
  /** Sessions to come. */
  inUse: number;
  version: number;
  lastChange: Date | null;
  lastChangeBy: string | null;
}

/** The fields of a branch in the office's form. */
export interface WantedLocation extends Place {
  location: Omit<LocationFields, 'active' | 'contactFirstName' | 'contactLastName'>;
  rooms: Room[];
}

const MAX_ROOMS = 40;

/** Refuses with invalid what is no branch. C-O26. */
export function checkLocation({ location, closesAt, rooms }: WantedLocation): void {
  const wrong = (error: FieldError | false) => {
    if (error) throw invalid(error);
  };
  const isText = (text: string | null, most: number) => text !== null && text.length <= most;
  wrong(
    (location.name === '' || location.name.length > 60) && {
      path: 'name',
      message: 'Name invalid',
    },
  );
  wrong(!isText(location.address, 100) && { path: 'address', message: 'Address invalid' });
  wrong(!isText(location.city, 100) && { path: 'city', message: 'City invalid' });
  wrong(
    !/^([01]\d|2[0-3]):[0-5]\d$/.test(closesAt) && { path: 'closesAt', message: 'Time invalid' },
  );
  wrong(rooms.length > MAX_ROOMS && { path: 'rooms', message: 'At most 40 rooms' });
  rooms.forEach(({ name, capacity }, at) => {
    const isRoom = name !== '' && name.length <= 40 && capacity >= 1 && capacity <= 500;
    wrong(!isRoom && { path: `rooms.${at}`, message: 'Room invalid' });
  });
  const names = rooms.filter(({ active }) => active).map(({ name }) => name.toLowerCase());
  wrong(
    new Set(names).size < names.length && {
      path: 'rooms',
      message: 'Two rooms have the same name.',
    },
  );
}
