import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { checkMethod } from '../cards/card-fields.ts';
import { quoteFeeRefunds } from '../refunds/quote-fee-refunds.ts';
import { refundFees } from '../refunds/refund-fees.ts';
import { payFees } from './pay-fees.ts';
import { payingRetakeFee } from './pay-retake-fee.ts';

export const feeRpcs = rpcs(FeesServiceDefinition, {
  payFees: {
    handle: ({ method, sessionId = null, ...agreed }, call) => {
      const chosen = agreed.amountCents === 0 ? null : checkMethod(method, call.now);
      return payFees(call, {
        ...agreed,
        sessionId,
        studentId: studentInView(call.actor),
        method: chosen,
      });
    },
  },
  payRetakeFee: {
    handle: ({ method, ...order }, call) =>
      payingRetakeFee.start(call, { ...order, method: checkMethod(method, call.now) }),
  },
  quoteFeeRefunds: { handle: ({ fees }, call) => quoteFeeRefunds(call, fees) },
  refundFees: { handle: (request, call) => refundFees(call, request) },
});
