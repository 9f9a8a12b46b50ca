import { rpcs } from '@portal/kit/rpc';
import { BulkServiceDefinition } from '@portal/proto/payments/v1/bulk';
import { withCopies } from '../copies/buyer.ts';
import { payingBulkExams } from './pay-bulk-exams.ts';
import { quoteBulkExams } from './quote-bulk-exams.ts';

export const bulkRpcs = rpcs(BulkServiceDefinition, {
  quoteBulkExams: {
    access: ['service'],
    handle: async (request, call) => ({ students: await quoteBulkExams(call, request) }),
  },
  payBulkExams: {
    access: ['service'],
    handle: ({ ccId = null, ...order }, call) => withCopies(call, () => payingBulkExams.start(call, { ...order, ccId })),
  },
});
