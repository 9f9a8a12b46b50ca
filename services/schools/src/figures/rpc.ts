import { rpcs } from '@portal/kit/grpc/rpc';
import { FiguresServiceDefinition } from '@portal/proto/schools/v1/figures';
import { listBalanceFigures } from './list-balances.ts';

export const figureRpcs = rpcs(FiguresServiceDefinition, {
  listBalanceFigures: {
    handle: async ({ from, to, schoolId = null }, call) => ({
      schools: await listBalanceFigures(call, { from, to, schoolId }),
      asOf: call.now,
    }),
  },
});
