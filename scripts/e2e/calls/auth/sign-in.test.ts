import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getPaymentMethods } from '@portal/contract/purchases/payments';
import { adminLogin, adminLogout, login, logout } from '@portal/contract/students/auth';
import { getCreditsInfo } from '@portal/contract/students/student';
import { setBar } from '@portal/contract/students/student-file';
import { sql } from '../../../portal/databases.ts';
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

/** Makes eleven wrong attempts with one browser. */
async function tryTooOften(
  ask: () => ReturnType<Person['ask']>,
): Promise<Awaited<ReturnType<Person['ask']>>[]> {
  const answers = [];
  for (let attempt = 0; attempt < 11; attempt += 1) answers.push(await ask());
  return answers;
}

describe('login', () => {
  test('gives the student, an HttpOnly session and two cookies for the page', async () => {
    const { email, password, firstName, id } = await aStudent();
    const person = new Person();
    const { status, body, headers } = await person.askInTurn(login, { email, password });
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

  test('accepts the address in any case and with spaces', async () => {
    const { email, password, id } = await aStudent();
    const { student } = await new Person().do(login, {
      email: `  ${email.toUpperCase()} `,
      password,
    });
    expect(student.id).toBe(id);
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

  test('answers alike for wrong passwords, unknown addresses and missing accounts', async () => {
    const [{ email, password }, { email: withoutAccount }] = await Promise.all([
      aStudent(),
      anEnrolled(),
    ]);
    const person = new Person();
    expect(refusal(await person.askInTurn(login, { email, password: `${password}x` }))).toEqual(
      wrongStudent,
    );
    expect(refusal(await person.askInTurn(login, { email: `x${email}`, password }))).toEqual(
      wrongStudent,
    );
    expect(refusal(await person.askInTurn(login, { email: withoutAccount, password }))).toEqual({
      ...wrongStudent,
      code: 'invalid_credentials',
    });
    expect(person.cookie('sid')).toBeUndefined();
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

  test('refuses an address after ten wrong passwords for one account, and no other', async () => {
    const { email, password } = await aStudent();
    const guesser = new Person();
    const answers = await tryTooOften(() => guesser.askInTurn(login, { email, password: 'wrong' }));
    expect(answers.slice(0, 10).map(refusal)).toEqual(Array(10).fill(wrongStudent));
    expect(refusal(answers[10] as (typeof answers)[number])).toEqual(tooMany);
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      refusal(await guesser.askInTurn(login, { email: email.toUpperCase(), password })),
    ).toEqual(tooMany);
    expect((await new Person().askInTurn(login, { email, password })).status).toBe(200);
  });

  test('accepts a browser that signed in before in spite of wrong attempts', async () => {
    const { email, password, person } = await aStudent();
    await person.do(login, { email, password });
    await person.do(logout, {});
    const beside = new Person(person.url, { address: person.address });
    await tryTooOften(() => beside.askInTurn(login, { email, password: 'wrong' }));
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

  test('resets the count of wrong attempts after a right one', async () => {
    const { email, password } = await aStudent();
    const forgetful = new Person();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 6; attempt += 1)
        expect(refusal(await forgetful.askInTurn(login, { email, password: 'wrong' }))).toEqual(
          wrongStudent,
        );
      expect((await forgetful.askInTurn(login, { email, password })).status).toBe(200);
    }
  });

  test('refuses staff', async () => {
    const staff = await someStaff('ROLE_ADMIN');
    await setStaffPassword(staff);
    expect(
      refusal(
        await new Person().askInTurn(login, { email: staff.email, password: staff.password }),
      ),
    ).toEqual(wrongStudent);
  });
});

describe('logout', () => {
  test('ends all sessions of the account and removes the cookies', async () => {
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
  });

  test('succeeds when the session has ended already', async () => {
    const { person } = await aStudent();
    await person.do(logout, {});
    expect(await person.do(logout, {})).toEqual({ loggedOut: true });
    expect(await new Person().do(logout, {})).toEqual({ loggedOut: true });
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

  test('names the school of a school admin', async () => {
    const staff = await someStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 });
    await setStaffPassword(staff);
    const answer = await new Person().do(adminLogin, {
      loginName: staff.loginName,
      password: staff.password,
    });
    expect(answer).toMatchObject({
      user: { schoolId: 151, schoolName: expect.stringMatching(/\w/) },
    });
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

  test('reveals a closed account only after the right password', async () => {
    const staff = await someStaff('ROLE_SUPPORT');
    await setStaffPassword(staff);
    await sql('identity', 'UPDATE staff_user SET active = false WHERE id = $1', [staff.id]);
    expect(
      refusal(
        await new Person().ask(adminLogin, { loginName: staff.loginName, password: 'wrong' }),
      ),
    ).toEqual(wrongStaff);
    expect(
      refusal(
        await new Person().ask(adminLogin, {
          loginName: staff.loginName,
          password: staff.password,
        }),
      ),
    ).toMatchObject({
      status: 403,
      code: 'account_disabled',
    });
  });

  test('stops after ten wrong attempts, also for an unknown name', async () => {
    const loginName = `nobody.${randomInt(1e9)}`;
    const guesser = new Person();
    const answers = await tryTooOften(() =>
      guesser.ask(adminLogin, { loginName, password: 'wrong' }),
    );
    expect(answers.slice(0, 10).map(refusal)).toEqual(Array(10).fill(wrongStaff));
    expect(refusal(answers[10] as (typeof answers)[number])).toEqual(tooMany);
  });

  test('stops an address after sixty wrong attempts for any staff, but not students', async () => {
    const staff = await someStaff('ROLE_SUPPORT');
    await setStaffPassword(staff);
    const guesser = new Person();
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        guesser.ask(adminLogin, { loginName: `guess.${at}.${staff.loginName}`, password: 'wrong' }),
      ),
    );
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([422]));
    const right = { loginName: staff.loginName, password: staff.password };
    expect(refusal(await guesser.ask(adminLogin, right))).toEqual(tooMany);
    expect((await new Person().ask(adminLogin, right)).status).toBe(200);
    const { email, password } = await aStudent();
    expect((await guesser.askInTurn(login, { email, password })).status).toBe(200);
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
