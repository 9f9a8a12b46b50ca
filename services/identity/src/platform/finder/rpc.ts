import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { FinderServiceDefinition } from '@portal/proto/identity/v1/finder';
import { findStudents } from './find-students.ts';
import { listOpened, noteOpened } from './opened-things.ts';

export const finderRpcs = rpcs(FinderServiceDefinition, {
  findThings: finderHandler({ student: findStudents }),
  listOpened: {
    handle: async (_request, call) => ({
      things: (await listOpened(call)).map(({ thingId, ...thing }) => ({ ...thing, id: thingId })),
    }),
  },
  noteOpened: {
    handle: async (request, call) => {
      await noteOpened(call, request);
      return {};
    },
  },
});
