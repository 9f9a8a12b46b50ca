import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { TransactionsServiceDefinition } from '@portal/proto/payments/v1/transactions';
import { refundPackage } from '../refunds/packages/refund-package.ts';
import { listTransactions } from './list-transactions.ts';

export const transactionRpcs = rpcs(TransactionsServiceDefinition, {
  listTransactions: {
    handle: async (_request, call) => ({
      transactions: await listTransactions(call, studentInView(call.actor)),
    }),
  },
  refundPackage: {
    handle: async (request, call) => {
      const studentId = studentInView(call.actor);
      const refunded = await refundPackage(call, { studentId, ...request });
      return { ...refunded, transactions: await listTransactions(call, studentId) };
    },
  },
});
