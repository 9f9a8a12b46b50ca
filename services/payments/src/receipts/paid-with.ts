import { BANK_ACCOUNT } from '../partners/card-transactions.ts';

const nameOf = (type: string | null) => (type === BANK_ACCOUNT ? 'Bank account' : (type ?? 'Card'));

/** With what was paid, as people read it: 'Visa ending 1111'. */
export const paidWith = (type: string | null, last4: string | null): string =>
  last4 ? `${nameOf(type)} ending ${last4}` : nameOf(type);
