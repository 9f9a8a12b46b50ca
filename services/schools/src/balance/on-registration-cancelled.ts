import { on } from '@portal/kit/events/inbox';
import { Cancelled } from '@portal/proto/registration/v1/events';
import { refundToBalance } from './refund-to-balance.ts';

/** An exam that the balance paid was cancelled: the school has its sum again. */
export const onRegistrationCancelled = on(Cancelled, {
  apply: (tx, { data }) => refundToBalance(tx, data.registrationId, data.studentId),
});
