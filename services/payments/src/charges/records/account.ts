/**
 * Merchant accounts as the tables name them; partners/merchant-account.ts knows how to sign in to
 * each.
 */
export type Account = 'TTI' | 'TTINJ';
