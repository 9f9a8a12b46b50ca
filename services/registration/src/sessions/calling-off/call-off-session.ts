import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { log } from '@portal/kit/observability/log';
import { SessionCalledOff } from '@portal/proto/registration/v1/events';
import { releaseAllHolds } from '../../capacity/seats/holds.ts';
import { markCalledOff } from '../../capacity/seats/sessions/called-off.ts';
import { lockOfficeSession } from '../../capacity/seats/sessions/office-session-store.ts';
import { endLine } from '../../capacity/seats/waiting-line/end-line.ts';
import { lockLine } from '../../capacity/waiting-list/entry-store.ts';
import { calendarError } from '../../errors.ts';
import { sessionNotFound } from '../../records/sessions/session-rules.ts';
import { eachStudent } from '../session-operations/each-student.ts';
import { byProgress, studentsOf } from '../session-operations/exams-of-session.ts';
import { isGoodPreview } from '../session-operations/preview-hash.ts';
import {
  countRun,
  findRun,
  finishRun,
  insertRun,
  type Run,
  readBooked,
} from '../session-operations/run-store.ts';
import { type SessionRun, startRun } from '../session-operations/session-run.ts';
import { freeStudent } from './free-student.ts';
import { type CallOffChoice, readCallOff } from './preview-call-off.ts';
import { refundFees } from './refund-fees.ts';

export interface CalledOff {
  /** Registrations that have no session any more. */
  freed: number;
  /** Registrations that stay, because their exam has begun. */
  kept: number;
}

export interface CallOff {
  sessionId: number;
  /** The office's choice with its preview; absent for an operator: all fees are kept. */
  office?: CallOffChoice & { previewHash: string };
}

/**
 * Marks the session as called off. Every booking reads this mark when it takes a seat, so no
 * student takes one after its commit.
 */
async function mark(tx: Tx, { sessionId, office }: CallOff): Promise<void> {
  const marked = await markCalledOff(tx, sessionId, tx.now);
  if (marked === 'not found') throw sessionNotFound();
  if (marked === 'marked before') return;
  const { booked } = byProgress(await readBooked(tx, sessionId));
  const message = office?.message ?? null;
  tx.emit(SessionCalledOff, {
    sessionId,
    students: studentsOf(booked).length,
    ...(message === null ? {} : { message }),
  });
  const { version } = marked;
  tx.audit({
    op: 'update',
    table: 'session',
    id: sessionId,
    change: {
      calledOff: [false, true],
      version: [version - 1, version],
      ...(office?.refundFees ? { refundsFees: true } : {}),
    },
  });
}

/** Throws when the session differs from its preview. R-516. */
async function checkChoice(
  tx: Tx,
  { previewHash, ...choice }: NonNullable<CallOff['office']>,
): Promise<void> {
  const before = await lockOfficeSession(tx, choice.sessionId);
  const { previewed } = await readCallOff(tx, choice, before, tx.now);
  if (!isGoodPreview(previewHash, previewed, tx.now)) throw calendarError('preview_outdated');
}

const noteRun = (tx: Tx, id: string, input: CallOff) =>
  insertRun(
    tx,
    {
      id,
      kind: 'call_off',
      sessionId: input.sessionId,
      message: input.office?.message ?? null,
      refundsFees: input.office?.refundFees === true,
    },
    tx.now,
  );

/** The run of a process; one that was begun by the version before this one has none yet. */
async function runOf(call: Call, id: string, input: CallOff): Promise<Run> {
  await inTransaction(call, 'callOffSession.note', (tx) => noteRun(tx, id, input));
  const run = await findRun(call.db, id);
  if (run === undefined) throw new Error(`run ${id} is not there`);
  return run;
}

/** Calls a session off (T-14); any replica resumes it when its own dies.. */
export const callOffProcess = durable<CallOff, CalledOff, CalledOff>({
  name: 'callOffSession',
  begin: async (tx, input, _call, id) => {
    // waits for open transactions on its offers before it locks the session, as bookings do
    await lockLine(tx, input.sessionId);
    if (input.office) await checkChoice(tx, input.office);
    await mark(tx, input);
    await endLine(tx, input.sessionId);
    await noteRun(tx, id, input);
    return { freed: 0, kept: 0 };
  },
  steps: [
    {
      name: 'empty',
      async run({ call, id, input }) {
        const run = await runOf(call, id, input);
        await releaseAllHolds(call, input.sessionId);
        await eachStudent(call, run, 'callOffSession.free', freeStudent(run));
        return undefined;
      },
      async commit(tx, { id, input }) {
        const { left: freed, begun: kept } = await countRun(tx, id);
        log.info({ session: input.sessionId, freed, kept }, 'session called off');
        return { freed, kept };
      },
    },
    {
      name: 'refund',
      async run(process) {
        await refundFees(process, process.id);
        return undefined;
      },
      async commit(tx, { id }) {
        await finishRun(tx, id, tx.now);
        return undefined;
      },
    },
  ],
  answer: ({ freed, kept }) => ({ freed, kept }),
  mustFinish: 'nobody can book the session any more, and its students have to leave it',
});

/**
 * Calls a session off for an operator: no student can be booked in it any more, not by staff
 * either; each of its students is notified and keeps exam, credits and fee (T-14, code ER). Safe
 * to repeat; the counts are those of this run. Throws session_not_found.
 */
export const callOffSession = (call: Call, sessionId: number): Promise<CalledOff> =>
  callOffProcess.start(call, { sessionId });

/**
 * Calls a session off for the office, as previewed (C-O09); returns as soon as it takes no
 * bookings. Throws session_not_found, session_changed, called_off, session_over or
 * preview_outdated.
 */
export const callOffByOffice = (
  call: Call,
  office: NonNullable<CallOff['office']>,
): Promise<SessionRun> =>
  startRun(call, callOffProcess, { sessionId: office.sessionId, office }, () => true);
