import { type Language, textsIn } from '@portal/kit/email/language';
import { BANK_ACCOUNT } from '../partners/card-transactions.ts';

/** Returns the means of payment for display: 'Visa ending 1111'. */
export function paidWith(
  type: string | null,
  last4: string | null,
  language: Language = 'en',
): string {
  const i18n = textsIn(language);
  const name = type === BANK_ACCOUNT ? i18n._('Bank account') : (type ?? i18n._('Card'));
  return last4 ? i18n._('{name} ending {last4}', { name, last4 }) : name;
}
