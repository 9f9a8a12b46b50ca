import { on } from '@portal/kit/events/inbox';
import { ChargeRefunded } from '@portal/proto/payments/v1/events';
import { lookUpNow } from './look-now.ts';

/** Money went back: a refund that waited for settlement is looked at without delay. */
export const onChargeRefunded = on(ChargeRefunded, {
  apply: (tx, { data: { refundIds } }) => lookUpNow(tx, refundIds),
});
