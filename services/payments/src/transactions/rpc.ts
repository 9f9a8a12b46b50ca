import { studentInView } from '@portal/kit/auth/actor';
import { composeOnce } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { TransactionsServiceDefinition } from '@portal/proto/payments/v1/transactions';
import { refundPackage } from '../refunds/packages/refund-package.ts';
import { listTransactions } from './list-transactions.ts';

const LARGEST_HISTORY = 500;

export const transactionRpcs = rpcs(TransactionsServiceDefinition, {
  listTransactions: {
    handle: async (_request, call) => ({
      transactions: await listTransactions(call, studentInView(call.actor)),
    }),
  },
  listOwnTransactions: {
    handle: async ({ limit }, call) => ({
      transactions: await listTransactions(
        call,
        studentInView(call.actor),
        Math.min(Math.max(limit, 1), LARGEST_HISTORY),
      ),
    }),
  },
  refundPackage: {
    handle: async (request, call) => {
      const studentId = studentInView(call.actor);
      const input = { studentId, ...request };
      const refunded = await refundPackage(call, input);
      const transactions = await composeOnce(call, {
        name: 'refundPackage.response',
        input,
        compose: () => listTransactions(call, studentId),
      });
      return { ...refunded, transactions };
    },
  },
});
