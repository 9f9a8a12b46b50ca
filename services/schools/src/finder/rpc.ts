import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { findSchools } from './find-schools.ts';

export const finderRpcs = rpcs(shared.finder.schools, {
  findThings: finderHandler({ school: findSchools }),
});
