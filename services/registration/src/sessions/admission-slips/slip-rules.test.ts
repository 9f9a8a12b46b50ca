import { describe, expect, test } from '@jest/globals';
import { readSlip, slipRefusal, writeSlip } from './slip-rules.ts';

const SECRET = 'a secret of these tests alone';
const of = { sessionId: 345, studentId: 2101 };
const code = writeSlip(of, SECRET, 2026);

test('a slip has the ids of session and student, and no personal data', () => {
  expect(readSlip(code, SECRET, 2026)).toEqual({ ...of, keyId: 2026 });
  expect(code).toMatch(/^JSE1\.[\w-]+\.[\w-]{22}$/);
  expect(Buffer.from(code.split('.')[1] as string, 'base64url').toString()).toBe('2026,345,2101');
});

test('slips that were printed before stay good: each year has a key of its own', () => {
  expect(code).toBe('JSE1.MjAyNiwzNDUsMjEwMQ.b_6rOk5Biyp9j1Evqvt0jw');
});

test('characters that a scanner adds around a code do not matter', () => {
  expect(readSlip(`  ${code}\r\n`, SECRET, 2026)).toMatchObject(of);
});

test.each([
  ['of this year', 2026, 2026, true],
  ['of last year', 2025, 2026, true],
  ['of the year before', 2024, 2026, false],
  ['of a year to come', 2027, 2026, false],
])('a key %s is accepted: %s in %s', (_name, made, read, isGood) => {
  const slip = readSlip(writeSlip(of, SECRET, made), SECRET, read);
  expect(slip === 'forged').toBe(!isGood);
});

test('another secret makes other slips, and so does each year', () => {
  const codes = [
    code,
    writeSlip(of, 'another secret of these tests', 2026),
    writeSlip(of, SECRET, 2025),
  ].map((one) => one.split('.')[2]);
  expect(new Set(codes).size).toBe(3);
});

describe('codes that are not slips of the portal', () => {
  const [prefix = '', content = '', proof = ''] = code.split('.');
  const packed = (text: string) => Buffer.from(text).toString('base64url');
  test.each([
    ['nothing', '', 'unreadable'],
    ['a word', 'hello', 'unreadable'],
    ['an address', 'https://jse.test/admission/12', 'unreadable'],
    ['a slip that is cut off', code.slice(0, -1), 'unreadable'],
    ['a slip without its proof', `${prefix}.${content}`, 'unreadable'],
    ['a slip of another form', code.replace('JSE1', 'JSE2'), 'unreadable'],
    ['no ids', `JSE1.${packed('2026,x,y')}.${proof}`, 'unreadable'],
    ['something before it', `x${code}`, 'unreadable'],
    ['something after it', `${code}x`, 'unreadable'],
    ['something before its ids', `JSE1.${packed('12026,345,2101')}.${proof}`, 'unreadable'],
    ['an id too many', `JSE1.${packed('2026,345,2101,1')}.${proof}`, 'unreadable'],
    ['another student', `JSE1.${packed('2026,345,2102')}.${proof}`, 'forged'],
    ['another session', `JSE1.${packed('2026,346,2101')}.${proof}`, 'forged'],
    ['another year', `JSE1.${packed('2025,345,2101')}.${proof}`, 'forged'],
    ['another proof', `JSE1.${content}.${'A'.repeat(22)}`, 'forged'],
  ])('%s', (_name, forged, why) => {
    expect(readSlip(forged, SECRET, 2026)).toBe(why);
  });

  test('a slip made with another secret', () => {
    expect(readSlip(writeSlip(of, 'another secret', 2026), SECRET, 2026)).toBe('forged');
  });
});

const at = (instant: string) => new Date(instant);
test.each([
  ['a moment before it opens', '2026-11-10T13:29:59.999Z', 'too_early'],
  ['60 minutes before the start', '2026-11-10T13:30:00Z', null],
  ['a moment before the own end', '2026-11-10T18:29:59.999Z', null],
  ['at the own end', '2026-11-10T18:30:00Z', 'slip_over'],
])('a slip %s', (_name, now, why) => {
  expect(slipRefusal(at('2026-11-10T14:30:00Z'), at('2026-11-10T18:30:00Z'), at(now))).toBe(why);
});
