import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { aStudent, someLists } from '../../testing.ts';
import { suggestStudents } from './suggest-students.ts';

let db: TestDatabase;
const idOf = new Map<string, number>();
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  for (const person of [
    { firstName: 'Rivka', lastName: 'Adler', dob: '2004-02-13', last4Ssn: '4821', schoolId: 151 },
    { firstName: 'Shira', lastName: 'Adlerstein', dob: '2003-11-05', last4Ssn: '4821' },
    { firstName: 'Adel', lastName: 'Goldstein', cellphone: '(212) 555-0100' },
    { firstName: 'Chana', lastName: 'Ben-David', maidenName: 'Adler', phone: '1 973 555 0111' },
    { firstName: 'Søren', lastName: 'Wałęsa', dob: '1998-07-08' },
    { firstName: 'רבקה', lastName: 'כהן', dob: '1999-01-02' },
  ]) {
    const email = `${person.dob ?? person.lastName}.x@example.test`;
    const { id } = await aStudent(db, { email, ...person });
    idOf.set(person.firstName, id);
  }
});
afterAll(() => db.drop());

const suggested = async (query: string, role = 'ROLE_ADVISOR', schoolId?: number) => {
  const call = asStaff(db, [role], schoolId === undefined ? {} : { schoolId });
  return (await suggestStudents(call, { query, ids: [] })).map(({ firstName }) => firstName);
};

test.each<[string, string, string[]]>([
  ['the beginning of a name, last names first', 'ad', ['Rivka', 'Shira', 'Adel', 'Chana']],
  ['both names', 'rivka adl', ['Rivka']],
  ['both names, last name first', 'Adler, R', ['Rivka']],
  ['a word within a last name', 'david ben', ['Chana']],
  ['a maiden name', 'chana adler', ['Chana']],
  ['names with slips of the pen', 'goldstien adle', ['Adel']],
  ['a first name that is misspelt', 'rivke', ['Rivka']],
  ['a last name with letters swapped', 'Goldstien', ['Adel']],
  ['a last name with a letter left out', 'godstein', ['Adel', 'Shira']],
  ['a name with strokes, in base letters', 'soren wale', ['Søren']],
  ['a name in Hebrew', 'רבק', ['רבקה']],
  ['the beginning of an address', 'GOLDSTEIN.X@', ['Adel']],
  ['a birth date', '11/05/2003', ['Shira']],
  ['digits of an SSN', '4821', ['Rivka', 'Shira']],
  ['a phone number', '212-555-0100', ['Adel']],
  ['the other phone number, from its area code on', '973-5550', ['Chana']],
  ['what nobody is called', 'zzyzx', []],
  ['one letter', 'a', []],
])('students are suggested by %s', async (_what, query, names) => {
  expect(await suggested(query)).toEqual(names);
});

test('a number that is an id of ours comes before those it may mean otherwise', async () => {
  const id = idOf.get('Chana') as number;
  expect((await suggested(String(id)))[0]).toBe('Chana');
});

test('returns students by id in the given order, leaving unknown ones out', async () => {
  const ids = [idOf.get('Shira') as number, 999_999_999, idOf.get('Rivka') as number];
  const students = await suggestStudents(asStaff(db, ['ROLE_ADVISOR']), { query: '', ids });
  expect(students.map(({ firstName }) => firstName)).toEqual(['Shira', 'Rivka']);
});

test('a school admin gets students of their own school alone, by any query', async () => {
  for (const query of ['adler', '4821', 'rivke', '11/05/2003'])
    expect(await suggested(query, 'ROLE_SCHOOL_ADMIN', 151)).not.toContain('Shira');
  expect(await suggested('adler', 'ROLE_SCHOOL_ADMIN', 151)).toEqual(['Rivka']);
  const ids = [...idOf.values()];
  const byId = await suggestStudents(asStaff(db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 151 }), {
    query: '',
    ids,
  });
  expect(byId.map(({ firstName }) => firstName)).toEqual(['Rivka']);
});

test('a JSE id finds a student only for callers who may search by it', async () => {
  const { jseId } = await db.one<{ jseId: string }>`
    UPDATE student SET jse_id = '98765431' WHERE id = ${idOf.get('Adel')} RETURNING jse_id`;
  expect(await suggested(jseId, 'ROLE_TECH_SUPPORT')).toEqual(['Adel']);
  expect(await suggested(jseId)).toEqual([]);
});
