import * as contract from '@portal/contract/schools';
import { DomainError } from '@portal/kit/errors';
import { dollars } from '@portal/kit/money';
import type { BulkRunState } from '@portal/proto/schools/v1/bulk';
import { Accepted, route } from '../http/route.ts';
import { orderOf, progressView, quoteView, resultView } from './views.ts';

/** The service waits for a run up to 20 seconds; the BFF waits this long for the service. */
const RUN_TIMEOUT_MS = 45_000;

/** 202 while a run is worked off, 200 when it has ended. */
function stateView(
  state: BulkRunState | undefined,
): contract.BulkResult | Accepted<contract.BulkProgress> {
  if (state?.result) return resultView(state.result);
  if (!state?.progress) throw new Error('a run without a state');
  return new Accepted(progressView(state.progress));
}

/**
 * Converts the current amount of each student in a refusal to dollars, like all amounts of the
 * page.
 */
function inDollars(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'amount_changed') return error;
  const students = (error.extra.students ?? []) as { studentId: number; expected: number }[];
  return new DomainError(error.status, error.code, error.detail, {
    ...error.extra,
    students: students.map(({ studentId, expected }) => ({
      studentId,
      expected: dollars(expected),
    })),
  });
}

export const schoolRoutes = [
  route(contract.quoteRegisterAndSchedule, async ({ input, by }, { schools }) =>
    quoteView(await schools.bulk.quoteBulk({ order: orderOf(input) }, { ...by, key: null })),
  ),

  route(contract.payRegisterAndSchedule, async ({ input, by }, { schools }) => {
    const request = schools.bulk.orderBulk(
      { order: orderOf(input) },
      { ...by, deadlineMs: RUN_TIMEOUT_MS },
    );
    const { state } = await request.catch((error: unknown) => {
      throw inDollars(error);
    });
    return stateView(state);
  }),

  route(contract.bulkRegistrationRun, async ({ input, by }, { schools }) => {
    const { state } = await schools.bulk.getBulkRun({ runId: input.runId }, by);
    return stateView(state);
  }),
];
