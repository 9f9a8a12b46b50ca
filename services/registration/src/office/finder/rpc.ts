import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { FinderServiceDefinition } from '@portal/proto/registration/v1/finder';
import { findRegistrations } from './find-registrations.ts';
import { findSessions } from './find-sessions.ts';

export const finderRpcs = rpcs(FinderServiceDefinition, {
  findThings: finderHandler({ registration: findRegistrations, session: findSessions }),
});
