import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { aStaffUser } from '../../testing.ts';
import { listSchoolAdmins } from './list-school-students.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

async function anAdmin(
  loginName: string,
  schoolId: number | null,
  more: Partial<Parameters<typeof aStaffUser>[1]> = {},
): Promise<void> {
  const roles = ['ROLE_SCHOOL_ADMIN'];
  const id = await aStaffUser(db, { loginName, roles, password: null, ...more });
  await db.run`UPDATE staff_user SET school_id = ${schoolId} WHERE id = ${id}`;
}

test('mails all active admins of the school, each address once (R-519)', async () => {
  await anAdmin('second.in.name', 151);
  await anAdmin('again', 151, { email: 'second.in.name@staff.test' });
  await anAdmin('a.deputy', 151, { roles: ['ROLE_SCHOOL_ADMIN', 'ROLE_ADVISOR'] });
  await anAdmin('left', 151, { active: false });
  await anAdmin('elsewhere', 300);
  await anAdmin('an.advisor', 151, { roles: ['ROLE_ADVISOR'] });
  expect(await listSchoolAdmins(db, 151)).toEqual([
    'second.in.name@staff.test',
    'a.deputy@staff.test',
  ]);
  expect(await listSchoolAdmins(db, 7)).toEqual([]);
});
