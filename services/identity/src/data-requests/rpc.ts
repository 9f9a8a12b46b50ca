import { isStaff, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { DataRequestsServiceDefinition } from '@portal/proto/identity/v1/data_requests';
import { listRequests } from './list-requests.ts';
import { openData } from './open-data.ts';
import { requestData } from './request-data.ts';
import { stateOf } from './request-rules.ts';
import { listOfStudent, type RequestRow } from './request-store.ts';

const MOST = 200;

const requestView =
  ({ now }: Pick<Call, 'now'>) =>
  ({ id, studentId, student, askedBy, askedAt, until, reason }: RequestRow) => ({
    ...{ id, studentId, student, kind: 'export', askedBy, askedAt },
    ...{
      state: stateOf({ until }, now),
      until: until ?? undefined,
      reason: reason ?? undefined,
    },
  });

export const dataRequestRpcs = rpcs(DataRequestsServiceDefinition, {
  requestData: {
    handle: async ({ reason }, call) => ({
      requestId: await requestData(call, reason),
    }),
  },
  listOwnRequests: {
    handle: async (_, call) => {
      const { db, actor } = call;
      const rows = await listOfStudent(db, studentInView(actor), isStaff(actor));
      return { requests: rows.map(requestView(call)) };
    },
  },
  openData: { handle: ({ requestId }, call) => openData(call, requestId) },
  listDataRequests: {
    handle: async ({ offset, limit }, call) => {
      const page = { offset, limit: Math.min(limit || MOST, MOST) };
      const { rows, total } = await listRequests(call.db, page);
      return { requests: rows.map(requestView(call)), total };
    },
  },
});
