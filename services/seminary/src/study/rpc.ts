import type { Call } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { StudyServiceDefinition } from '@portal/proto/seminary/v1/study';
import { domainError } from '../errors.ts';
import { getStudyInfo } from './eligibility/get-study-info.ts';
import { checkOwnRecord } from './eligibility/own-record.ts';
import { payRest } from './paying/pay-rest.ts';
import { payStudy } from './paying/pay-study.ts';
import { saveMethod } from './paying/save-method.ts';
import { getRefundData } from './refunding/get-refund-data.ts';
import { refundStudy } from './refunding/refund-study.ts';

const METHOD_SAVED = 'The payment method was saved.';

async function ofOwn(call: Call, ttiStudentId: string): Promise<string> {
  if (ttiStudentId === '') throw domainError('student_id_required');
  await checkOwnRecord(call, ttiStudentId);
  return ttiStudentId;
}

export const studyRpcs = rpcs(StudyServiceDefinition, {
  getStudyInfo: {
    handle: async ({ paymentTo, ...request }, call) => {
      await ofOwn(call, request.ttiStudentId);
      return getStudyInfo(call, { ...request, paymentTo: paymentTo ?? null });
    },
  },
  chargeAndJoin: {
    handle: async (
      { programId, paymentTo, amountCents, fullJoin, method, saidBy, ...request },
      call,
    ) => {
      const ttiStudentId = await ofOwn(call, request.ttiStudentId);
      const paying = fullJoin ? 'full' : 'first';
      const more = { method: method ?? null, saidBy: saidBy ?? null };
      return payStudy(call, {
        ttiStudentId,
        programId,
        account: paymentTo,
        agreedCents: amountCents,
        paying,
        ...more,
      });
    },
  },
  payRest: {
    handle: ({ ttiStudentId, programId, amountCents, saidBy }, call) =>
      payRest(call, {
        ttiStudentId,
        programId: programId ?? null,
        agreedCents: amountCents ?? null,
        saidBy: saidBy ?? null,
      }),
  },
  saveMethod: {
    handle: async ({ programId, paymentTo, method, ...request }, call) => {
      const ttiStudentId = await ofOwn(call, request.ttiStudentId);
      const saved = await saveMethod(call, {
        ttiStudentId,
        programId: programId ?? null,
        account: paymentTo,
        method: method ?? {},
      });
      return { currentMethod: saved, messages: [METHOD_SAVED] };
    },
  },
  getRefundData: {
    handle: async (request, call) => {
      const { payments, refundable, message, maxRefundCents } = await getRefundData(
        call.db,
        request,
      );
      return { payments, refundable, maxRefundCents, ...(message === null ? {} : { message }) };
    },
  },
  refundAndUnjoin: {
    handle: ({ amountCents: cents, saidBy, ...request }, call) =>
      refundStudy(call, { ...request, cents, saidBy: saidBy ?? null }),
  },
});
