import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { columnsOf, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { differingTables, notBlanked, notExported } from '@portal/kit/testing/differing-tables';
import { personalRows } from './personal-rows.ts';
import { personalTables } from './personal-tables.ts';

/** Of others than students. */
const ofOthers: string[] = [];

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('payments');
});
afterAll(() => db.drop());

test('exports and blanking know every column of every table with personal data', async () => {
  expect(differingTables(personalTables, await columnsOf(db), ofOthers)).toEqual([]);
});

test('reads every table with something to export, and finds nothing of no student', async () => {
  const source = readFileSync(new URL('./personal-rows.ts', import.meta.url), 'utf8');
  expect(notExported(personalTables, source)).toEqual([]);
  expect(await personalRows(db, { studentId: 1, emails: [], ttiStudentId: '' })).toEqual([]);
});

test('every column that is to be removed is set or deleted when a person is blanked', () => {
  const source = readFileSync(new URL('./blank-rows.ts', import.meta.url), 'utf8');
  expect(notBlanked(personalTables, source, [])).toEqual([]);
});
