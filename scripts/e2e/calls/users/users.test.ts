import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, getAllRoles, getAllUsers, updateUser } from '@portal/contract/staff/users';
import { adminLogin, adminResetPassword } from '@portal/contract/students/auth';
import { findStudent } from '@portal/contract/students/lookup';
import { sql } from '../../../portal/databases.ts';
import { linkIn, mailTo } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import { type Staff, signedInStaff, someStaff } from '../../people/staff.ts';
import { aPassword, quickHash } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let techSupport: Person;
beforeAll(async () => {
  techSupport = await signedInStaff('ROLE_TECH_SUPPORT');
});

const userInput = (more: Readonly<Record<string, unknown>> = {}) => {
  const loginName = `e2e.user.${randomInt(1e9)}`;
  return {
    loginName,
    realName: 'Rivka Stern',
    loginType: 'staff' as const,
    email: `${loginName}@staff.test`,
    roles: ['ROLE_ADMISSIONS'],
    ...more,
  };
};
const signedIn = async ({ loginName, password }: Pick<Staff, 'loginName' | 'password'>) => {
  const person = new Person();
  await person.do(adminLogin, { loginName, password });
  return person;
};
/** Creates staff of a role whose account a test changes. */
const aColleague = async (role: Parameters<typeof someStaff>[0] = 'ROLE_ADMIN') =>
  someStaff(role, { passwordHash: quickHash });

describe('createUser', () => {
  test('adds an account whose owner creates the password by the link of an email', async () => {
    const input = userInput({ comment: ' Until June ' });
    const { user, users } = await techSupport.do(createUser, input);
    expect(user).toMatchObject({
      loginname: input.loginName,
      roles: ['ROLE_ADMISSIONS'],
      comment: 'Until June',
      active: true,
      hasPassword: false,
      lastLogin: null,
    });
    expect(users).toContainEqual(user);
    const { id, type, token } = linkIn(await mailTo(input.email, 'Create your JSE password'));
    expect([id, type]).toEqual([user.id, 'create']);
    await new Person().do(adminResetPassword, { userId: id, password: aPassword, type, token });
    await signedIn({ loginName: input.loginName, password: aPassword });
    const list = await techSupport.do(getAllUsers, {});
    expect(list.users.find((one) => one.id === id)).toMatchObject({
      hasPassword: true,
      lastLogin: expect.any(String),
    });
  });

  test('adds one account for repeated calls with one key', async () => {
    const [input, key] = [userInput(), randomUUID()];
    const first = await techSupport.do(createUser, input, key);
    const again = await techSupport.do(createUser, input, key);
    expect(again.user.id).toBe(first.user.id);
    expect(refusal(await techSupport.ask(createUser, input, randomUUID())).status).toBe(409);
  });

  test('accepts a single role as text, and a school only for a school admin', async () => {
    const { user } = await techSupport.do(createUser, {
      ...userInput({ selectedSchool: 151 }),
      roles: 'ROLE_SUPPORT',
    } as never);
    expect(user).toMatchObject({ roles: ['ROLE_SUPPORT'], selectedSchool: null });
    const { user: schoolAdmin } = await techSupport.do(
      createUser,
      userInput({ roles: ['ROLE_SCHOOL_ADMIN'], loginType: 'school', selectedSchool: 151 }),
    );
    expect(schoolAdmin).toMatchObject({ selectedSchool: 151, schoolName: expect.any(String) });
  });

  test('refuses an unknown school', async () => {
    const more = { roles: ['ROLE_SCHOOL_ADMIN'], selectedSchool: 2_000_000_000 };
    const { status, body } = await techSupport.ask(createUser, userInput(more));
    expect([status, body.code, body.errors]).toEqual([
      422,
      'invalid',
      [{ path: 'selectedSchool', message: 'School invalid' }],
    ]);
  });
});

describe('getAllUsers', () => {
  test('lists all accounts by login name, also closed ones, without secrets', async () => {
    const colleague = await aColleague();
    await techSupport.do(updateUser, { userId: colleague.id, active: false });
    const list = await techSupport.do(getAllUsers, {});
    const names = list.users.map(({ loginname }) => loginname.toLowerCase());
    expect(names).toEqual([...names].sort());
    expect(list.users.find(({ id }) => id === colleague.id)).toMatchObject({ active: false });
    expect(JSON.stringify(list)).not.toMatch(/argon2|hash|token/i);
  });
});

describe('getAllRoles', () => {
  test('gives the roles that the caller may assign, and the schools', async () => {
    const { roles, loginTypes, schools } = await techSupport.do(getAllRoles, {});
    const ids = roles.map(({ id }) => id);
    expect(ids).toContain('ROLE_TECH_SUPPORT');
    expect(ids).not.toContain('ROLE_SUPER_ADMIN');
    expect(ids).not.toContain('ROLE_STUDENT');
    expect(loginTypes.map(({ id }) => id)).toEqual(['staff', 'school', 'partner']);
    expect(schools.map(({ id }) => id)).toContain(151);
  });
});

describe('updateUser', () => {
  test('removes a role from open sessions at once, and stores the author', async () => {
    const colleague = await aColleague();
    const open = await signedIn(colleague);
    await open.do(findStudent, { lastName: 'Levi' });
    const { user } = await techSupport.do(updateUser, {
      userId: colleague.id,
      roles: ['ROLE_SUPPORT'],
    });
    expect(user.roles).toEqual(['ROLE_SUPPORT']);
    expect((await open.ask(findStudent, { lastName: 'Levi' })).status).toBe(401);
    expect(
      await sql(
        'identity',
        `SELECT change FROM audit WHERE table_name = 'user' AND row_id = $1 AND op = 'update'`,
        [String(colleague.id)],
      ),
    ).toEqual([{ change: { roles: [['ROLE_ADMIN'], ['ROLE_SUPPORT']] } }]);
  });

  test('closes an account and opens it again', async () => {
    const colleague = await aColleague();
    const open = await signedIn(colleague);
    await techSupport.do(updateUser, { userId: colleague.id, active: false });
    expect((await open.ask(findStudent, { lastName: 'Levi' })).status).toBe(401);
    const { loginName, password } = colleague;
    expect(refusal(await new Person().ask(adminLogin, { loginName, password }))).toMatchObject({
      status: 403,
      code: 'account_disabled',
    });
    await techSupport.do(updateUser, { userId: colleague.id, active: true });
    await signedIn(colleague);
  });

  test('sends the link again, which replaces the older one', async () => {
    const input = userInput();
    const { user } = await techSupport.do(createUser, input);
    const first = linkIn(await mailTo(input.email, 'Create your JSE password'));
    await techSupport.do(updateUser, { userId: user.id, resendLink: true });
    const second = linkIn(await mailTo(input.email, 'Create your JSE password', { count: 2 }));
    const use = (token: string) =>
      new Person().ask(adminResetPassword, {
        userId: user.id,
        password: aPassword,
        type: 'create',
        token,
      });
    const tokens = new Set([first.token, second.token]);
    expect(tokens.size).toBe(2);
    const outcomes = [];
    for (const token of tokens) outcomes.push((await use(token)).status);
    expect(outcomes.sort()).toEqual([200, 403]);
  });

  test('refuses the own account, those of super admins, and unknown ones', async () => {
    const own = await aColleague('ROLE_TECH_SUPPORT');
    const person = await signedIn(own);
    expect(refusal(await person.ask(updateUser, { userId: own.id, active: false }))).toEqual({
      status: 409,
      code: 'own_account',
      detail: 'You cannot change your own account.',
    });
    await person.do(updateUser, { userId: own.id, comment: 'At the desk until noon' });
    const above = await aColleague('ROLE_SUPER_ADMIN');
    expect(refusal(await person.ask(updateUser, { userId: above.id, active: false }))).toEqual({
      status: 403,
      code: 'role_not_grantable',
      detail: 'You cannot give this role.',
    });
    expect(
      refusal(await person.ask(updateUser, { userId: 2_000_000_000, active: false })),
    ).toMatchObject({ status: 404, code: 'user_not_found' });
  });
});
