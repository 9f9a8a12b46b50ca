import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import {
  type Move as MoveMessage,
  SessionRunsServiceDefinition,
} from '@portal/proto/registration/v1/session_runs';
import { moveSession } from '../moving-sessions/move-session.ts';
import type { Move } from '../moving-sessions/plan-move.ts';
import { previewMove } from '../moving-sessions/preview-move.ts';
import { getSessionRun } from './session-run.ts';

function moveOf(move: MoveMessage | undefined): Move {
  if (move === undefined) throw invalid({ path: 'move', message: 'move invalid' });
  const { locationId = null, closingDate = null, message = null, ...rest } = move;
  return { ...rest, locationId, closingDate, message };
}

export const sessionRunRpcs = rpcs(SessionRunsServiceDefinition, {
  previewMove: { handle: ({ move }, call) => previewMove(call, moveOf(move)) },
  moveSession: {
    handle: async ({ move, previewHash }, call) => ({
      run: await moveSession(call, { ...moveOf(move), previewHash }),
    }),
  },
  getSessionRun: { handle: async ({ runId }, call) => ({ run: await getSessionRun(call, runId) }) },
});
