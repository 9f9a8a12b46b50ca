import { expect, test } from '@jest/globals';
import {
  type FilterForm,
  filterErrors,
  holdsPrivateField,
  inOrder,
  mayShareWith,
  readFilter,
} from './filter-rules.ts';

const form: FilterForm = { table: 'users', name: 'Mine', query: '{"q":"a"}', sharedWith: [] };
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test.each([
  { what: 'a plain filter', more: {}, wrong: [] },
  { what: 'an empty filter', more: { query: '{}' }, wrong: [] },
  { what: 'a name of 60 letters', more: { name: 'ש'.repeat(60) }, wrong: [] },
  { what: 'a name of 61 letters', more: { name: 'a'.repeat(61) }, wrong: ['name'] },
  { what: 'no name', more: { name: '' }, wrong: ['name'] },
  { what: 'a table that none is called', more: { table: 'Users;' }, wrong: ['table'] },
  { what: 'no JSON', more: { query: '{' }, wrong: ['query'] },
  { what: 'a list', more: { query: '[]' }, wrong: ['query'] },
  { what: 'null', more: { query: 'null' }, wrong: ['query'] },
  { what: '4 kB', more: { query: `{"q":"${'a'.repeat(4088)}"}` }, wrong: [] },
  { what: 'a byte more', more: { query: `{"q":"${'a'.repeat(4089)}"}` }, wrong: ['query'] },
  { what: 'an object in an object', more: { query: nested(5) }, wrong: [] },
  { what: 'too deep a one', more: { query: nested(6) }, wrong: ['query'] },
  { what: 'a role of nobody', more: { sharedWith: ['ROLE_BOSS'] }, wrong: ['sharedWith'] },
  { what: "students' role", more: { sharedWith: ['ROLE_STUDENT'] }, wrong: ['sharedWith'] },
])('$what: wrong are $wrong (C-O51)', ({ more, wrong }) => {
  expect(filterErrors({ ...form, ...more }).map(({ path }) => path)).toEqual(wrong);
});

test.each([
  { query: { search: 'levi', page: '2' }, isPrivate: false },
  { query: { from: '2026-01-01', to: '2026-02-01' }, isPrivate: false },
  { query: { phone: '718-555-0101' }, isPrivate: false },
  { query: { ssn: '4321' }, isPrivate: true },
  { query: { last4SSN: '4321' }, isPrivate: true },
  { query: { last_4: '4321' }, isPrivate: true },
  { query: { dob: '2004-04-15' }, isPrivate: true },
  { query: { 'Date of Birth': '' }, isPrivate: true },
  { query: { and: [{ deep: { birthDate: 1 } }] }, isPrivate: true },
  { query: { search: '123-45-6789' }, isPrivate: true },
  { query: { search: ['of 123 45 6789'] }, isPrivate: true },
  { query: { search: '123456789' }, isPrivate: true },
])('$query holds an SSN or a birth date: $isPrivate (R-574)', ({ query, isPrivate }) => {
  expect(holdsPrivateField(query)).toBe(isPrivate);
});

test.each([
  { roles: ['ROLE_ADVISOR'], sharedWith: [], may: true },
  { roles: ['ROLE_ADVISOR'], sharedWith: ['ROLE_ADVISOR'], may: true },
  { roles: ['ROLE_ADVISOR'], sharedWith: ['ROLE_ADVISOR', 'ROLE_ADMIN'], may: false },
  { roles: ['ROLE_TECH_SUPPORT'], sharedWith: ['ROLE_SUPPORT'], may: false },
  { roles: ['ROLE_ADMIN'], sharedWith: ['ROLE_SUPPORT', 'ROLE_SCHOOL_ADMIN'], may: true },
  { roles: ['ROLE_SUPER_ADMIN'], sharedWith: ['ROLE_ADMISSIONS'], may: true },
])('$roles may share with $sharedWith: $may (C-O51)', ({ roles, sharedWith, may }) => {
  expect(mayShareWith({ kind: 'staff', roles }, sharedWith)).toBe(may);
});

test('roles are kept in one order, each once', () => {
  expect(inOrder(['ROLE_SUPPORT', 'ROLE_ADMIN', 'ROLE_SUPPORT'])).toEqual([
    'ROLE_ADMIN',
    'ROLE_SUPPORT',
  ]);
  expect(readFilter('{"a":1}')).toEqual({ a: 1 });
});
