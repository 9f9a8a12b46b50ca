import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { listReceiptRows } from '../receipts/list-receipt-rows.ts';
import { refundCharge } from '../refunds/refund-charge.ts';
import { listCharges } from './records/list-charges.ts';

export const chargeRpcs = rpcs(ChargesServiceDefinition, {
  listCharges: {
    handle: async (_request, call) => ({
      charges: await listCharges(call, studentInView(call.actor)),
    }),
  },
  listReceiptRows: {
    handle: async ({ year }, call) => ({
      rows: await listReceiptRows(call, studentInView(call.actor), year),
    }),
  },
  refundCharge: {
    handle: async (request, call) => ({ charges: await refundCharge(call, request) }),
  },
});
