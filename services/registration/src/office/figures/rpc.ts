import { rpcs } from '@portal/kit/grpc/rpc';
import { FiguresServiceDefinition } from '@portal/proto/registration/v1/figures';
import {
  listCounted,
  listExamResultFigures,
  listRegistrationFigures,
  listResultFigures,
  listSeatFigures,
} from './list-figures.ts';

export const figureRpcs = rpcs(FiguresServiceDefinition, {
  listRegistrationFigures: {
    handle: ({ from, to, vendorId = null, locationId = null }, call) =>
      listRegistrationFigures(call, { from, to, vendorId, locationId }),
  },
  listResultFigures: {
    handle: ({ from, to, vendorId = null }, call) =>
      listResultFigures(call, { from, to, vendorId }),
  },
  listExamResultFigures: {
    handle: ({ vendorId = null, ...request }, call) =>
      listExamResultFigures(call, { ...request, vendorId }),
  },
  listSeatFigures: {
    handle: ({ from, to, locationId = null }, call) =>
      listSeatFigures(call, { from, to, locationId }),
  },
  listCountedRegistrations: {
    handle: async ({ vendorId = null, examId = null, locationId = null, ...request }, call) => {
      const { rows, total } = await listCounted(call, {
        ...request,
        vendorId,
        examId,
        locationId,
      });
      return {
        rows: rows.map(({ locationName, gradeComment: _, ...row }) => ({
          ...row,
          locationName: locationName ?? undefined,
        })),
        total,
      };
    },
  },
});
