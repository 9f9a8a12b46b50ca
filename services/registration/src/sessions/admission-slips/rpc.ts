import { rpcs } from '@portal/kit/grpc/rpc';
import { AdmissionSlipsServiceDefinition } from '@portal/proto/registration/v1/admission_slips';
import { checkIn } from './check-in.ts';
import { getAdmissionSlip } from './get-admission-slip.ts';

export const admissionSlipRpcs = rpcs(AdmissionSlipsServiceDefinition, {
  getAdmissionSlip: {
    handle: ({ registrationId }, call) => getAdmissionSlip(call, registrationId),
  },
  checkIn: {
    async handle(request, call) {
      const { row, counts, already } = await checkIn(call, request);
      return { row, counts, alreadyAt: already?.at, alreadyBy: already?.by };
    },
  },
});
