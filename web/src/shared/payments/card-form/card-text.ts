import { t } from '@lingui/core/macro';
import type { PaymentMethod } from '@portal/contract/payments/cards';

/** 'Expires 08/28', 'Expired 05/26'. */
export const expiryText = ({ ccExpMonth, ccExpYear, expired }: PaymentMethod): string =>
  `${expired ? t`Expired` : t`Expires`} ` +
  `${String(ccExpMonth).padStart(2, '0')}/${String(ccExpYear).slice(-2)}`;

/** 'Visa ending in 1111' */
export const cardText = ({
  cardtype,
  cc4digits,
}: Pick<PaymentMethod, 'cardtype' | 'cc4digits'>): string => t`${cardtype} ending in ${cc4digits}`;

/** The default card first, the others newest first as they come. */
export const defaultFirst = (methods: readonly PaymentMethod[]): PaymentMethod[] =>
  methods.toSorted((a, b) => Number(b.isDefault === true) - Number(a.isDefault === true));

/** The card that is offered until the person chooses another: the first that can be used. */
export const offeredCard = (methods: readonly PaymentMethod[]): PaymentMethod | undefined =>
  defaultFirst(methods).find(({ expired }) => !expired);
