import { composeOnce } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { ReconciliationServiceDefinition } from '@portal/proto/payments/v1/reconciliation';
import { compareDay } from './compare-day.ts';
import {
  accountRequest,
  type DifferenceView,
  dayNamed,
  dayNow,
  differenceNow,
  listSettledDays,
  type SettledDayView,
} from './list-days.ts';
import { commentOf, mendDifference } from './mending/mend-difference.ts';
import { type Action, openDifferences } from './records/difference-store.ts';
import { signDay } from './sign-day.ts';

const ACTIONS: readonly Action[] = ['explain', 'finish_payment', 'refund_there', 'adjust'];
function actionNamed(name: string): Action {
  const action = ACTIONS.find((one) => one === name);
  if (!action) throw invalid({ path: 'action', message: 'action invalid' });
  return action;
}

const wireDay = ({ runId: _run, ...day }: SettledDayView) => present(day);
const wireDifference = ({ changedBy: by, changedAt: at, ...row }: DifferenceView) =>
  present({ ...row, by, at });

export const reconciliationRpcs = rpcs(ReconciliationServiceDefinition, {
  listSettledDays: {
    handle: async (request, call) => {
      const { days, differences, batches } = await listSettledDays(call, request);
      return { days: days.map(wireDay), differences: differences.map(wireDifference), batches };
    },
  },
  countOpenDifferences: {
    handle: async (_request, { db }) => present(await openDifferences(db)),
  },
  compareDay: {
    handle: ({ day, account }, call) =>
      compareDay(call, { day: dayNamed(day), account: accountRequest(account) }),
  },
  mendDifference: {
    handle: async ({ differenceId, action, comment, amountCents = null }, call) => {
      const mend = { differenceId, action: actionNamed(action), comment: commentOf(comment) };
      const input = { ...mend, amountCents };
      await mendDifference(call, input);
      const { difference, day } = await composeOnce(call, {
        name: 'mendDifference.response',
        input,
        compose: async () => {
          const difference = await differenceNow(call, differenceId);
          return { difference, day: await dayNow(call.db, difference) };
        },
      });
      return { difference: wireDifference(difference), day: wireDay(day) };
    },
  },
  signDay: {
    handle: async ({ day, account, comment }, call) => {
      const of = { day: dayNamed(day), account: accountRequest(account) };
      const input = { ...of, comment: commentOf(comment) };
      await signDay(call, input);
      const compose = () => dayNow(call.db, of);
      return {
        day: wireDay(await composeOnce(call, { name: 'signDay.response', input, compose })),
      };
    },
  },
});
