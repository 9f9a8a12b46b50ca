import type { TryLimit } from '../http/rate-limits/attempts.ts';
import type { Login } from './known-browsers.ts';

/**
 * Tries in 15 minutes. R-014 names 10 for an account and 30 for a network address; since whoever
 * reaches a limit shuts others out too, they are counted so that the innocent are not: 10 stands
 * for an account at one address, and what an address may do has room for a school whose hundreds of
 * students sign in within minutes behind one of them.
 */
const MAX_FOR_ACCOUNT_AT_ADDRESS = 10;
/** From however many addresses. Only browsers that signed in to the account before go on then. */
const MAX_FOR_ACCOUNT = 100;
const MAX_FOR_KNOWN_BROWSER = 10;
/** For a birth date with SSN digits, wherever they are tried. */
const MAX_FOR_PERSON = 10;
const MAX_DECLINED_CARDS = 10;

/** Each purpose has an address counter of its own, and so have students and staff. */
const MAX_FOR_ADDRESS = {
  'student sign-ins': 300,
  'staff sign-ins': 60,
  'identity checks': 100,
  'self sign-ups': 60,
  'student links': 100,
  'staff links': 60,
  'student reset requests': 120,
  'staff reset requests': 60,
  'bot checks': 300,
};
export type AddressPurpose = keyof typeof MAX_FOR_ADDRESS;
export const ofAddress = (purpose: AddressPurpose, address: string) => ({
  of: `${purpose} of address ${address}`,
  most: MAX_FOR_ADDRESS[purpose],
});

/** Only tries that were well-formed and refused count. */
const refusedTry: TryLimit['counts'] = ({ status, code }) =>
  [403, 404, 409, 422].includes(status) && !['bot_check_needed', 'already_set_up'].includes(code);

/**
 * For signing in. `browser` is the mark of a browser that signed in to the account before: it has a
 * count of its own and is touched by no other, so that wrong tries of somebody else never shut out
 * the owner.
 */
export function signInTries(
  { kind, name }: Login,
  address: string,
  browser: string | null,
): TryLimit {
  const account = `${kind} ${name.trim().toLowerCase()}`;
  if (browser !== null) {
    const ofBrowser = {
      of: `sign-ins of ${account} at browser ${browser}`,
      most: MAX_FOR_KNOWN_BROWSER,
    };
    return { rules: [ofBrowser], counts: refusedTry, forgive: ofBrowser };
  }
  const ofPair = {
    of: `sign-ins of ${account} at address ${address}`,
    most: MAX_FOR_ACCOUNT_AT_ADDRESS,
  };
  const ofAccount = { of: `sign-ins of ${account}`, most: MAX_FOR_ACCOUNT };
  return {
    rules: [ofAddress(`${kind} sign-ins`, address), ofAccount, ofPair],
    counts: refusedTry,
    forgive: ofPair,
  };
}

/** The same of staff: a password that leads to a second step forgives nothing yet. R-585 */
export const staffSignInTries = (
  login: Login,
  address: string,
  browser: string | null,
): TryLimit => ({
  ...signInTries(login, address, browser),
  forgives: (done) => typeof done === 'object' && done !== null && 'user' in done,
});

/** Where a second step has no sign-in that it could be of. */
export const strayTries = (address: string): TryLimit => ({
  rules: [ofAddress('staff sign-ins', address)],
  counts: refusedTry,
});

/** The same of staff. */
export const ownStaffTries = (userId: number): TryLimit => ({
  rules: [{ of: `own password of staff ${userId}`, most: MAX_FOR_KNOWN_BROWSER }],
  counts: refusedTry,
});

/**
 * For what asks a student who is signed in for the current password. What succeeds counts as well:
 * it sends mails.
 */
export const ownPasswordTries = (studentId: number): TryLimit => ({
  rules: [{ of: `own password of student ${studentId}`, most: MAX_FOR_KNOWN_BROWSER }],
  counts: refusedTry,
  countsDone: true,
});

/** For proving by birth date and SSN digits who one is. */
export function identityTries(
  { dob, ssn }: { dob: string; ssn: string },
  address: string,
): TryLimit {
  const ofPerson = { of: `identity checks of ${dob} ${ssn}`, most: MAX_FOR_PERSON };
  return {
    rules: [ofAddress('identity checks', address), ofPerson],
    counts: refusedTry,
    forgive: ofPerson,
  };
}

/**
 * For links that set passwords: nobody guesses 256 bits, so only the address is counted, or anybody
 * could shut the owner of a link out.
 */
export const linkTries = (kind: Login['kind'], address: string): TryLimit => ({
  rules: [ofAddress(`${kind} links`, address)],
  counts: refusedTry,
});

/**
 * For what nobody has to prove anything for and that asks or mails somebody else each time: links
 * to reset a password, bot checks.
 */
export const unprovenTries = (
  purpose: Extract<AddressPurpose, 'bot checks' | `${string} reset requests`>,
  address: string,
): TryLimit => ({
  rules: [ofAddress(purpose, address)],
  counts: () => false,
  countsDone: true,
});

/** For charging or saving a card. */
export const declinedCards = (kind: string, id: number): TryLimit => ({
  rules: [{ of: `cards of ${kind} ${id}`, most: MAX_DECLINED_CARDS }],
  counts: ({ status }) => status === 402,
});
