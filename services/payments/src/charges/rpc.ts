import { studentInView } from '@portal/kit/actor';
import { rpcs } from '@portal/kit/rpc';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { refundCharge } from '../refunds/refund-charge.ts';
import { listCharges } from './list-charges.ts';

export const chargeRpcs = rpcs(ChargesServiceDefinition, {
  listCharges: {
    access: ['superAdmin', 'tech_support', 'service'],
    handle: async (_request, call) => ({ charges: await listCharges(call, studentInView(call.actor)) }),
  },
  refundCharge: {
    access: ['superAdmin', 'tech_support'],
    handle: async (request, call) => ({ charges: await refundCharge(call, request) }),
  },
});
