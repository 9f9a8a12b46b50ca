import { rpcs } from '@portal/kit/grpc/rpc';
import { SystemChecksServiceDefinition } from '@portal/proto/registration/v1/system_checks';
import { getSystemCheck } from './get-system-check.ts';
import { saveSystemCheck } from './save-system-check.ts';

export const systemCheckRpcs = rpcs(SystemChecksServiceDefinition, {
  saveSystemCheck: {
    handle: async (request, call) => ({ check: await saveSystemCheck(call, request) }),
  },
  getSystemCheck: {
    handle: async (_request, call) => ({ check: await getSystemCheck(call) }),
  },
});
