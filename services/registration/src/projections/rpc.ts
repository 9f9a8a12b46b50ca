import { rpcs } from '@portal/kit/grpc/rpc';
import { ProjectionsServiceDefinition } from '@portal/proto/registration/v1/projections';
import { refreshStudent } from '../capacity/seats/special-places/refresh-student.ts';

export const projectionRpcs = rpcs(ProjectionsServiceDefinition, {
  refreshStudent: {
    handle: async (_, call) => {
      await refreshStudent(call);
      return {};
    },
  },
});
