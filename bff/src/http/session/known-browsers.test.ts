import { expect, test } from '@jest/globals';
import { createKnownBrowsers, type Login } from './known-browsers.ts';

const day = 86_400_000;
let now = Date.parse('2026-03-02T15:00:00Z');
const browsers = createKnownBrowsers(
  () => 'a secret of tests',
  () => new Date(now),
);
const dana: Login = { kind: 'student', name: 'dana@student.test' };
const noam: Login = { kind: 'student', name: 'noam@student.test' };

test('a browser is known only at its own account, however the login is written', () => {
  const cookie = browsers.remember(undefined, dana);
  expect(browsers.markOf(cookie, { ...dana, name: ' DANA@student.test ' })).toMatch(/^[\w-]{22}$/);
  expect(browsers.markOf(cookie, noam)).toBeNull();
  expect(browsers.markOf(cookie, { ...dana, kind: 'staff' })).toBeNull();
  expect(browsers.markOf(undefined, dana)).toBeNull();
});

test('the cookie does not reveal the account', () => {
  const cookie = browsers.remember(undefined, dana);
  const plain = cookie
    .split(/[.~]/)
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  expect([cookie, ...plain].join(' ')).not.toMatch(/dana|student/i);
  expect(browsers.remember(undefined, dana)).not.toBe(cookie);
});

test('it is good for 90 days from the last sign-in', () => {
  const first = browsers.remember(undefined, dana);
  now += 60 * day;
  const renewed = browsers.remember(first, dana);
  now += 31 * day;
  expect(browsers.markOf(first, dana)).toBeNull();
  expect(browsers.markOf(renewed, dana)).not.toBeNull();
});

test('signing in again keeps the mark and its count', () => {
  const first = browsers.remember(undefined, dana);
  const again = browsers.remember(first, dana);
  expect(browsers.markOf(again, dana)).toBe(browsers.markOf(first, dana));
  expect(again.split('~')).toHaveLength(1);
});

test('it remembers the five accounts that signed in last', () => {
  const logins = Array.from(
    { length: 7 },
    (_, n): Login => ({ kind: 'student', name: `s${n}@student.test` }),
  );
  const cookie = logins.reduce<string | undefined>(
    (held, login) => browsers.remember(held, login),
    undefined,
  );
  expect(logins.map((login) => browsers.markOf(cookie, login) !== null)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(cookie?.length).toBeLessThan(500);
});

test('a forged, cut, mixed or endless cookie marks no browser as known', () => {
  const cookie = browsers.remember(undefined, dana);
  const [endsAt = '', mark = '', signature = ''] = cookie.split('.');
  const [, marksOfNoam] = browsers.remember(undefined, noam).split('.');
  const forged = [
    '',
    'x',
    '~~~',
    `${Number(endsAt) + 1}.${mark}.${signature}`,
    `${endsAt}.${marksOfNoam}.${signature}`,
    `${endsAt}.${mark}.${signature.slice(0, -1)}`,
    `${endsAt}.${mark}.${'A'.repeat(43)}`,
    `${endsAt}.${mark}`,
    createKnownBrowsers(
      () => 'another secret',
      () => new Date(now),
    ).remember(undefined, dana),
    `${'x~'.repeat(5)}${cookie}`,
    `${cookie}~${'x'.repeat(100_000)}`,
    `${endsAt}.${mark}.${'é'.repeat(43)}`,
  ];
  for (const one of forged)
    expect([one.slice(0, 80), browsers.markOf(one, dana)]).toEqual([one.slice(0, 80), null]);
});
