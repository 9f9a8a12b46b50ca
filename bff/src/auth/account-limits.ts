import type { TryLimit } from '../http/rate-limits/attempts.ts';
import type { Login } from '../http/session/known-browsers.ts';

/**
 * Tries in 15 minutes. R-014 names 10 for an account and 30 for a network address. A caller who
 * reaches a limit also shuts other people out, so the counts are narrower: 10 is the limit for an
 * account at one address, and the limit of an address leaves room for a school whose hundreds of
 * students sign in within minutes behind one address.
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
 * Returns the limits for signing in. `browser` is the mark of a browser that signed in to the
 * account before: it has a count of its own, so that wrong tries from other browsers never shut the
 * owner out.
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
 * Returns the limit for calls that require the current password of a signed-in student. Successful
 * calls count as well, since they send mails.
 */
export const ownPasswordTries = (studentId: number): TryLimit => ({
  rules: [{ of: `own password of student ${studentId}`, most: MAX_FOR_KNOWN_BROWSER }],
  counts: refusedTry,
  countsDone: true,
});

/** Returns the limit for proofs of identity by birth date and SSN digits. */
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
 * Returns the limit for links that set passwords. It counts only by address: guessing 256 bits is
 * impossible, and a count by link would let other callers shut the owner of a link out.
 */
export const linkTries = (kind: Login['kind'], address: string): TryLimit => ({
  rules: [ofAddress(`${kind} links`, address)],
  counts: refusedTry,
});

/**
 * Returns the limit for calls that need no proof but make the portal send a mail or query a partner
 * each time: links to reset a password, bot checks.
 */
export const unprovenTries = (
  purpose: Extract<AddressPurpose, 'bot checks' | `${string} reset requests`>,
  address: string,
): TryLimit => ({
  rules: [ofAddress(purpose, address)],
  counts: () => false,
  countsDone: true,
});

/** Returns the limit for charging or saving a card. */
export const declinedCards = (kind: string, id: number): TryLimit => ({
  rules: [{ of: `cards of ${kind} ${id}`, most: MAX_DECLINED_CARDS }],
  counts: ({ status }) => status === 402,
});
