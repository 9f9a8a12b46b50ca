/**
 * Merchant accounts at the processor: TTI is the portal's own, TTINJ a second one that seminary
 * study may be paid to. Nothing of one is known in the other.
 */
const accounts = ['TTI', 'TTINJ'] as const;
export type Account = (typeof accounts)[number];

const variables = {
  TTI: ['CARDS_LOGIN_ID', 'CARDS_TRANSACTION_KEY'],
  TTINJ: ['CARDS_TTINJ_LOGIN_ID', 'CARDS_TTINJ_TRANSACTION_KEY'],
} as const;

/** How the portal signs in to an account; null when it was not given the keys of it. */
export function keysOf(account: Account): { name: string; transactionKey: string } | null {
  const [login, key] = variables[account];
  const [name, transactionKey] = [process.env[login], process.env[key]];
  return name && transactionKey ? { name, transactionKey } : null;
}

/** The account of this name; null for any other name, and for one without keys. */
export function accountNamed(name: string): Account | null {
  const found = accounts.find((account) => account === name);
  return found && keysOf(found) ? found : null;
}

/**
 * Whether bank accounts can be charged there: all accounts unless CARDS_ACH_ACCOUNTS lists fewer,
 * e.g. 'TTI' or ''. R-257.
 */
export const takesAch = (account: Account): boolean =>
  (process.env.CARDS_ACH_ACCOUNTS ?? accounts.join()).split(',').includes(account);
