import { unprocessable } from '@portal/kit/errors';

/** The merchant account that a request names. Refuses with payment_to_unknown; whether it is open, payments knows. */
export function checkPaymentTo(name: string): string {
  if (name !== 'TTI' && name !== 'TTINJ') throw unprocessable('payment_to_unknown', '"PaymentTo" not recognized.');
  return name;
}
