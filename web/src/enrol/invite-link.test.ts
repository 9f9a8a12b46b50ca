import { expect, test } from '@jest/globals';
import { readBase64, readInviteLink } from './invite-link.ts';

const coded = (text: string, encoding: BufferEncoding = 'base64url') =>
  Buffer.from(text).toString(encoding);
const parts = (changes: Record<string, string | undefined> = {}) => ({
  email: coded('ina@student.test'),
  membershipTypeId: '2',
  paramCollegeId: coded('269'),
  ...changes,
});

test('a link is read in both alphabets of base64, with and without padding', () => {
  // the bytes of these make +, / and = in plain base64
  for (const text of ['ina+new@student.test', 'o?~~>@student.test', 'a@b.test'])
    for (const encoding of ['base64', 'base64url'] as const)
      expect(readBase64(coded(text, encoding))).toBe(text);
  for (const encoding of ['base64', 'base64url'] as const)
    expect(
      readInviteLink(
        parts({
          email: coded('ina+new@student.test', encoding),
          paramCollegeId: coded('269', encoding),
        }),
      ),
    ).toEqual({
      email: 'ina+new@student.test',
      collegeId: 269,
      schoolName: null,
    });
});

test('a school may be named', () => {
  expect(readInviteLink(parts({ schoolId: '151', schoolName: ' Bais Chana ' }))?.schoolName).toBe(
    'Bais Chana',
  );
  expect(readInviteLink(parts({ schoolId: '151' }))?.schoolName).toBeNull();
});

test.each([
  { email: 'ina@student.test' },
  { email: coded('no address') },
  { email: '' },
  { email: '%' },
  { email: Buffer.from([0xff, 0xfe]).toString('base64url') },
  { membershipTypeId: 'x' },
  { membershipTypeId: '0' },
  { paramCollegeId: '269' },
  { paramCollegeId: coded('-1') },
  { paramCollegeId: coded('269x') },
  { schoolId: 'x' },
])('a link with %j is none', (changes) => {
  expect(readInviteLink(parts(changes))).toBeNull();
});
