import type { Access } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { malformed } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/rpc';
import { StudyServiceDefinition } from '@portal/proto/seminary/v1/study';
import { getRefundData } from './get-refund-data.ts';
import { getStudyInfo } from './get-study-info.ts';
import { checkOwnRecord } from './own-record.ts';
import { payRest } from './pay-rest.ts';
import { payStudy } from './pay-study.ts';
import { refundStudy } from './refund-study.ts';
import { saveMethod } from './save-method.ts';

/** joining and payment methods also for the student herself, money back and second payments by the office. */
const joiners: Access[] = ['student', 'admin', 'admissions', 'service'];
const office: Access[] = ['admin', 'admissions', 'service'];

const METHOD_SAVED = 'The payment method was saved.';

async function ofOwn(call: Call, ttiStudentId: string): Promise<string> {
  if (ttiStudentId === '') throw malformed('student_id_required', 'StudentId is required.');
  await checkOwnRecord(call, ttiStudentId);
  return ttiStudentId;
}

export const studyRpcs = rpcs(StudyServiceDefinition, {
  getStudyInfo: {
    access: joiners,
    handle: async ({ paymentTo, ...request }, call) => {
      await ofOwn(call, request.ttiStudentId);
      return getStudyInfo(call, { ...request, paymentTo: paymentTo ?? null });
    },
  },
  chargeAndJoin: {
    access: joiners,
    handle: async ({ programId, paymentTo, amountCents, fullJoin, method, saidBy, ...request }, call) => {
      const ttiStudentId = await ofOwn(call, request.ttiStudentId);
      const paying = fullJoin ? 'full' : 'first';
      const more = { method: method ?? null, saidBy: saidBy ?? null };
      return payStudy(call, { ttiStudentId, programId, account: paymentTo, agreedCents: amountCents, paying, ...more });
    },
  },
  payRest: {
    access: office,
    handle: ({ ttiStudentId, programId, amountCents, saidBy }, call) =>
      payRest(call, { ttiStudentId, programId: programId ?? null, agreedCents: amountCents ?? null, saidBy: saidBy ?? null }),
  },
  saveMethod: {
    access: joiners,
    handle: async ({ programId, paymentTo, method, ...request }, call) => {
      const ttiStudentId = await ofOwn(call, request.ttiStudentId);
      const saved = await saveMethod(call, { ttiStudentId, programId: programId ?? null, account: paymentTo, method: method ?? {} });
      return { currentMethod: saved, messages: [METHOD_SAVED] };
    },
  },
  getRefundData: {
    access: office,
    handle: async (request, call) => {
      const { payments, refundable, message, maxRefundCents } = await getRefundData(call.db, request);
      return { payments, refundable, maxRefundCents, ...(message === null ? {} : { message }) };
    },
  },
  refundAndUnjoin: {
    access: office,
    handle: ({ amountCents: cents, saidBy, ...request }, call) => refundStudy(call, { ...request, cents, saidBy: saidBy ?? null }),
  },
});
