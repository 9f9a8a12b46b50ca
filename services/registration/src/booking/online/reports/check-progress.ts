import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { type OnlineRow, readOnline } from '../sitting/online-row.ts';
import { takePollTurn } from '../sitting/store.ts';
import { pollProctoring, pollProgram } from './poll-partners.ts';

const isWaited = ({ status, sessionType }: OnlineRow) =>
  sessionType === '99' &&
  ['scheduled', 'online_access', 'online_started', 'disconnected'].includes(status);

const own = (call: Call, registrationId: number) =>
  readOnline(call.db, { registrationId, studentId: studentInView(call.actor) });

/** Polls the partner at most once a minute, when a reader opens the registration. */
async function looked(
  call: Call,
  row: OnlineRow,
  isOpen: boolean,
  ask: (call: Call, row: OnlineRow) => Promise<OnlineRow>,
) {
  return isOpen && (await takePollTurn(call.db, row.id, call.now)) ? ask(call, row) : row;
}

export interface OnlineAccess {
  onlineAccess: boolean;
  onlineExamStarted: Date | undefined;
  examTaken: boolean;
}

/**
 * Returns whether the student has access, has begun and is done (C-S51). Throws
 * registration_not_found.
 */
export async function checkOnlineAccess(
  call: Call,
  { registrationId }: { registrationId: number },
): Promise<OnlineAccess> {
  const before = await own(call, registrationId);
  const row = await looked(call, before, isWaited(before), pollProctoring);
  return {
    onlineAccess: row.onlineAccess,
    onlineExamStarted: row.onlineExamStarted ?? undefined,
    examTaken: row.status === 'taken' || row.status === 'graded',
  };
}

/** Returns when the course was completed, if it is (C-S50). Throws registration_not_found. */
export async function checkProgram(
  call: Call,
  { registrationId }: { registrationId: number },
): Promise<Date | undefined> {
  const before = await own(call, registrationId);
  const row = await looked(call, before, before.status === 'course_started', pollProgram);
  return row.onlineProgramCompleted ?? undefined;
}
