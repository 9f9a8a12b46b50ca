import { type Actor, may } from '@portal/kit/actor';
import { conflict, type DomainError } from '@portal/kit/errors';
import { alreadyRegistered } from '../registrations/registration-rules.ts';
import type { OnlineRow } from './online-row.ts';

/** A registration of which another one of the same exam may be open. */
export type Corrected = Pick<
  OnlineRow,
  'status' | 'onlineAccess' | 'onlineExamStarted' | 'onlineExamCompleted' | 'onlineProgramStarted' | 'batchId' | 'heldGradeComment'
>;

const noAccess = () => conflict('no_online_access', 'There is no online access to clear.');
const accessInUse = () => conflict('online_access_in_use', 'Online access can no longer be cleared.');
const notStarted = () => conflict('exam_not_started', 'This exam has not been started online.');
const isGraded = () => conflict('exam_graded', 'This exam has a grade or is in a batch.');
const notCompleted = () => conflict('exam_not_completed', 'This exam is not marked as completed.');

const isDecided = ({ status, batchId, heldGradeComment }: Corrected) =>
  status === 'graded' || batchId !== null || heldGradeComment !== null;

/** Why the access cannot be taken back, or null: tech support always, a super admin while nothing has begun. T-22, R-140. */
export function clearRefusal(row: Corrected, actor: Actor): DomainError | null {
  if (!row.onlineAccess) return noAccess();
  if (may(actor, ['tech_support'])) return null;
  const isBegun = row.onlineExamStarted !== null || row.onlineProgramStarted !== null || row.batchId !== null;
  return isBegun ? accessInUse() : null;
}

/** Why the exam cannot be opened again, or null. T-51, R-138. */
export function reopenRefusal(row: Corrected, hasOtherOpen: boolean): DomainError | null {
  if (isDecided(row)) return isGraded();
  const isBegun = row.status === 'online_started' || row.status === 'disconnected' || row.status === 'taken';
  if (!isBegun || row.onlineExamStarted === null) return notStarted();
  return hasOtherOpen ? alreadyRegistered() : null;
}

/** Why the completed flag cannot be cleared, or null. T-52, R-141. */
export function completedRefusal(row: Corrected, hasOtherOpen: boolean): DomainError | null {
  if (isDecided(row)) return isGraded();
  if (row.status !== 'taken' || row.onlineExamCompleted === null) return notCompleted();
  return hasOtherOpen ? alreadyRegistered() : null;
}
