import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { notBlanked, notExported } from '@portal/kit/testing/personal-coverage';
import { personalTables } from '../../prisma/personal-tables.ts';
import { personalRows } from './personal-rows.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('transcripts');
});
afterAll(() => db.drop());

test('every table with data to export is read; an unknown person has none', async () => {
  const source = readFileSync(new URL('./personal-rows.ts', import.meta.url), 'utf8');
  expect(notExported(personalTables, source)).toEqual([]);
  expect(await personalRows(db, { studentId: 1, emails: [], ttiStudentId: '' })).toEqual([]);
});

test('every column that is to be removed is set or deleted when a person is blanked', () => {
  const source = readFileSync(new URL('./blank-rows.ts', import.meta.url), 'utf8');
  expect(notBlanked(personalTables, source, [])).toEqual([]);
});
