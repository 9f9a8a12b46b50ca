import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { aStudent, someLists } from '../../testing.ts';
import { type StudentSearch, searchStudents } from './search-students.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  for (const person of [
    { firstName: 'Rivka', lastName: 'Adler', dob: '2004-02-13', last4Ssn: '4821', schoolId: 151 },
    { firstName: 'Miriam', lastName: 'Ádler', dob: '2001-07-30', last4Ssn: '0937' },
    { firstName: 'Shira', lastName: 'Adlerstein', dob: '2003-11-05', last4Ssn: '4821' },
    { firstName: 'Chana', lastName: 'Berger', dob: '2003-11-05', last4Ssn: '1190' },
  ])
    await aStudent(db, { email: `${person.firstName}.X@Example.test`, ...person });
});
afterAll(() => db.drop());

const NOTHING: StudentSearch = {
  firstName: '',
  lastName: '',
  last4Ssn: '',
  dob: '',
  email: '',
  ttiStudentId: '',
  jseId: '',
  sort: '',
  descending: false,
  offset: 0,
  limit: 0,
};
const search = async (query: Partial<StudentSearch>, role = 'ROLE_ADVISOR', schoolId?: number) => {
  const call = asStaff(db, [role], schoolId === undefined ? {} : { schoolId });
  const { students, total } = await searchStudents(call, { ...NOTHING, ...query });
  return { names: students.map(({ firstName }) => firstName), total };
};

test.each<[string, Partial<StudentSearch>, string[]]>([
  ['the beginning of a name, without accents', { lastName: 'ADL' }, ['Miriam', 'Rivka', 'Shira']],
  ['a first name', { firstName: 'chan' }, ['Chana']],
  ['digits of an SSN', { last4Ssn: '4821' }, ['Rivka', 'Shira']],
  ['a birth date', { dob: '2003-11-05' }, ['Shira', 'Chana']],
  ['the beginning of an address', { email: 'rivka.x@' }, ['Rivka']],
  ['all filters together', { lastName: 'adler', last4Ssn: '4821', firstName: 'S' }, ['Shira']],
  ['what nobody has', { email: 'x_%' }, []],
])('students are found by %s', async (_what, query, names) => {
  expect(await search(query)).toEqual({ names, total: names.length });
});

test('returns students in pages, in the requested order, with the total', async () => {
  const query = { lastName: 'adl', sort: 'dob', descending: true };
  expect(await search({ ...query, limit: 2 })).toEqual({ names: ['Rivka', 'Shira'], total: 3 });
  expect((await search({ ...query, limit: 2, offset: 2 })).names).toEqual(['Miriam']);
  const backwards = await search({ lastName: 'adl', sort: 'name', descending: true });
  expect(backwards.names).toEqual(['Shira', 'Rivka', 'Miriam']);
});

test('a school admin finds students of the own school alone', async () => {
  expect((await search({ lastName: 'a' }, 'ROLE_SCHOOL_ADMIN', 151)).names).toEqual(['Rivka']);
  expect((await search({ lastName: 'a' }, 'ROLE_SCHOOL_ADMIN')).names).toEqual([]);
});

test('refuses a search by nothing, or by a JSE id without the permission', async () => {
  expect((await refusalOf(search({}))).code).toBe('no_filter');
  expect((await refusalOf(search({ jseId: '1' }))).code).toBe('forbidden');
  expect((await search({ jseId: 'none' }, 'ROLE_TECH_SUPPORT')).total).toBe(0);
});
