import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import type { DomainError } from '@portal/kit/errors';
import { type SittingFacts, sittingRefusals } from '../online/sitting/sitting-machine.ts';

/** A registration of which another one of the same exam may be open. */
export type Corrected = Pick<
  SittingFacts,
  | 'status'
  | 'onlineAccess'
  | 'onlineExamStarted'
  | 'onlineExamCompleted'
  | 'onlineProgramStarted'
  | 'batchId'
  | 'heldGradeComment'
>;

/**
 * Why the access cannot be taken back, or null: tech support always, a super admin while nothing
 * has begun. T-22, R-140.
 */
export const clearRefusal = (row: Corrected, actor: Actor): DomainError | null =>
  sittingRefusals.access_cleared(row, { byTechSupport: can(actor, 'used_access.clear') });

/** Why the exam cannot be opened again, or null. T-51, R-138. */
export const reopenRefusal = (row: Corrected, hasOtherOpen: boolean): DomainError | null =>
  sittingRefusals.reopened(row, { hasOtherOpen });

/** Why the completed flag cannot be cleared, or null. T-52, R-141. */
export const completedRefusal = (row: Corrected, hasOtherOpen: boolean): DomainError | null =>
  sittingRefusals.completed_cleared(row, { hasOtherOpen });
