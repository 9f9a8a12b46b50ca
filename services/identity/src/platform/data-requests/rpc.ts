import { isStaff, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { DataRequestsServiceDefinition } from '@portal/proto/identity/v1/data_requests';
import { stateOf as blankingState } from '../blanking/blanking-rules.ts';
import { orderBlanking, previewBlanking, withdrawBlanking } from '../blanking/order-blanking.ts';
import { type ListedRequest, listRequests } from './list-requests.ts';
import { openData } from './open-data.ts';
import { requestData } from './request-data.ts';
import { stateOf } from './request-rules.ts';
import { listOfStudent, type RequestRow } from './request-store.ts';

const MOST = 200;

const requestView =
  ({ now }: Pick<Call, 'now'>) =>
  ({ id, studentId, student, askedBy, askedAt, until, reason }: RequestRow) => ({
    id,
    studentId,
    student,
    kind: 'export',
    askedBy,
    askedAt,
    state: stateOf({ until }, now),
    until: until ?? undefined,
    reason: reason ?? undefined,
  });

const listedView = (call: Pick<Call, 'now'>) => (request: ListedRequest) => {
  const { kind, id, studentId, student, askedBy, askedAt, until, reason } = request;
  return {
    id,
    studentId,
    student,
    kind,
    askedBy,
    askedAt,
    state: kind === 'export' ? stateOf({ until }, call.now) : blankingState(request),
    until: until ?? undefined,
    reason: reason ?? undefined,
  };
};

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
    handle: async ({ offset, limit, kind = null, state = null }, call) => {
      const wanted = { offset, limit: Math.min(limit || MOST, MOST), kind, state };
      const { rows, total } = await listRequests(call.db, wanted, call.now);
      return { requests: rows.map(listedView(call)), total };
    },
  },
  previewBlanking: {
    handle: ({ forfeitCredits }, call) => previewBlanking(call, forfeitCredits),
  },
  blankStudent: { handle: (order, call) => orderBlanking(call, order) },
  withdrawBlanking: { handle: (wish, call) => withdrawBlanking(call, wish) },
});
