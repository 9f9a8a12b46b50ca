import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { FinderServiceDefinition } from '@portal/proto/schools/v1/finder';
import { findSchools } from './find-schools.ts';

export const finderRpcs = rpcs(FinderServiceDefinition, {
  findThings: finderHandler({ school: findSchools }),
});
