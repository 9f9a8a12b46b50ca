import { rpcs } from '@portal/kit/grpc/rpc';
import { FiguresServiceDefinition } from '@portal/proto/payments/v1/figures';
import { listMoneyEntries, listMoneyFigures } from './list-figures.ts';
import { namePayers } from './name-payers.ts';

export const figureRpcs = rpcs(FiguresServiceDefinition, {
  listMoneyFigures: {
    handle: (request, call) => listMoneyFigures(call, request),
  },
  listMoneyEntries: {
    handle: async (request, call) => {
      const { entries, ...sum } = await listMoneyEntries(call, request);
      const payerOf = await namePayers(entries, call.requestId);
      return {
        entries: entries.map((entry) => {
          const { studentId, schoolId, ttiStudentId: _, payerFirstName: __, ...facts } = entry;
          return {
            ...facts,
            studentId: studentId ?? undefined,
            schoolId: schoolId ?? undefined,
            payer: payerOf(entry),
          };
        }),
        ...sum,
      };
    },
  },
});
