import { can } from '@portal/access/can';
import * as runs from '@portal/contract/runs/session-runs';
import { DomainError, notFound } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Move } from '@portal/proto/registration/v1/session_runs';
import type { Clients } from '../../clients.ts';
import { Accepted, route } from '../../http/route.ts';
import { importRunView, isImportRun } from '../../imports/views.ts';
import { officeSessionView } from './office-views.ts';
import { callOffPreviewView, movePreviewView, progressView, runView } from './run-views.ts';

/** A long run continues after the answer; a short one is waited for. */
const RUN_MS = 30_000;

/** Adds the current state after a change or preview, so that staff can decide again. */
async function withCurrent<T>(
  request: Promise<T>,
  current: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const now = current[error.code];
    if (now === undefined) throw error;
    const extra = { ...error.extra, current: await now() };
    throw new DomainError(error.status, error.code, error.detail, extra);
  }
}

const sessionNow =
  ({ registration }: Pick<Clients, 'registration'>, sessionId: number, by: CallOptions) =>
  async () =>
    officeSessionView((await registration.calendar.getOfficeSession({ sessionId }, by)).session);

export const sessionRunRoutes = [
  route(runs.moveOfficeSession, async ({ input, by }, context) => {
    const {
      testSessionId: sessionId,
      testSessionTime: time,
      previewHash,
      dryRun,
      rooms,
      ...to
    } = input;
    const { runs: asks } = context.registration;
    const move: Move = {
      ...to,
      sessionId,
      time,
      confirmDay: to.confirmDay === true,
      rooms: rooms && { rooms },
    };
    const preview = async () => movePreviewView(await asks.previewMove({ move }, by));
    const session_changed = sessionNow(context, sessionId, by);
    if (dryRun === true) return withCurrent(preview(), { session_changed });
    const { run } = await withCurrent(
      asks.moveSession({ move, previewHash: previewHash ?? '' }, { ...by, deadlineMs: RUN_MS }),
      { session_changed, preview_outdated: preview },
    );
    const state = runView(run);
    if (state instanceof Accepted || state.kind === 'move') return state;
    throw new Error('a move came to something else');
  }),

  route(runs.callOffOfficeSession, async ({ input, by }, context) => {
    const { testSessionId: sessionId, previewHash, dryRun, proctorFees, ...rest } = input;
    const { runs: asks } = context.registration;
    const callOff = { ...rest, sessionId, refundFees: proctorFees === 'refund' };
    const preview = async () => callOffPreviewView(await asks.previewCallOff({ callOff }, by));
    const session_changed = sessionNow(context, sessionId, by);
    if (dryRun === true) return withCurrent(preview(), { session_changed });
    const { run } = await withCurrent(
      asks.callOffSession({ callOff, previewHash: previewHash ?? '' }, by),
      { session_changed, preview_outdated: preview },
    );
    return progressView(run);
  }),

  route(runs.getOfficeRun, async ({ input, session, by }, { identity, registration }) => {
    if (isImportRun(input.runId))
      return importRunView((await identity.imports.getImportRun(input, by)).run);
    // to a school admin runs of sessions are as if not there
    if (!can(session, 'office_session.edit')) throw notFound('run_not_found', 'Not found.');
    const { run } = await registration.runs.getSessionRun({ runId: input.runId }, by);
    return runView(run);
  }),
];
