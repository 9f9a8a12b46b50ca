import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import fc from 'fast-check';
import { type Match, matchOf } from './sign-up-match.ts';

const answer = (matches: Match[], email: string): number | string => {
  try {
    return matchOf(matches, email).id;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};
const ruth = { id: 1, email: 'ruth@student.test', hasAccount: false };
const naomi = { id: 2, email: 'naomi@student.test', hasAccount: false };
const unknown = { id: 3, email: null, hasAccount: false };

test.each([
  { who: 'no one', matches: [], email: 'ruth@student.test', gives: 'student_not_found' },
  { who: 'one with this address', matches: [ruth], email: ' RUTH@student.test ', gives: 1 },
  {
    who: 'one with another address',
    matches: [ruth],
    email: 'other@student.test',
    gives: 'email_mismatch',
  },
  { who: 'one without an address', matches: [unknown], email: 'new@student.test', gives: 3 },
  {
    who: 'one who has an account',
    matches: [{ ...ruth, hasAccount: true }],
    email: 'other@student.test',
    gives: 'already_signed_up',
  },
  {
    who: 'two, the second by its address',
    matches: [ruth, naomi],
    email: 'naomi@student.test',
    gives: 2,
  },
  {
    who: 'two, none by its address',
    matches: [ruth, unknown],
    email: 'new@student.test',
    gives: 'email_mismatch',
  },
  {
    who: 'two, the chosen one with an account',
    matches: [{ ...ruth, hasAccount: true }, unknown],
    email: 'ruth@student.test',
    gives: 'already_signed_up',
  },
  {
    who: 'two with one address, one of them with an account',
    matches: [
      { ...ruth, hasAccount: true },
      { ...ruth, id: 9 },
    ],
    email: 'ruth@student.test',
    gives: 9,
  },
])('a sign-up that matches $who gives $gives', ({ matches, email, gives }) => {
  expect(answer(matches, email)).toBe(gives);
});

test('the chosen student has no account, and no address but the given one', () => {
  const match = fc.record({
    id: fc.nat(),
    email: fc.option(fc.constantFrom('a@b.test', 'C@d.test', 'e@f.test')),
    hasAccount: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(match, { maxLength: 4 }),
      fc.constantFrom('a@b.test', 'c@D.test', 'x@y.test'),
      (matches, email) => {
        const chosen = matches.find(({ id }) => id === answer(matches, email));
        if (typeof answer(matches, email) === 'string' || !chosen) return;
        expect(
          matches.some(
            (one) =>
              one.id === chosen.id &&
              !one.hasAccount &&
              (one.email ?? email).toLowerCase() === email.toLowerCase(),
          ),
        ).toBe(true);
      },
    ),
  );
});
