import { expect, test } from '@jest/globals';
import { createPlaces, PASS_LIFE_MS, PLACE_LIFE_MS } from './place.ts';

const start = new Date('2026-03-02T10:00:00Z').getTime();
let now = start;
const clock = () => new Date(now);
const places = createPlaces(() => 'a secret of tests', clock);
const aPlace = (number = 412) => {
  now = start;
  return places.write({ epoch: 'abcdefgh', number, takenAt: start });
};
const dana = { kind: 'student', name: 'dana@student.test' } as const;

test('a place is read back as it was given', () => {
  const { text, place } = aPlace();
  expect(places.read(text)).toEqual(place);
  expect(place).toMatchObject({ epoch: 'abcdefgh', number: 412, takenAt: start });
});

test.each<{ what: string; forged: (text: string) => string }>([
  { what: 'a better number', forged: (text) => text.replace('.412.', '.1.') },
  { what: 'another queue', forged: (text) => text.replace('abcdefgh', 'abcdefgi') },
  { what: 'an earlier time', forged: (text) => text.replace(String(start), String(start - 1)) },
  { what: 'another id', forged: (text) => text.replace(/[\w-]{16}(?=\.\d{13})/, 'A'.repeat(16)) },
  { what: 'another signature', forged: (text) => text.slice(0, -43) + 'A'.repeat(43) },
  { what: 'something after it', forged: (text) => `${text}.x` },
  { what: 'a long text', forged: (text) => text.padEnd(100_000, 'A') },
  { what: 'nothing', forged: () => '' },
])('$what is no place', ({ forged }) => {
  const { text } = aPlace();
  expect(forged(text)).not.toBe(text);
  expect(places.read(forged(text))).toBeNull();
});

test('a place that another portal signed is none here', () => {
  const { text } = aPlace();
  expect(createPlaces(() => 'another secret of tests', clock).read(text)).toBeNull();
});

test('a replaced secret signs new places; older places and passes stay valid', () => {
  now = start;
  let secret = 'the one before';
  const mine = createPlaces(() => secret, clock);
  const former = createPlaces(() => 'the one before', clock);
  const latter = createPlaces(() => 'the one after', clock);
  const written = (by: typeof mine) =>
    by.write({ epoch: 'abcdefgh', number: 7, takenAt: now }).text;
  const [place, pass] = [written(mine), mine.passFor(dana)];

  secret = 'the one after';
  expect(latter.read(written(mine))).not.toBeNull();
  expect(former.read(written(mine))).toBeNull();
  expect(mine.read(place)).toMatchObject({ number: 7 });
  expect(mine.isPassFor(pass, dana)).toBe(true);
  // a replica that has not read the new one yet
  now += 60_000;
  expect(mine.read(written(former))).not.toBeNull();
  // an attacker who found the old secret makes no new places with it
  now += 120_000;
  expect(mine.read(written(former))).toBeNull();
  expect(mine.read(written(latter))).not.toBeNull();
});

test('a place ends after three hours', () => {
  const { text } = aPlace();
  now = start + PLACE_LIFE_MS - 1;
  expect(places.read(text)).not.toBeNull();
  now = start + PLACE_LIFE_MS;
  expect(places.read(text)).toBeNull();
});

test('readmits an account that signed in, without others, for a day of work', () => {
  now = start;
  const pass = places.passFor(dana);
  const isPass = (login: Parameters<typeof places.isPassFor>[1]) => places.isPassFor(pass, login);
  expect(isPass({ ...dana, name: ' Dana@Student.test ' })).toBe(true);
  expect(isPass({ ...dana, name: 'miri@student.test' })).toBe(false);
  expect(isPass({ ...dana, kind: 'staff' })).toBe(false);
  expect(places.isPassFor(pass.replace(String(start), String(start + 1)), dana)).toBe(false);
  expect(places.isPassFor(undefined, dana)).toBe(false);
  expect(places.read(pass)).toBeNull();
  now = start + PASS_LIFE_MS;
  expect(isPass(dana)).toBe(false);
});
