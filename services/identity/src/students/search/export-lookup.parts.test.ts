import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { someLists } from '../../testing.ts';
import { exportLookup } from './export-lookup.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

const exported = (lastName: string) =>
  exportLookup(asStaff(db, ['ROLE_ADVISOR']), {
    firstName: '',
    lastName,
    last4Ssn: '',
    dob: '',
    email: '',
    ttiStudentId: '',
    jseId: '',
    sort: '',
    descending: false,
  });
/** Adds so many students of one name. */
const namedMany = (count: number) => db.run`
  INSERT INTO student (first_name, last_name, first_name_key, last_name_key, dob, last4_ssn,
    gender, membership_type_id, created_on)
  SELECT 'Edna', 'Many', 'edna', 'many', '1990-01-01', '0000', '2', 2, now()
  FROM generate_series(1, ${count}::integer)`;

test('exports 20,000 students at most, and none without a filter', async () => {
  expect((await refusalOf(exported(''))).code).toBe('no_filter');
  await namedMany(20_000);
  expect(await exported('Many')).toHaveLength(20_000);
  await namedMany(1);
  expect(await refusalOf(exported('Many'))).toMatchObject({
    status: 422,
    code: 'too_many_rows',
    detail: 'At most 20,000 students.',
  });
});
