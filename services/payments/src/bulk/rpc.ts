import { callsOf } from '@portal/kit/commands/commands-together';
import { malformed } from '@portal/kit/errors';
import { outcomeMessage } from '@portal/kit/grpc/refusal';
import { rpcs } from '@portal/kit/grpc/rpc';
import { BulkServiceDefinition, type PayBulkExamsRequest } from '@portal/proto/payments/v1/bulk';
import { type PayBulkExams, payBulkExams, payBulkExamsOfStudents } from './pay-bulk-exams.ts';
import { quoteBulkExams } from './quote-bulk-exams.ts';

const toOrder = ({ ccId, ...order }: PayBulkExamsRequest): PayBulkExams => ({
  ...order,
  ccId: ccId ?? null,
});

export const bulkRpcs = rpcs(BulkServiceDefinition, {
  quoteBulkExams: {
    handle: async (request, call) => ({ students: await quoteBulkExams(call, request) }),
  },
  payBulkExams: { handle: (request, call) => payBulkExams(call, toOrder(request)) },
  payBulkExamsOfStudents: {
    async handle({ students }, call) {
      const calls = callsOf(call, students, toOrder);
      // a card is charged in a process of its own
      if (!calls.every(({ input }) => input.prepays))
        throw malformed('bad_request', 'Only a school that prepays pays for several students.');
      const outcomes = await payBulkExamsOfStudents(calls);
      return { students: outcomes.map(outcomeMessage) };
    },
  },
});
