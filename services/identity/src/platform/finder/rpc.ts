import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { OpenedThingsServiceDefinition } from '@portal/proto/identity/v1/opened_things';
import { findStudents } from './find-students.ts';
import { listOpened, noteOpened } from './opened-things.ts';

export const finderRpcs = rpcs(shared.finder.identity, {
  findThings: finderHandler({ student: findStudents }),
});

export const openedThingsRpcs = rpcs(OpenedThingsServiceDefinition, {
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
