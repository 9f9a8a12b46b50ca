import { expect, test } from '@jest/globals';
import type { OfficeLocation } from '../api.ts';
import { emptyLocation, inWords, isComplete, locationInput, valuesOf } from './location-form.ts';

const location: OfficeLocation = {
  id: 13,
  name: 'Brooklyn',
  address: '1 Main Street',
  city: 'Brooklyn',
  phone: null,
  adminOnly: false,
  byAppointment: true,
  israel: false,
  closesAt: '23:00',
  seminaryStudyProgramIds: [2, 5],
  active: true,
  version: 3,
  inUse: 1,
  lastChangeBy: null,
  lastChange: null,
  rooms: [
    { id: 101, name: 'Hall', capacity: 24, special: false, active: true },
    { id: 102, name: 'Room 2', capacity: 6, special: true, active: true },
    { id: 103, name: 'Attic', capacity: 2, special: false, active: false },
  ],
};

test('a branch goes through its form as it is', () => {
  expect(locationInput(valuesOf(location), location)).toEqual({
    id: 13,
    version: 3,
    name: 'Brooklyn',
    address: '1 Main Street',
    city: 'Brooklyn',
    closesAt: '23:00',
    adminOnly: false,
    byAppointment: true,
    israel: false,
    seminaryStudyProgramIds: [2, 5],
    rooms: location.rooms,
  });
});

test('a new room has no id, and one without a name or places is not complete', () => {
  const room = { key: 'new', name: ' Annex ', capacity: 4, special: false, active: true };
  const values = { ...valuesOf(location), rooms: [room] };
  expect(locationInput(values, null)).toMatchObject({
    rooms: [{ name: 'Annex', capacity: 4, special: false, active: true }],
  });
  expect(locationInput(values, null).rooms[0]).not.toHaveProperty('id');
  expect(isComplete(values)).toBe(true);
  expect(isComplete({ ...values, rooms: [{ ...room, name: ' ' }] })).toBe(false);
  expect(isComplete({ ...values, rooms: [{ ...room, capacity: '' }] })).toBe(false);
  expect(isComplete({ ...values, seminaryStudyProgramIds: '2, x' })).toBe(false);
  expect(isComplete(emptyLocation)).toBe(false);
});

test('rooms are said in words, but for those that retired', () => {
  const words = new Map(inWords(valuesOf(location)).map(([field, , text]) => [field, text]));
  expect(words.get('rooms')).toBe('Hall (24), Room 2 (6, special)');
  expect(words.get('byAppointment')).toBe('Yes');
});
