import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { finderHandler } from '@portal/kit/finder/find-things';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { forgetJob } from '../../forget.ts';
import { aStaffUser, aStudent, someLists } from '../../testing.ts';
import { findStudents } from './find-students.ts';
import { listOpened, noteOpened } from './opened-things.ts';

let db: TestDatabase;
const idOf = new Map<string, number>();
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  for (const person of [
    { firstName: 'Rivka', lastName: 'Adler', dob: '2004-02-13', last4Ssn: '4821', schoolId: 151 },
    { firstName: 'Shira', lastName: 'Adlerstein', dob: '2003-11-05', last4Ssn: '4821' },
    { firstName: 'Adlai', lastName: 'Goldstein', cellphone: '(212) 555-0100' },
    { firstName: 'Chana', lastName: 'Ben-David', maidenName: 'Adler' },
    { firstName: 'Leah', lastName: 'Adler' },
    { firstName: 'רבקה', lastName: 'כהן' },
  ]) {
    const email = `${/^\w+$/.test(person.firstName) ? person.firstName : 'hebrew'}.x@example.test`;
    const { id } = await aStudent(db, { email, ...person });
    idOf.set(person.firstName, id);
  }
});
afterAll(() => db.drop());

const find = finderHandler({ student: findStudents });
const found = async (
  query: string,
  {
    role = 'ROLE_ADVISOR',
    schoolId,
    recent = [],
  }: { role?: string; schoolId?: number; recent?: string[] } = {},
) => {
  const call = asStaff(db, [role], schoolId === undefined ? {} : { schoolId });
  const opened = recent.map((name) => ({ kind: 'student', id: idOf.get(name) ?? 0 }));
  const { things } = await find.handle({ query, recent: opened }, call);
  return things;
};
const names = async (...query: Parameters<typeof found>) =>
  (await found(...query)).map(({ title }) => title.replace(/.*, (\S+).*/u, '$1'));

test.each<[string, string, string[]]>([
  [
    'the beginning of a last name, the newest first, then of others',
    'adl',
    ['Leah', 'Shira', 'Rivka', 'Chana', 'Adlai'],
  ],
  ['a whole name', 'rivka adler', ['Rivka']],
  ['a whole name, last name first', 'Adler, Rivka', ['Rivka']],
  ['a whole name of three words', 'Chana Ben David', ['Chana']],
  ['a whole name and the beginnings of others', 'Leah Ad', ['Leah']],
  ['a name with letters swapped', 'Goldstien', ['Adlai']],
  ['a name of four letters with a wrong one', 'Laah', ['Leah']],
  ['a name of four letters with two swapped', 'Laeh', ['Leah']],
  ['a name of four letters with one left out', 'Lah', ['Leah']],
  ['both names, the short one with letters swapped', 'elah adlre', ['Leah']],
  ['a name in Hebrew', 'רבק', ['רבקה']],
  ['a name in Hebrew with a letter left out', 'רקה', ['רבקה']],
  ['a whole address, whatever its case', 'RIVKA.x@example.test', ['Rivka']],
  ['the beginning of an address', 'adlai.x@', ['Adlai']],
  ['a phone number', '212-555-0100', ['Adlai']],
  ['a name of nobody', 'zzyzx', []],
  ['one letter', 'a', []],
  ['digits of an SSN', '4821', []],
  ['a birth date', '11/05/2003', []],
  ['the same birth date otherwise', '2003-11-05', []],
])('students are found by %s: %s (R-572)', async (_what, query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('a whole name is better than a beginning, and an id better than both', async () => {
  expect((await found('adler leah'))[0]).toMatchObject({ rank: 2, title: 'Adler, Leah' });
  expect((await found('adler'))[0]).toMatchObject({ rank: 3 });
  const id = idOf.get('Shira');
  expect((await found(String(id)))[0]).toMatchObject({ rank: 1, id });
  expect((await found('Goldstien'))[0]).toMatchObject({ rank: 7 });
});

test('of equals the last opened comes first, also where many others have the name', async () => {
  expect(await names('adl', { recent: ['Rivka'] })).toEqual([
    'Rivka',
    'Leah',
    'Shira',
    'Chana',
    'Adlai',
  ]);
});

test('an empty query gives opened students, leaving removed ones out', async () => {
  expect(await names('', { recent: ['Shira', 'Nobody', 'Leah'] })).toEqual(
    expect.arrayContaining(['Shira', 'Leah']),
  );
  expect(await names('')).toEqual([]);
});

test('a letter of another kind before the number finds no student', async () => {
  expect(await names(`r${idOf.get('Leah')}`)).toEqual([]);
});

test('a school admin finds own students alone, by any query or opened thing (R-573)', async () => {
  const own = { role: 'ROLE_SCHOOL_ADMIN', schoolId: 151 };
  expect(await names('adler', own)).toEqual(['Rivka']);
  expect(await names('goldstien', own)).toEqual([]);
  expect(await names(String(idOf.get('Leah')), own)).toEqual([]);
  expect(await names('leah.x@example.test', own)).toEqual([]);
  expect(await names('', { ...own, recent: ['Leah', 'Rivka'] })).toEqual(['Rivka']);
  expect(await names('adler', { role: 'ROLE_SCHOOL_ADMIN' })).toEqual([]);
});

test.each(['ROLE_ADMISSIONS', 'ROLE_SUPPORT'])(
  '%s finds no students: they open no page of one (R-573)',
  async (role) => {
    expect(await names('adler', { role, recent: ['Leah'] })).toEqual([]);
    expect(await names('', { role, recent: ['Leah'] })).toEqual([]);
  },
);

test('a result shows no data that cannot find a student', async () => {
  const shown = JSON.stringify(await found('shira'));
  expect(shown).not.toMatch(/4821|2003-11-05|11\/05/);
});

const opener = async () => {
  const id = await aStaffUser(db, { loginName: `opener${Math.random()}`, roles: ['ROLE_ADMIN'] });
  return (at: Date) => {
    const call = asStaff(db, ['ROLE_ADMIN']);
    return { ...call, now: at, actor: { ...call.actor, id } };
  };
};
const day = (day: number) => new Date(Date.UTC(2026, 0, day));

test('lists opened things, the latest first and once, for 30 days', async () => {
  const as = await opener();
  await noteOpened(as(day(1)), { kind: 'session', id: 5 });
  await noteOpened(as(day(2)), { kind: 'student', id: 5 });
  await noteOpened(as(day(3)), { kind: 'session', id: 5 });
  const opened = async (at: Date) =>
    (await listOpened(as(at))).map(({ kind, thingId }) => `${kind} ${thingId}`);
  expect(await opened(day(4))).toEqual(['session 5', 'student 5']);
  expect(await opened(day(32))).toEqual(['session 5']);
  expect(await opened(day(34))).toEqual([]);
});

test('of an account the last 50 are kept', async () => {
  const as = await opener();
  for (let id = 1; id <= 53; id++) await noteOpened(as(day(1 + id)), { kind: 'exam', id });
  const kept = await db.many<{ thingId: number }>`
    SELECT thing_id FROM opened_thing WHERE user_id = ${as(day(1)).actor.id} ORDER BY thing_id`;
  expect([kept.length, kept[0]?.thingId]).toEqual([50, 4]);
});

test('an unknown kind is refused, and old ones are forgotten', async () => {
  const as = await opener();
  expect(await refusalOf(noteOpened(as(day(1)), { kind: 'password', id: 1 }))).toMatchObject({
    status: 400,
  });
  await noteOpened(as(day(1)), { kind: 'exam', id: 1 });
  await noteOpened(as(steadyNow()), { kind: 'exam', id: 2 });
  await forgetJob(db).run();
  const kept = await db.many<{ thingId: number }>`
    SELECT thing_id FROM opened_thing WHERE user_id = ${as(day(1)).actor.id}`;
  expect(kept).toEqual([{ thingId: 2 }]);
});
