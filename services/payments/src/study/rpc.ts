import { rpcs } from '@portal/kit/grpc/rpc';
import { StudyPaymentsServiceDefinition } from '@portal/proto/payments/v1/study';
import { chargingStudy } from './charge-study.ts';
import { getStudyMethod } from './get-method.ts';
import { getStudyRefunds, refundStudy } from './refund-study.ts';
import { savingMethod } from './save-method.ts';
import { checkAccount, checkStudyMethod } from './study-method.ts';

export const studyRpcs = rpcs(StudyPaymentsServiceDefinition, {
  getStudyMethod: {
    handle: async ({ ttiStudentId, account }, call) => {
      const method = await getStudyMethod(
        call,
        ttiStudentId,
        account ? checkAccount(account) : null,
      );
      return method ? { method } : {};
    },
  },
  saveStudyMethod: {
    handle: async (request, call) => {
      const account = checkAccount(request.account);
      const method = checkStudyMethod(request.method, account, call.now);
      return {
        method: await savingMethod.start(call, {
          ttiStudentId: request.ttiStudentId,
          account,
          method,
        }),
      };
    },
  },
  chargeStudy: {
    handle: ({ ttiStudentId, programId, amountCents, description, payer, ...request }, call) => {
      const account = checkAccount(request.account);
      const method = request.method ? checkStudyMethod(request.method, account, call.now) : null;
      return chargingStudy.start(call, {
        ttiStudentId,
        programId,
        account,
        amountCents,
        description,
        method,
        reader: payer ?? null,
      });
    },
  },
  refundStudy: { handle: async (request, call) => ({ refunds: await refundStudy(call, request) }) },
  getStudyRefunds: {
    handle: async ({ refundIds }, call) => ({ refunds: await getStudyRefunds(call, refundIds) }),
  },
});
