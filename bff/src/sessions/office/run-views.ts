import type { RunProgress } from '@portal/contract/run-progress';
import type {
  CallOffPreview,
  CallOffResult,
  MovePreview,
  MoveResult,
} from '@portal/contract/runs/session-runs';
import type {
  PreviewCallOffResponse,
  PreviewMoveResponse,
  SessionRun,
} from '@portal/proto/registration/v1/session_runs';
import { Accepted } from '../../http/route.ts';
import { officeSessionView } from './office-views.ts';

const dollars = (cents: number): number => cents / 100;

/** Returns the effect of moving a session. */
export const movePreviewView = ({ marks, ...preview }: PreviewMoveResponse): MovePreview => ({
  state: 'preview',
  ...preview,
  marks: marks as MovePreview['marks'],
});

/** Returns the effect and cost of calling a session off. */
export const callOffPreviewView = (preview: PreviewCallOffResponse): CallOffPreview => ({
  state: 'preview',
  previewHash: preview.previewHash,
  students: preview.students,
  exams: preview.exams,
  begun: preview.begun,
  waiting: preview.waiting,
  offers: preview.offers,
  paid: { count: preview.paidCount, amount: dollars(preview.paidCents) },
  waived: preview.waived,
  refundNow: dollars(preview.refundNowCents),
  refundLater: dollars(preview.refundLaterCents),
  schoolName: preview.schoolName ?? null,
  mailText: preview.mailText,
});

/** How far a run is, also at its end. */
export function progressView(run: SessionRun | undefined): Accepted<RunProgress> {
  if (run === undefined) throw new Error('a run without its state');
  const { runId, done, total } = run;
  return new Accepted({ state: 'processing', runId, done, total });
}

/** How far a run is, or what came of it. */
export function runView(
  run: SessionRun | undefined,
): MoveResult | CallOffResult | Accepted<RunProgress> {
  if (!run?.finished) return progressView(run);
  const { runId, moved, left, begun, refundedCents, refundsOpen } = run;
  if (run.kind === 'move') {
    const session = officeSessionView(run.session);
    return { state: 'finished', kind: 'move', runId, session, moved, left };
  }
  const refunded = dollars(refundedCents);
  return { state: 'finished', kind: 'callOff', runId, freed: left, begun, refunded, refundsOpen };
}
