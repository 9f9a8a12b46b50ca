import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { findExams } from './find-exams.ts';

export const finderRpcs = rpcs(shared.finder.catalog, {
  findThings: finderHandler({ exam: findExams }),
});
