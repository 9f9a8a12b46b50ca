import { commonRefusals, type Problem, statusTitles } from '@portal/contract/problem';
import { DomainError } from '@portal/kit/errors';
import { errorForLog, type LoggedError } from '@portal/kit/observability/error-for-log';
import type { Log } from '@portal/kit/observability/log';
import type { Response } from 'express';

const defaultRetrySeconds = 2;

/**
 * Returns the problem of an error: a refusal as it is, anything else as a 500 without internal
 * details.
 */
function problemOf(error: unknown): Problem {
  if (!(error instanceof DomainError))
    return problem(commonRefusals.internal.status, 'internal', commonRefusals.internal.detail);
  const {
    expected,
    balance,
    missing,
    reason,
    seatsLeft,
    students,
    Error: flagged,
    errors,
    isFinal,
    proctorFee,
    offerUntil,
    least,
    dates,
    reasons,
    changes,
    changedBy,
    changedAt,
    current,
  } = error.extra;
  return {
    ...problem(error.status, error.code, error.detail),
    ...(errors && (error.status === 400 || error.status === 422) ? { errors } : {}),
    ...(expected === undefined ? {} : { expected: expected / 100 }),
    ...(balance === undefined ? {} : { balance: balance / 100 }),
    ...(missing === undefined ? {} : { missing }),
    ...(reason === undefined ? {} : { reason }),
    ...(seatsLeft === undefined ? {} : { seatsLeft }),
    ...(students === undefined ? {} : { students }),
    ...(flagged ? { Error: true as const } : {}),
    ...(isFinal ? { final: true as const } : {}),
    ...(proctorFee === undefined ? {} : { proctorFee: proctorFee / 100 }),
    ...(offerUntil === undefined ? {} : { offerUntil }),
    ...(least === undefined ? {} : { least }),
    ...(dates === undefined ? {} : { dates }),
    ...(reasons === undefined ? {} : { reasons }),
    ...(changes === undefined ? {} : { changes }),
    ...(changedBy === undefined ? {} : { changedBy }),
    ...(changedAt === undefined ? {} : { changedAt }),
    ...(current === undefined ? {} : { current }),
  };
}

const problem = (status: number, code: string, detail: string): Problem => ({
  type: 'about:blank',
  title: statusTitles[status] ?? 'Error',
  status,
  detail,
  code,
});

/**
 * Answers with the problem of an error. Unexpected errors are logged under the id of the request,
 * without the request's content.
 */
export function sendProblem(response: Response, error: unknown, log: Log): void {
  const { requestId } = response.locals;
  const body = { ...problemOf(error), ...(requestId === undefined ? {} : { requestId }) };
  if (!(error instanceof DomainError))
    log.error({ requestId, error: bare(error) }, 'unexpected error');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (body.status === 429 || body.status === 503)
    response.set('Retry-After', String(retryAfter(error)));
  response
    .status(body.status)
    .set({ 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

const retryAfter = (error: unknown): number =>
  (error instanceof DomainError ? error.extra.retryAfter : undefined) ?? defaultRetrySeconds;

/** Where an error came from; its message only by class, since it could hold what a person sent. */
function bare(error: unknown): Omit<LoggedError, 'message' | 'cause'> {
  const { message: _, cause: __, ...where } = errorForLog(error);
  return where;
}
