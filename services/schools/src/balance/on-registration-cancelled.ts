import { on } from '@portal/kit/inbox';
import { Cancelled } from '@portal/proto/registration/v1/events';
import { giveBack } from './give-back.ts';

/** An exam that the balance paid was cancelled: the school has its sum again. */
export const onRegistrationCancelled = on(Cancelled, {
  apply: (tx, { data }) => giveBack(tx, data.registrationId, data.studentId),
});
