import type { MovePreview, MoveResult, RunProgress } from '@portal/contract/sessions/session-runs';
import type { PreviewMoveResponse, SessionRun } from '@portal/proto/registration/v1/session_runs';
import { Accepted } from '../http/route.ts';
import { officeSessionView } from './office-views.ts';

/** What moving a session would mean. */
export const movePreviewView = ({ marks, ...preview }: PreviewMoveResponse): MovePreview => ({
  ...{ state: 'preview', ...preview },
  marks: marks as MovePreview['marks'],
  // until there is a waiting list
  ...{ waiting: 0, offers: 0 },
});

/** How far a run is, or what came of it. */
export function runView(run: SessionRun | undefined): MoveResult | Accepted<RunProgress> {
  if (run === undefined) throw new Error('a run without its state');
  const { runId, done, total, moved, left } = run;
  if (!run.finished) return new Accepted({ state: 'processing', runId, done, total });
  const session = officeSessionView(run.session);
  return { state: 'finished', kind: 'move', runId, session, moved, left };
}
