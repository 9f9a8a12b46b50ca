import * as contract from '@portal/contract/sessions/staff-online';
import type { OfficeRegistration } from '@portal/proto/registration/v1/online_office';
import { route } from '../http/route.ts';
import { registrationView } from '../students/staff-registration-view.ts';

const answerOf = ({ registration }: { registration?: OfficeRegistration | undefined }) => {
  if (!registration) throw new Error('answered without a registration');
  return { registration: registrationView(registration) };
};

export const staffOnlineRoutes = [
  route(contract.setOnlineExamTakenOverride, async ({ input, by }, { registration }) =>
    answerOf(await registration.onlineOffice.reopen(input, by)),
  ),

  route(contract.setOnlineAccess, async ({ input, by }, { registration }) =>
    answerOf(await registration.onlineOffice.clearAccess(input, by)),
  ),

  route(contract.resetOnlineExamCompleted, async ({ input, by }, { registration }) =>
    answerOf(await registration.onlineOffice.clearCompleted(input, by)),
  ),
];
