import { expect, test } from '@jest/globals';
import {
  actionsOn,
  OFFICE_ONLY,
  type OfficeSessionRow,
  officeChange,
  officeSession,
  type StateFacts,
  stateOf,
} from './office-session.ts';

const now = new Date('2026-11-22T17:00:00Z');
const session: StateFacts = {
  startsAt: new Date('2026-12-09T14:30:00Z'),
  draft: false,
  calledOffAt: null,
  closedByStaff: false,
  closingDate: null,
  closingTime: null,
  lastDate: null,
};
const admin = { kind: 'staff', roles: ['ROLE_ADMIN'] } as const;
const support = { kind: 'staff', roles: ['ROLE_SUPPORT'] } as const;

/** The actions of staff on a session that is neither a draft nor over. */
const EDIT = ['edit', 'move', 'call_off'];

test.each<[Partial<StateFacts>, string, string[]]>([
  [{}, 'open', [...EDIT, 'close']],
  [{ draft: true }, 'draft', ['edit', 'publish', 'delete_draft']],
  [{ draft: true, startsAt: now }, 'draft', ['edit', 'delete_draft']],
  [{ draft: true, startsAt: new Date('2026-11-22T13:30:01Z') }, 'draft', ['edit', 'delete_draft']],
  [{ draft: true, startsAt: new Date('2026-11-22T13:30:00Z') }, 'draft', ['delete_draft']],
  [{ closedByStaff: true }, 'closed', [...EDIT, 'open']],
  [{ closingDate: '2026-11-21' }, 'closed', EDIT],
  [{ closingDate: '2026-11-22' }, 'open', [...EDIT, 'close']],
  [{ closingDate: '2026-11-22', closingTime: '12:00' }, 'closed', EDIT],
  [{ closedByStaff: true, closingDate: '2026-11-21' }, 'closed', EDIT],
  [{ calledOffAt: now }, 'called_off', []],
  [{ calledOffAt: now, draft: true }, 'called_off', []],
  [{ startsAt: new Date('2026-11-22T13:30:00Z') }, 'past', []],
  [{ startsAt: new Date('2026-11-22T13:30:01Z') }, 'open', [...EDIT, 'close']],
  [
    { startsAt: new Date('2026-11-01T13:30:00Z'), lastDate: '2026-11-22' },
    'open',
    [...EDIT, 'close'],
  ],
  [{ startsAt: new Date('2026-11-01T13:30:00Z'), lastDate: '2026-11-21' }, 'past', []],
])('a session with %j is %s; an admin may %j, support nothing', (about, state, actions) => {
  const facts = { ...session, ...about };
  expect(stateOf(facts, now)).toBe(state);
  expect(actionsOn(admin, facts, now)).toEqual(actions);
  expect(actionsOn(support, facts, now)).toEqual([]);
});

const row: OfficeSessionRow = {
  ...session,
  id: 1,
  sessionType: '22',
  title: null,
  locationId: null,
  locationName: null,
  schoolId: 151,
  schoolName: null,
  gender: '3',
  limitTo1Test: false,
  seats: null,
  seatsLeft: null,
  proctor: null,
  remark: null,
  version: 0,
  address: null,
  seriesId: null,
  specialPlaces: 0,
  specialLeft: 0,
  taken: 0,
  held: 0,
  israel: false,
  rooms: [],
  waiting: 0,
  withAccommodations: null,
};
const schoolAdmin = { kind: 'staff', roles: ['ROLE_SCHOOL_ADMIN'], schoolId: 151 } as const;

test.each(Object.keys(OFFICE_ONLY))(
  'support reads %s of a session and its changes; a school admin reads no value of it',
  (field) => {
    const written = { ...row, [field]: 'a secret' };
    expect(officeSession(written, support, now)).toMatchObject({ [field]: 'a secret' });
    expect(officeSession(written, schoolAdmin, now)).toMatchObject({ [field]: undefined });
    const change = { [field]: [null, 'a secret'], seats: [1, 2] };
    expect(officeChange(change, support)).toEqual(change);
    expect(officeChange(change, schoolAdmin)).toEqual({ [field]: 'changed', seats: [1, 2] });
    const created = { [field]: null, seats: 2 };
    expect(officeChange(created, schoolAdmin)).toEqual(created);
  },
);
