import { domainError } from '../../errors.ts';

/**
 * The merchant account that a request names. Refuses with payment_to_unknown; whether it is
 * open, payments knows.
 */
export function checkPaymentTo(name: string): string {
  if (name !== 'TTI' && name !== 'TTINJ') throw domainError('payment_to_unknown');
  return name;
}
