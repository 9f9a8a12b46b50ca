import { expect, test } from '@jest/globals';
import { DomainError, notFound, unprocessable } from '@portal/kit/errors';
import { aPortal, type FakeServices } from '../testing/portal.ts';
import { aStudent } from '../testing/records.ts';

const withAccounts = (accounts: FakeServices[string][string]) =>
  aPortal({ services: { identity: { accounts } } });
const wrong = () => {
  throw unprocessable('invalid_credentials', 'The email or password is not correct.');
};
const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
const login = { email: 'dana@student.test', password: 'Study4JSE!' };

test('limits an account to ten tries; invalid tries and outages do not count', async () => {
  const outcomes: (() => unknown)[] = [];
  const portal = await withAccounts({ signInStudent: () => (outcomes.shift() ?? wrong)() });
  const tryWith = async (body: unknown) => (await portal.post('/api/login', body)).status;
  outcomes.push(() => {
    throw new DomainError(503, 'unavailable', 'Down.');
  });
  expect(await tryWith(login)).toBe(503);
  for (let times = 0; times < 3; times += 1)
    expect(await tryWith({ email: 'no address', password: 'x' })).toBe(422);
  for (let times = 0; times < 10; times += 1) expect(await tryWith(login)).toBe(422);
  const refused = await portal.post('/api/login', { ...login, email: ' DANA@student.test ' });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await tryWith({ ...login, email: 'noam@student.test' })).toBe(422);
});

/** A portal behind a proxy, with a way to ask from an address of one's choice. */
async function askedFrom(accounts: FakeServices[string][string]) {
  const portal = await aPortal({ proxies: 1, services: { identity: { accounts } } });
  return (address: string, path: string, body: object, cookie?: string) =>
    portal.post(`/api/${path}`, body, {
      'x-forwarded-for': address,
      ...(cookie === undefined ? {} : { cookie }),
    });
}
const passwordOf = ({ password }: { password: string }) =>
  password === login.password ? { student: aStudent() } : wrong();
const school = '203.0.113.9';

test('ten wrong tries from one address stop that address alone', async () => {
  const ask = await askedFrom({ signInStudent: passwordOf, signInStaff: wrong });
  for (let n = 0; n < 10; n += 1)
    expect((await ask('198.51.100.1', 'login', { ...login, password: 'no' })).status).toBe(422);
  expect((await ask('198.51.100.1', 'login', login)).status).toBe(429);
  expect((await ask(school, 'login', login)).status).toBe(200);
  const staff = { loginName: 'unknown', password: 'no' };
  for (let n = 0; n < 10; n += 1)
    expect((await ask('198.51.100.1', 'admin/login', staff)).status).toBe(422);
  expect((await ask('198.51.100.1', 'admin/login', staff)).status).toBe(429);
});

test('the right password resets the count of wrong tries from an address', async () => {
  const ask = await askedFrom({ signInStudent: passwordOf });
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 6; n += 1)
      expect((await ask(school, 'login', { ...login, password: 'no' })).status).toBe(422);
    expect((await ask(school, 'login', login)).status).toBe(200);
  }
});

test('a hundred wrong tries from anywhere block unknown browsers', async () => {
  const ask = await askedFrom({ signInStudent: passwordOf });
  const statuses = [];
  for (let n = 0; n < 101; n += 1)
    statuses.push((await ask(`198.51.100.${n}`, 'login', { ...login, password: 'no' })).status);
  expect([new Set(statuses.slice(0, 100)), statuses[100]]).toEqual([new Set([422]), 429]);
  expect((await ask(school, 'login', login)).status).toBe(429);
});

const knownOf = (answer: Response) =>
  cookiesOf(answer).find((cookie) => cookie.startsWith('known='));

test('a known browser has its own tries; other browsers cannot lock it out', async () => {
  const marks: unknown[] = [];
  const ask = await askedFrom({
    signInStudent: (request: { password: string; browser?: string }) => {
      marks.push(request.browser);
      return passwordOf(request);
    },
  });
  const set = knownOf(await ask(school, 'login', login));
  expect(set).toMatch(
    /^known=\d{10}\.[\w-]{22}\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = set?.split(';')[0] as string;

  for (let n = 0; n < 101; n += 1)
    await ask(n < 10 ? school : `198.51.100.${n}`, 'login', { ...login, password: 'no' });
  expect((await ask(school, 'login', login)).status).toBe(429);
  expect((await ask(school, 'login', login, cookie)).status).toBe(200);
  expect([marks[0], marks[1], marks.at(-1)]).toEqual([undefined, undefined, cookie.split('.')[1]]);

  for (let n = 0; n < 10; n += 1)
    expect((await ask(school, 'login', { ...login, password: 'no' }, cookie)).status).toBe(422);
  expect((await ask('192.0.2.1', 'login', login, cookie)).status).toBe(429);
  const forged = cookie.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
  expect((await ask(school, 'login', login, forged)).status).toBe(429);
});

test('hundreds sign in within minutes behind one address of a school', async () => {
  const ask = await askedFrom({ signInStudent: passwordOf });
  const statuses = await Promise.all(
    Array.from({ length: 320 }, async (_, n) => {
      const slip =
        n % 2 === 0
          ? (await ask(school, 'login', { email: `s${n}@student.test`, password: 'no' })).status
          : 422;
      return [slip, (await ask(school, 'login', { ...login, email: `s${n}@student.test` })).status];
    }),
  );
  expect(new Set(statuses.flat())).toEqual(new Set([422, 200]));
});

test('one address guesses at three hundred accounts at most', async () => {
  const ask = await askedFrom({ signInStudent: passwordOf });
  const guess = (address: string, n: number) =>
    ask(address, 'login', { email: `s${n}@student.test`, password: 'no' });
  const statuses = await Promise.all(
    Array.from({ length: 300 }, async (_, n) => (await guess(school, n)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([422]));
  expect([(await guess(school, 300)).status, (await guess('203.0.113.10', 300)).status]).toEqual([
    429, 422,
  ]);
});

const unknown = () => {
  throw notFound(
    'student_not_found',
    'We could not find a student with these details. Please call the office.',
  );
};
const over = () => {
  throw unprocessable('token_invalid', 'This link is no longer valid. Please request a new one.');
};
test('each purpose counts addresses on its own, apart for students and staff', async () => {
  const ask = await askedFrom({
    signInStaff: wrong,
    signInStudent: wrong,
    checkStudentId: unknown,
    confirmToken: over,
  });
  const purposes: ((n: number) => [string, object])[] = [
    (n) => ['admin/login', { loginName: `staff${n}`, password: 'no' }],
    (n) => ['checkStudentId', { dob: '2004-04-15', ssn: String(n).padStart(4, '0') }],
    (n) => ['adminConfirmToken', { userId: 1 + n, token: 'x' }],
    (n) => ['confirmToken', { studentId: 1 + n, token: 'x' }],
    (n) => ['login', { email: `s${n}@student.test`, password: 'no' }],
  ];
  for (const purpose of purposes) {
    let n = 0;
    const first = (await ask(school, ...purpose(n))).status;
    for (let status = first; status !== 429; n += 1)
      ({ status } = await ask(school, ...purpose(n)));
    expect([first === 429, n >= 60]).toEqual([false, true]);
  }
});

test('guesses at a link stop an address, never the account that the link is for', async () => {
  const right = { type: 'reset', name: 'Dana', proof: 'signed.proof' };
  const ask = await askedFrom({
    confirmToken: ({ token }: { token: string }) => (token === 'right' ? right : over()),
  });
  for (let n = 0; n < 60; n += 1)
    expect(
      (await ask(`198.51.100.${n % 2}`, 'confirmToken', { studentId: 12, token: 'guess' })).status,
    ).toBe(422);
  expect((await ask(school, 'confirmToken', { studentId: 12, token: 'right' })).status).toBe(200);
});

test('without a proxy in front, a claimed client address is ignored', async () => {
  const portal = await withAccounts({ signInStudent: wrong });
  const statuses = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push(
      (await portal.post('/api/login', login, { 'x-forwarded-for': `203.0.113.${n}` })).status,
    );
  expect(statuses.at(-1)).toBe(429);
});

test('mails and bot checks have their own limit for each network address', async () => {
  let requests = 0;
  const answer = () => {
    requests += 1;
    return {};
  };
  const portal = await aPortal({
    proxies: 1,
    services: { identity: { accounts: { requestPasswordReset: answer, verifyBotCheck: answer } } },
  });
  const from = async (path: string, body: object, address: string) =>
    (await portal.post(`/api/${path}`, body, { 'x-forwarded-for': address })).status;
  const email = 'dana@student.test';
  for (let n = 0; n < 120; n += 1)
    expect(await from('forgotPasswordRequest', { email: `s${n}@s.test` }, '203.0.113.9')).toBe(200);
  expect(await from('forgotPasswordRequest', { email }, '203.0.113.9')).toBe(429);
  expect(await from('forgotPasswordRequest', { email }, '203.0.113.10')).toBe(200);
  for (let n = 0; n < 60; n += 1)
    expect(await from('adminForgotPasswordRequest', { email }, '203.0.113.9')).toBe(200);
  expect(await from('adminForgotPasswordRequest', { email }, '203.0.113.9')).toBe(429);
  for (let n = 0; n < 300; n += 1)
    expect(await from('verifyRecaptcha', { recaptchaToken: `t${n}` }, '203.0.113.9')).toBe(200);
  expect(await from('verifyRecaptcha', { recaptchaToken: 'again' }, '203.0.113.9')).toBe(429);
  expect(requests).toBe(481);
});

test('birth dates and SSN digits cannot be tried out either', async () => {
  const portal = await withAccounts({
    checkStudentId: () => {
      throw notFound(
        'student_not_found',
        'We could not find a student with these details. Please call the office.',
      );
    },
  });
  const check = async (dob: string) =>
    (await portal.post('/api/checkStudentId', { dob, ssn: '4321' })).status;
  for (let times = 0; times < 10; times += 1) expect(await check('04/15/2004')).toBe(404);
  expect([await check('2004-04-15'), await check('04/16/2004')]).toEqual([429, 404]);
});
