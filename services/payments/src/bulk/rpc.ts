import { rpcs } from '@portal/kit/grpc/rpc';
import { BulkServiceDefinition } from '@portal/proto/payments/v1/bulk';
import { withProjections } from '../projections/buyer.ts';
import { payBulkExams } from './pay-bulk-exams.ts';
import { quoteBulkExams } from './quote-bulk-exams.ts';

export const bulkRpcs = rpcs(BulkServiceDefinition, {
  quoteBulkExams: {
    handle: async (request, call) => ({ students: await quoteBulkExams(call, request) }),
  },
  payBulkExams: {
    handle: ({ ccId = null, ...order }, call) =>
      withProjections(call, () => payBulkExams(call, { ...order, ccId })),
  },
});
