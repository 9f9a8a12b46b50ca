import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { listOwnPayments, listOwnReceiptRows } from '../receipts/list-own-payments.ts';
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
  listOwnPayments: {
    handle: async ({ before, limit }, call) => {
      const place = before?.at ? { ...before, at: before.at } : undefined;
      const { payments, more } = await listOwnPayments(call, studentInView(call.actor), {
        before: place,
        limit,
      });
      return {
        payments: payments.map(
          ({ at, refundId, paymentId, descriptions, amountCents, cardType, cardLast4 }) => ({
            place: { at, refundId, paymentId },
            descriptions,
            amountCents,
            cardType: cardType ?? undefined,
            cardLast4: cardLast4 ?? undefined,
          }),
        ),
        more,
      };
    },
  },
  listOwnReceiptRows: {
    handle: async (request, call) => ({
      rows: await listOwnReceiptRows(call, studentInView(call.actor), request),
    }),
  },
  refundCharge: {
    handle: async (request, call) => ({ charges: await refundCharge(call, request) }),
  },
});
