import type { PaymentMethod } from '@portal/contract/cards';

/** 'Expires 08/28', 'Expired 05/26'. */
export const expiryText = ({ ccExpMonth, ccExpYear, expired }: PaymentMethod): string =>
  `${expired ? 'Expired' : 'Expires'} ${String(ccExpMonth).padStart(2, '0')}/${String(ccExpYear).slice(-2)}`;
