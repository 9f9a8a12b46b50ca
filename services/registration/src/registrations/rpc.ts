import { rpcs } from '@portal/kit/rpc';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { buyExam } from '../purchases/buy-exam.ts';
import { registerExam } from '../purchases/register-exam.ts';
import { cancelRegistration } from './cancel-registration.ts';
import { getFeesDue } from './get-fees-due.ts';
import { listRegistrations } from './list-registrations.ts';
import { recordFeesPaid } from './record-fees-paid.ts';
import { sendStudyMaterials } from './send-study-materials.ts';

export const registrationRpcs = rpcs(RegistrationsServiceDefinition, {
  listRegistrations: {
    access: ['student', 'admin', 'support', 'advisor', 'service'],
    handle: (_request, call) => listRegistrations(call),
  },
  registerExam: { access: ['student', 'admin'], handle: (request, call) => registerExam(call, request) },
  buyExam: {
    access: ['student', 'admin'],
    handle: (request, call) => buyExam(call, request),
  },
  cancelRegistration: {
    access: ['student', 'admin', 'tech_support', 'school'],
    handle: (request, call) => cancelRegistration(call, { registrationId: request.registrationId, reason: request.reason }),
  },
  sendStudyMaterials: { access: ['student', 'admin', 'advisor'], handle: (request, call) => sendStudyMaterials(call, request) },
  getFeesDue: { access: ['service'], handle: (request, call) => getFeesDue(call, request) },
  recordFeesPaid: {
    access: ['service'],
    async handle(request, call) {
      await recordFeesPaid(call, request);
      return {};
    },
  },
});
