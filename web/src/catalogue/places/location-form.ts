import type { CallInput } from '@portal/contract/call';
import type { saveLocation } from '@portal/contract/catalogue/office-places';
import type { OfficeLocation } from '../api.ts';
import { filledOf } from '../typed-over.ts';

/** A room in the form; without an id it is a new one. */
export interface RoomValues {
  /** Tells the rows apart. */
  key: string;
  id?: number;
  name: string;
  capacity: number | '';
  special: boolean;
  active: boolean;
}

/** The fields of a branch's form; an empty text means no value. */
export interface LocationValues {
  name: string;
  address: string;
  city: string;
  phone: string;
  closesAt: string;
  adminOnly: boolean;
  byAppointment: boolean;
  israel: boolean;
  /** Ids, parted by commas. */
  seminaryStudyProgramIds: string;
  rooms: RoomValues[];
}

export const emptyLocation: LocationValues = {
  name: '',
  address: '',
  city: '',
  phone: '',
  closesAt: '23:00',
  adminOnly: false,
  byAppointment: false,
  israel: false,
  seminaryStudyProgramIds: '',
  rooms: [],
};

/** A branch as its form holds it. */
export const valuesOf = (location: OfficeLocation): LocationValues => ({
  name: location.name,
  address: location.address ?? '',
  city: location.city ?? '',
  phone: location.phone ?? '',
  closesAt: location.closesAt,
  adminOnly: location.adminOnly,
  byAppointment: location.byAppointment,
  israel: location.israel,
  seminaryStudyProgramIds: location.seminaryStudyProgramIds.join(', '),
  rooms: location.rooms.map((room) => ({ ...room, key: `room ${room.id}` })),
});

const idsOf = (typed: string): number[] =>
  typed
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);

/** Returns whether all required fields of a branch are filled in. */
export const isComplete = ({
  name,
  address,
  city,
  closesAt,
  rooms,
  seminaryStudyProgramIds,
}: LocationValues): boolean =>
  [name, address, city, closesAt].every((text) => text.trim() !== '') &&
  idsOf(seminaryStudyProgramIds).every((id) => Number.isInteger(id) && id > 0) &&
  rooms.every((room) => room.name.trim() !== '' && room.capacity !== '');

/** Returns the form as the call takes it; `seen` is the branch being edited. */
export function locationInput(
  { seminaryStudyProgramIds, rooms, ...values }: LocationValues,
  seen: OfficeLocation | null,
): CallInput<typeof saveLocation> {
  return {
    ...filledOf(values),
    seminaryStudyProgramIds: idsOf(seminaryStudyProgramIds),
    rooms: rooms.map(({ key: _key, ...room }) => ({ ...room, name: room.name.trim() })),
    ...(seen ? { id: seen.id, version: seen.version } : {}),
  } as unknown as CallInput<typeof saveLocation>;
}

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** 'Hall (24), Room 2 (6, special)' */
export const roomsText = (rooms: readonly Omit<RoomValues, 'key'>[]): string =>
  rooms
    .filter(({ active }) => active)
    .map(({ name, capacity, special }) => `${name} (${capacity}${special ? ', special' : ''})`)
    .join(', ');

/** The fields of a branch in words, in the order of its form. */
export const inWords = (values: LocationValues): [keyof LocationValues, string, string][] => [
  ['name', 'Name', values.name],
  ['address', 'Address', values.address],
  ['city', 'City', values.city],
  ['phone', 'Phone', values.phone],
  ['closesAt', 'Closes at', values.closesAt],
  ['adminOnly', 'Only the office books', yesNo(values.adminOnly)],
  ['byAppointment', 'By appointment', yesNo(values.byAppointment)],
  ['israel', 'In Israel', yesNo(values.israel)],
  ['seminaryStudyProgramIds', 'Only for seminary programs', values.seminaryStudyProgramIds],
  ['rooms', 'Rooms', roomsText(values.rooms)],
];
