import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import {
  type CallOff,
  type Move as MoveMessage,
  SessionRunsServiceDefinition,
} from '@portal/proto/registration/v1/session_runs';
import { callOffByOffice } from '../calling-off/call-off-session.ts';
import { type CallOffChoice, previewCallOff } from '../calling-off/preview-call-off.ts';
import { moveSession } from '../moving-sessions/move-session.ts';
import type { Move } from '../moving-sessions/plan-move.ts';
import { previewMove } from '../moving-sessions/preview-move.ts';
import { getSessionRun } from './session-run.ts';

function moveOf(move: MoveMessage | undefined): Move {
  if (move === undefined) throw invalid({ path: 'move', message: 'move invalid' });
  const { locationId = null, closingDate = null, message = null, rooms, ...rest } = move;
  return { ...rest, locationId, closingDate, message, rooms: rooms?.rooms ?? null };
}

function choiceOf(callOff: CallOff | undefined): CallOffChoice {
  if (callOff === undefined) throw invalid({ path: 'callOff', message: 'callOff invalid' });
  return { ...callOff, message: callOff.message ?? null };
}

export const sessionRunRpcs = rpcs(SessionRunsServiceDefinition, {
  previewMove: { handle: ({ move }, call) => previewMove(call, moveOf(move)) },
  moveSession: {
    handle: async ({ move, previewHash }, call) => ({
      run: await moveSession(call, { ...moveOf(move), previewHash }),
    }),
  },
  previewCallOff: { handle: ({ callOff }, call) => previewCallOff(call, choiceOf(callOff)) },
  callOffSession: {
    handle: async ({ callOff, previewHash }, call) => ({
      run: await callOffByOffice(call, { ...choiceOf(callOff), previewHash }),
    }),
  },
  getSessionRun: { handle: async ({ runId }, call) => ({ run: await getSessionRun(call, runId) }) },
});
