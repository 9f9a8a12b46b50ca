import type { LocationFields, Place, Room } from '../locations/location.ts';

/** A branch that every student may book at. */
export const plainLocation = {
  adminOnly: false,
  byAppointment: false,
  seminaryStudyProgramIds: [],
  active: true,
  contactFirstName: null,
  contactLastName: null,
};

/** The branches of the demo data, to be saved under their ids; 13 is the default one. */
export const demoLocations: { id: number; location: LocationFields }[] = [
  {
    id: 11,
    location: {
      ...plainLocation,
      name: 'Lakewood',
      address: '415 Forest Avenue',
      city: 'Lakewood',
      phone: '732-555-0111',
    },
  },
  {
    id: 12,
    location: {
      ...plainLocation,
      name: 'Monsey',
      address: '60 Saddle River Road',
      city: 'Monsey',
      phone: '845-555-0112',
    },
  },
  {
    id: 13,
    location: {
      ...plainLocation,
      name: 'Brooklyn',
      address: '1630 East 14th Street',
      city: 'Brooklyn',
      phone: '718-555-0113',
    },
  },
  {
    id: 14,
    location: {
      ...plainLocation,
      name: 'Jerusalem',
      address: '22 Kanfei Nesharim',
      city: 'Jerusalem',
      phone: '972-2-555-0114',
      seminaryStudyProgramIds: [1, 2],
    },
  },
  {
    id: 15,
    location: {
      ...plainLocation,
      name: 'Main office',
      address: '5 Beekman Street',
      city: 'New York',
      phone: '212-555-0115',
      adminOnly: true,
    },
  },
  {
    id: 16,
    location: {
      ...plainLocation,
      name: 'Chicago',
      address: '3003 West Touhy Avenue',
      city: 'Chicago',
      phone: '773-555-0116',
      byAppointment: true,
      contactFirstName: 'Perel',
      contactLastName: 'Hoffman',
    },
  },
  {
    id: 17,
    location: {
      ...plainLocation,
      name: 'Deal',
      address: '100 Norwood Avenue',
      city: 'Deal',
      phone: '732-555-0117',
      active: false,
    },
  },
];

const room = (name: string, capacity: number, special = false): Room => ({
  id: 0,
  name,
  capacity,
  special,
  active: true,
});

/** Further fields of branches in the demo data. */
export const demoPlaces: readonly (Place & { id: number; rooms: Room[] })[] = [
  {
    id: 13,
    israel: false,
    closesAt: '23:00',
    rooms: [room('Hall', 24), room('Room 2', 6, true), room('Reader room', 1, true)],
  },
  { id: 12, israel: false, closesAt: '23:00', rooms: [room('Hall', 24)] },
  { id: 14, israel: true, closesAt: '23:00', rooms: [] },
];
