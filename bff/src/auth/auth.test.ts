import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/students/auth';
import { DomainError } from '@portal/kit/errors';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Sessions } from '../http/session/sessions.ts';
import {
  aPortal,
  aStaffSession,
  aStudentSession,
  type FakeServices,
  memorySessions,
  problemIn,
} from '../testing/portal.ts';
import { aStudent } from '../testing/records.ts';

const schools = {
  schools: { listSchools: () => ({ schools: [{ id: 151, name: 'Bais Yaakov' }] }) },
};
const withAccounts = (
  accounts: FakeServices[string][string],
  sessions: Sessions = memorySessions(),
) => aPortal({ services: { identity: { accounts }, schools }, sessions });
const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
const login = { email: 'dana@student.test', password: 'Study4JSE!' };

test('a student who signs in gets a session, the two hints and the own record', async () => {
  const sessions = memorySessions();
  const portal = await withAccounts(
    { signInStudent: () => ({ student: aStudent({ schoolId: 151 }) }) },
    sessions,
  );
  const answer = await portal.post('/api/login', login);
  const { student, roles } = contract.login.answer.parse(await answer.json());
  expect([student.id, student.schoolName, student.createdOn, roles]).toEqual([
    12,
    'Bais Yaakov',
    undefined,
    ['ROLE_STUDENT'],
  ]);
  expect(cookiesOf(answer)).toEqual([
    'sid=test-session-1; Max-Age=28800; Path=/; HttpOnly; SameSite=Lax',
    'isLoggedIn=1; Max-Age=1800; Path=/; SameSite=Lax',
    'roles=ROLE_STUDENT; Max-Age=1800; Path=/; SameSite=Lax',
    expect.stringMatching(/^known=/),
  ]);
  expect([...sessions.held.values()]).toMatchObject([
    { kind: 'student', id: 12, roles: ['ROLE_STUDENT'], name: 'student 12' },
  ]);
});

test('over https the cookies go only over https', async () => {
  const portal = await aPortal({
    https: true,
    services: { identity: { accounts: { signInStudent: () => ({ student: aStudent() }) } } },
  });
  for (const cookie of cookiesOf(await portal.post('/api/login', login)))
    expect(cookie).toContain('; Secure');
});

test('signing in gives a new session id and ends the session that the browser had', async () => {
  const sessions = memorySessions();
  const portal = await withAccounts({ signInStudent: () => ({ student: aStudent() }) }, sessions);
  const before = await portal.signedIn(aStudentSession(99));
  await portal.post('/api/login', login, before);
  expect([...sessions.held.keys()]).toEqual(['test-session-2']);
});

test('a session starts as of the moment before the password check', async () => {
  const user = {
    id: 3,
    loginName: 'office',
    realName: 'O.',
    email: 'o@jse.test',
    roles: ['ROLE_ADMIN'],
  };
  const moments: number[] = [];
  const looked = <T>(answer: T) => {
    moments.push(steadyNow().getTime());
    return answer;
  };
  const memory = memorySessions();
  const start: typeof memory.start = (account, requests) => {
    moments.push(requests?.getTime() ?? Number.POSITIVE_INFINITY);
    return memory.start(account);
  };
  const accounts = {
    signInStudent: () => looked({ student: aStudent() }),
    signInStaff: () => looked({ user }),
  };
  const portal = await withAccounts(accounts, { ...memory, start });
  await portal.post('/api/login', login);
  await portal.post('/api/admin/login', { loginName: 'office', password: 'Staff4JSE!' });
  const [student = 0, studentBegan, staff = 0, staffBegan] = moments;
  expect([moments.length, studentBegan, staffBegan]).toEqual([
    4,
    expect.any(Number),
    expect.any(Number),
  ]);
  expect([(studentBegan as number) <= student, (staffBegan as number) <= staff]).toEqual([
    true,
    true,
  ]);
});

test('staff sign in with their roles and their school', async () => {
  const user = {
    id: 3,
    loginName: 'schooladmin',
    realName: 'S. Admin',
    email: 's@jse.test',
    roles: ['ROLE_SCHOOL_ADMIN', 'ROLE_ADVISOR'],
    schoolId: 151,
  };
  const portal = await withAccounts({ signInStaff: () => ({ user }) });
  const answer = await portal.post('/api/admin/login', {
    loginName: 'schooladmin',
    password: 'Staff4JSE!',
  });
  expect(contract.adminLogin.answer.parse(await answer.json())).toEqual({
    user: { ...user, schoolName: 'Bais Yaakov' },
  });
  expect(cookiesOf(answer)[2]).toMatch(/^roles=ROLE_SCHOOL_ADMIN%2CROLE_ADVISOR; Max-Age=900;/);
});

test('signing out ends every session of the account and takes the cookies away', async () => {
  const sessions = memorySessions();
  const portal = await withAccounts({}, sessions);
  const [here] = [
    await portal.signedIn(aStudentSession()),
    await portal.signedIn(aStudentSession()),
    await portal.signedIn(aStudentSession(13)),
  ];
  const answer = await portal.post('/api/logout', {}, here);
  expect(await answer.json()).toEqual({ loggedOut: true });
  expect(cookiesOf(answer).every((cookie) => cookie.includes('=; Max-Age=0'))).toBe(true);
  expect([...sessions.held.values()].map(({ id }) => id)).toEqual([13]);
});

test('signing out without a session, or with one that is over, is no error', async () => {
  const portal = await withAccounts({});
  for (const path of ['/api/logout', '/api/admin/logout'])
    for (const headers of [{}, { cookie: 'sid=gone' }])
      expect((await portal.post(path, {}, headers as Record<string, string>)).status).toBe(200);
});

test('staff cannot sign a student out by the wrong call, nor the other way round', async () => {
  const portal = await withAccounts({});
  expect(
    (await portal.post('/api/logout', {}, await portal.signedIn(aStaffSession('ROLE_ADMIN'))))
      .status,
  ).toBe(403);
  expect(
    (await portal.post('/api/admin/logout', {}, await portal.signedIn(aStudentSession()))).status,
  ).toBe(403);
});

test('a link that is right leaves a proof in the browser, out of reach of the page', async () => {
  const requests: unknown[] = [];
  const portal = await withAccounts({
    confirmToken: (request: never) => {
      requests.push(request);
      return { type: 'create', name: 'Dana', proof: 'signed.proof' };
    },
  });
  const answer = await portal.post('/api/confirmToken', { studentId: 12, token: 'abc' });
  expect(await answer.json()).toEqual({ valid: true, type: 'create', firstName: 'Dana' });
  expect(cookiesOf(answer)).toEqual([
    'pwreset=signed.proof; Max-Age=900; Path=/; HttpOnly; SameSite=Lax',
  ]);
  const staff = await portal.post('/api/adminConfirmToken', { userId: 3, token: 'abc' });
  expect(await staff.json()).toEqual({ valid: true, type: 'create', loginName: 'Dana' });
  expect(requests).toEqual([
    { accountKind: 'student', accountId: 12, token: 'abc' },
    { accountKind: 'staff', accountId: 3, token: 'abc' },
  ]);
});

test('a new password uses up the proof and ends all sessions of the account', async () => {
  const sessions = memorySessions();
  const requests: unknown[] = [];
  const setPassword = (request: never) => {
    requests.push(request);
    return {};
  };
  const portal = await withAccounts({ setPassword }, sessions);
  await portal.signedIn(aStudentSession(12));
  const body = { studentId: 12, password: 'New4JSE!!', type: 'reset' };
  const answer = await portal.post('/api/resetPassword', body, { cookie: 'pwreset=signed.proof' });
  expect(await answer.json()).toEqual({ success: true, message: 'Use your new password to login' });
  expect(requests).toEqual([
    {
      accountKind: 'student',
      accountId: 12,
      password: 'New4JSE!!',
      type: 'reset',
      proof: 'signed.proof',
      token: undefined,
      identity: undefined,
    },
  ]);
  expect(sessions.held.size).toBe(0);
  expect(cookiesOf(answer)).toEqual(['pwreset=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
});

test('signs out an account that lost its address to the owner of the mailbox', async () => {
  const sessions = memorySessions();
  const requests: unknown[] = [];
  const accounts = {
    setPassword: () => ({ lostByStudentId: 13 }),
    releaseAddress: (request: never) => void requests.push(request),
    confirmToken: () => ({
      type: 'reset',
      name: 'Dana',
      proof: 'signed.proof',
      identityNeeded: true,
    }),
  };
  const portal = await withAccounts(accounts, sessions);
  for (const id of [12, 13, 14]) await portal.signedIn(aStudentSession(id));
  await portal.post('/api/resetPassword', {
    studentId: 12,
    password: 'New4JSE!!',
    type: 'create',
    token: 't',
  });
  expect([...sessions.held.values()].map(({ id }) => id)).toEqual([14]);

  const opened = await portal.post('/api/confirmToken', { studentId: 14, token: 'abc' });
  expect(await opened.json()).toEqual({
    valid: true,
    type: 'reset',
    firstName: 'Dana',
    identityNeeded: true,
  });
  const answer = await portal.post(
    '/api/releaseAddress',
    { studentId: 14 },
    { cookie: 'pwreset=signed.proof' },
  );
  expect(contract.releaseAddress.answer.parse(await answer.json()).released).toBe(true);
  expect(requests).toEqual([{ studentId: 14, proof: 'signed.proof', token: undefined }]);
  expect([sessions.held.size, cookiesOf(answer)]).toEqual([
    0,
    ['pwreset=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
  ]);
});

test('a reset passes the claimed identity on', async () => {
  const requests: { identity?: unknown }[] = [];
  const portal = await withAccounts({
    setPassword: (request: never) => {
      requests.push(request);
      return {};
    },
  });
  const body = {
    studentId: 12,
    password: 'New4JSE!!',
    type: 'reset',
    token: 't',
    dob: '04/15/2004',
    ssn: '4321',
  };
  await portal.post('/api/resetPassword', body);
  await portal.post('/api/resetPassword', { ...body, dob: undefined });
  expect(requests.map(({ identity }) => identity)).toEqual([
    { dob: '2004-04-15', last4Ssn: '4321' },
    undefined,
  ]);
});

test('a weak password is refused by its sentence before any service call', async () => {
  const portal = await withAccounts({});
  const answer = await portal.post('/api/adminResetPassword', {
    userId: 3,
    password: 'weak',
    type: 'reset',
    token: 't',
  });
  expect(await problemIn(answer)).toMatchObject({
    status: 422,
    code: 'invalid',
    detail: 'Password invalid',
    errors: [{ path: 'password' }],
  });
});

test('the response to a forgotten password does not reveal whether accounts exist', async () => {
  const requests: unknown[] = [];
  const portal = await withAccounts({
    requestPasswordReset: (request: never) => void requests.push(request),
  });
  const message =
    'If you have already signed up, you will get an email with a link to reset your password.';
  for (const path of ['/api/forgotPasswordRequest', '/api/adminForgotPasswordRequest'])
    expect(await (await portal.post(path, { email: 'x@y.test' })).json()).toEqual({ message });
  expect(requests).toEqual([
    { accountKind: 'student', email: 'x@y.test' },
    { accountKind: 'staff', email: 'x@y.test' },
  ]);
  expect((await portal.post('/api/forgotPasswordRequest', { email: 'none' })).status).toBe(422);
});

test('signing up asks for both forms of a birth date alike and says what comes next', async () => {
  const requests: unknown[] = [];
  const portal = await withAccounts({
    checkStudentId: (request: never) => void requests.push(request),
    requestSignUp: (request: never) => void requests.push(request),
  });
  expect(
    await (await portal.post('/api/checkStudentId', { dob: '04/15/2004', ssn: '4321' })).json(),
  ).toEqual({ found: true });
  const answer = await portal.post('/api/register', {
    email: 'new@student.test',
    dob: '2004-04-15',
    ssn: '4321',
  });
  expect(await answer.json()).toEqual({
    message: 'Please check your email for a link to create your password.',
  });
  const pair = { dob: '2004-04-15', last4Ssn: '4321', address: '127.0.0.1', botProof: undefined };
  expect(requests).toEqual([pair, { ...pair, email: 'new@student.test' }]);
});

test('sign-up passes the bot proof on; a demand for one is no failed try', async () => {
  const needed = (request: { botProof?: string }) => {
    if (request.botProof === 'signed.proof') return {};
    throw new DomainError(403, 'bot_check_needed', 'Please confirm that you are not a robot.');
  };
  const portal = await withAccounts({ checkStudentId: needed, requestSignUp: needed });
  const person = { dob: '04/15/2004', ssn: '4321' };
  for (const [path, body] of [
    ['checkStudentId', person],
    ['register', { ...person, email: 'new@student.test' }],
  ] as const) {
    for (let times = 0; times < 12; times += 1)
      expect(await problemIn(await portal.post(`/api/${path}`, body))).toMatchObject({
        status: 403,
        code: 'bot_check_needed',
      });
    expect(
      (await portal.post(`/api/${path}`, body, { cookie: 'botcheck=signed.proof' })).status,
    ).toBe(200);
  }
});

test('a key that the browser sends does not reach a call that has none', async () => {
  const keys: unknown[] = [];
  const portal = await withAccounts({
    signInStudent: (_: never, by: never) => {
      keys.push((by as { key: string }).key);
      return { student: aStudent() };
    },
  });
  const key = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
  await portal.post('/api/login', login, { 'idempotency-key': key });
  expect(keys[0]).not.toBe(key);
});
