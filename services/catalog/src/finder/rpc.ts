import { finderHandler } from '@portal/kit/finder/find-things';
import { rpcs } from '@portal/kit/grpc/rpc';
import { FinderServiceDefinition } from '@portal/proto/catalog/v1/finder';
import { findExams } from './find-exams.ts';

export const finderRpcs = rpcs(FinderServiceDefinition, {
  findThings: finderHandler({ exam: findExams }),
});
