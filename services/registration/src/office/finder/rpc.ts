import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { findRegistrations } from './find-registrations.ts';
import { findSessions } from './find-sessions.ts';

export const finderRpcs = rpcs(shared.finder.registration, {
  findThings: finderHandler({ registration: findRegistrations, session: findSessions }),
});
