import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  BulkServiceDefinition,
  type BulkOrder as OrderMessage,
} from '@portal/proto/schools/v1/bulk';
import type { BulkOrder } from './quote/bulk-order.ts';
import { quoteBulk } from './quote/quote-bulk.ts';
import { getBulkRun } from './run/get-bulk-run.ts';
import { orderBulk } from './run/order-bulk.ts';
import type { RunState } from './run/run-result.ts';
import { readSessionAccount } from './session-account.ts';

const toOrder = (order: OrderMessage | undefined): BulkOrder => ({
  schoolId: order?.schoolId ?? null,
  sessionId: order?.sessionId ?? 0,
  sendStudyMaterials: order?.sendStudyMaterials ?? false,
  students: (order?.students ?? []).map(({ studentId, examIds, ccId, amountCents }) => ({
    studentId,
    examIds,
    ccId: ccId ?? null,
    amountCents: amountCents ?? null,
  })),
});

const toState = (state: RunState) => ({
  state:
    'progress' in state
      ? state
      : {
          result: {
            ...present(state.result),
            students: state.result.students.map(present),
            studentsPerSession: state.result.studentsPerSession.map(present),
            accountReport: state.result.accountReport.map(present),
          },
        },
});

export const bulkRpcs = rpcs(BulkServiceDefinition, {
  quoteBulk: {
    async handle({ order }, call) {
      const { balanceCents, totalCents, students, ...quote } = await quoteBulk(
        call,
        toOrder(order),
      );
      return {
        ...present(quote),
        totalAmountCents: totalCents,
        schoolBalanceCents: balanceCents ?? undefined,
        students: students.map(({ examError, error, ...student }) => ({
          ...present(student),
          error: error ?? examError ?? undefined,
        })),
      };
    },
  },
  orderBulk: { handle: async ({ order }, call) => toState(await orderBulk(call, toOrder(order))) },
  getBulkRun: { handle: async ({ runId }, call) => toState(await getBulkRun(call, runId)) },
  readSessionAccount: {
    async handle(request, call) {
      const { studentsPerSession, balanceCents, accountReport } = await readSessionAccount(
        call,
        request,
      );
      return {
        studentsPerSession: studentsPerSession.map(present),
        balanceCents: balanceCents ?? undefined,
        accountReport: accountReport.map(present),
      };
    },
  },
});
