import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columnsOf, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { differingTables, notBlanked, notExported } from '@portal/kit/testing/differing-tables';
import { personalRows } from './personal-rows.ts';
import { personalTables } from './personal-tables.ts';

/** Of others than students. */
const ofOthers: string[] = [
  'location_copy.address',
  'location_copy.phone',
  'session.first_name',
  'session.last_name',
  'session.phone',
  'session.address',
];

/** Kept like the column of the sitting by a trigger. */
const apart = ['registration.proctor_uuid'];

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('registration');
});
afterAll(() => db.drop());

test('every column of a table is known to exports and blanking, or is impersonal', async () => {
  expect(differingTables(personalTables, await columnsOf(db), ofOthers)).toEqual([]);
});

test('every table with exportable data is read; an unknown student has none', async () => {
  const source = readFileSync(new URL('./personal-rows.ts', import.meta.url), 'utf8');
  expect(notExported(personalTables, source)).toEqual([]);
  expect(await personalRows(db, { studentId: 1, emails: [], ttiStudentId: '' })).toEqual([]);
});

test('every column that is to be removed is set or deleted when a person is blanked', () => {
  const source = readFileSync(new URL('./blank-rows.ts', import.meta.url), 'utf8');
  expect(notBlanked(personalTables, source, apart)).toEqual([]);
});
