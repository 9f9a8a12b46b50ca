import { on } from '@portal/kit/events/inbox';
import { Redeemed } from '@portal/proto/seminary/v1/events';
import { keepRedeemed } from './keep-redeemed.ts';

/** Seminary exams that were redeemed are results of the student, of the day of the redemption. */
export const onSeminaryRedeemed = on(Redeemed, {
  apply: (tx, { data }) => keepRedeemed(tx, data),
});
