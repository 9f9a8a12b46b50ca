import { describe, expect, test } from '@jest/globals';
import { getPaymentMethods } from '@portal/contract/purchases/payments';
import { adminLogin, adminLogout, login, logout } from '@portal/contract/students/auth';
import { getCreditsInfo } from '@portal/contract/students/student';
import { setBar } from '@portal/contract/students/student-file';
import { Person } from '../../../portal-user/person.ts';
import { setStaffPassword, signedInStaff, someStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const wrongStudent = {
  status: 422,
  code: 'invalid_credentials',
  detail: 'The email or password is not correct.',
};
const wrongStaff = {
  status: 422,
  code: 'invalid_credentials',
  detail: 'The user name or password is not correct.',
};
const tooMany = {
  status: 429,
  code: 'too_many_tries',
  detail: 'Too many tries. Please try again later.',
};

describe('login', () => {
  test('gives any spelling of the address an HttpOnly session and two cookies', async () => {
    const { email, password, firstName, id } = await aStudent();
    const person = new Person();
    const { status, body, headers } = await person.askInTurn(login, {
      email: `  ${email.toUpperCase()} `,
      password,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      student: { id, firstName, hasAccount: true, collegeId: 269, membershipTypeId: 2 },
      roles: ['ROLE_STUDENT'],
    });
    expect(body.student).not.toHaveProperty('createdBy');
    expect(headers.get('set-cookie')).toMatch(/sid=[\w-]{43}; [^,]*HttpOnly; SameSite=Lax/);
    expect([person.cookie('isLoggedIn'), decodeURIComponent(person.cookie('roles') ?? '')]).toEqual(
      ['1', 'ROLE_STUDENT'],
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test("creates a new session and ends the browser's earlier one", async () => {
    const { email, password, person } = await aStudent();
    const before = person.cookie('sid') as string;
    await person.do(login, { email, password });
    expect(person.cookie('sid')).not.toBe(before);
    const thief = new Person();
    thief.setCookie('sid', before);
    expect(refusal(await thief.ask(getCreditsInfo, {}))).toMatchObject({
      status: 401,
      code: 'session_over',
    });
    expect((await person.ask(getCreditsInfo, {})).status).toBe(200);
  });

  test('reveals a bar on signing in only after the right password', async () => {
    const { email, password, id, person } = await aStudent();
    const admin = await signedInStaff('ROLE_ADMIN');
    const bar = { levels: ['sign_in' as const], reason: 'Shared account' };
    const { bars } = await admin.do(setBar, { student_id: id, ...bar });
    expect((await person.ask(getCreditsInfo, {})).status).toBe(401);
    const guest = new Person();
    expect(refusal(await guest.askInTurn(login, { email, password: 'wrong' }))).toEqual(
      wrongStudent,
    );
    expect(refusal(await guest.askInTurn(login, { email, password }))).toEqual({
      status: 403,
      code: 'account_closed',
      detail: 'Your account is closed. Please call the office.',
    });
    const barId = bars[0]?.barId as number;
    await admin.do(setBar, { student_id: id, barId, lift: true, reason: 'All is well' });
    expect((await guest.askInTurn(login, { email, password })).status).toBe(200);
  });

  test('accepts a browser that signed in before in spite of wrong attempts', async () => {
    const { email, password, person } = await aStudent();
    await person.do(login, { email, password });
    await person.do(logout, {});
    const beside = new Person(person.url, { address: person.address });
    for (let attempt = 0; attempt < 11; attempt += 1)
      await beside.askInTurn(login, { email, password: 'wrong' });
    const elsewhere = await Promise.all(
      Array.from({ length: 110 }, () =>
        new Person().askInTurn(login, { email, password: 'wrong' }),
      ),
    );
    expect(elsewhere.some(({ status }) => status === 429)).toBe(true);
    expect(refusal(await new Person().askInTurn(login, { email, password }))).toEqual(tooMany);
    expect((await person.askInTurn(login, { email, password })).status).toBe(200);

    const forger = new Person();
    forger.setCookie(
      'known',
      (person.cookie('known') as string).replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
    );
    expect(refusal(await forger.askInTurn(login, { email, password }))).toEqual(tooMany);
    // a sign-in to another account does not help
    const { person: other } = await aStudent();
    expect(other.cookie('known')).toBeDefined();
    expect(refusal(await other.askInTurn(login, { email, password }))).toEqual(tooMany);
  });
});

describe('logout', () => {
  test('ends all sessions and cookies of the account, and succeeds without one', async () => {
    const { email, password, person } = await aStudent();
    const elsewhere = new Person();
    await elsewhere.do(login, { email, password });
    expect(await person.do(logout, {})).toEqual({ loggedOut: true });
    expect([person.cookie('sid'), person.cookie('isLoggedIn'), person.cookie('roles')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(refusal(await elsewhere.ask(getCreditsInfo, {}))).toEqual({
      status: 401,
      code: 'session_over',
      detail: 'Your session is over. Please log in again.',
    });
    expect(elsewhere.cookie('sid')).toBeUndefined();
    expect(await person.do(logout, {})).toEqual({ loggedOut: true });
  });
});

describe('adminLogin', () => {
  test('gives the user with roles, and a session', async () => {
    const staff = await someStaff('ROLE_ADVISOR_ADMIN');
    await setStaffPassword(staff);
    const person = new Person();
    const answer = await person.do(adminLogin, {
      loginName: staff.loginName.toUpperCase(),
      password: staff.password,
    });
    expect(answer).toEqual({
      user: {
        id: staff.id,
        loginName: staff.loginName,
        realName: 'Test Staff',
        email: staff.email,
        roles: ['ROLE_ADVISOR_ADMIN'],
        schoolId: null,
        schoolName: null,
      },
    });
    expect(person.cookie('roles')).toBe('ROLE_ADVISOR_ADMIN');
    const { id } = await anEnrolled();
    expect((await person.ask(getPaymentMethods, { student_id: id })).status).toBe(200);
  });

  test('answers alike for a wrong password and an unknown name', async () => {
    const staff = await someStaff('ROLE_SUPPORT');
    const person = new Person();
    expect(
      refusal(await person.ask(adminLogin, { loginName: staff.loginName, password: 'wrong' })),
    ).toEqual(wrongStaff);
    expect(
      refusal(await person.ask(adminLogin, { loginName: 'no.such.name', password: 'wrong' })),
    ).toEqual({
      ...wrongStaff,
      code: 'invalid_credentials',
    });
  });
});

describe('adminLogout', () => {
  test('ends all sessions of the account, and succeeds without one', async () => {
    const staff = await someStaff('ROLE_ADVISOR');
    await setStaffPassword(staff);
    const [here, there] = [new Person(), new Person()];
    for (const person of [here, there])
      await person.do(adminLogin, { loginName: staff.loginName, password: staff.password });
    expect(await here.do(adminLogout, {})).toEqual({ loggedOut: true });
    expect((await there.ask(getPaymentMethods, { student_id: 1 })).status).toBe(401);
    expect(await here.do(adminLogout, {})).toEqual({ loggedOut: true });
  });

  test('refuses students', async () => {
    const { person } = await aStudent();
    expect(refusal(await person.ask(adminLogout, {}))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect((await person.ask(getCreditsInfo, {})).status).toBe(200);
  });
});
