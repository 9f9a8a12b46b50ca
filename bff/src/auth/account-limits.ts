import type { TryLimit } from '../door/tries.ts';

/** failed tries in 15 minutes for one account (or birth date and SSN), and for one network address. */
const mostForAccount = 10;
const mostForAddress = 30;
const mostDeclinedCards = 10;

/** For signing in, proving who one is, and links for passwords. Only tries that were well-formed and refused count. */
export function signInTries(account: string, address: string): TryLimit {
  const ofAccount = { of: `account ${account}`, most: mostForAccount };
  return {
    rules: [{ of: `address ${address}`, most: mostForAddress }, ofAccount],
    counts: ({ status }) => status === 403 || status === 404 || status === 409 || status === 422,
    forgive: ofAccount,
  };
}

/**
 * For what nobody has to prove anything for and that asks or mails somebody else each time: links to reset a password, bot checks. A whole school may
 * sit behind one address.
 */
const mostUnproven = 60;
export const unprovenTries = (what: 'reset links' | 'bot checks', address: string): TryLimit => ({
  rules: [{ of: `${what} of address ${address}`, most: mostUnproven }],
  counts: () => false,
  countsDone: true,
});

/** For charging or saving a card. */
export const declinedCards = (kind: string, id: number): TryLimit => ({
  rules: [{ of: `cards of ${kind} ${id}`, most: mostDeclinedCards }],
  counts: ({ status }) => status === 402,
});
