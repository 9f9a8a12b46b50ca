import { dayInNewYork } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../../errors.ts';
import type { SessionType } from '../../../records/fees/proctor-fee.ts';
import type { Change } from '../../../records/registrations/state/registration-change.ts';
import { registrationNotFound } from '../../../records/registrations/state/registration-rules.ts';
import type { RegistrationStatus } from '../../../records/registrations/state/registration-state.ts';
import { type Grade, waitsForAssignments } from './grade.ts';

/** The events of an exam's result. T-44, T-45, T-50. */
export type ResultEvent =
  /** The paper has arrived; `takenOn`: the day it was sat, if not known yet. */
  | { type: 'papers_back'; takenOn: string | null; arrivedBack: string; batchId: number }
  /** A grade arrived; it waits where assignments are still to be handed in. */
  | { type: 'graded'; grade: Grade }
  /** All assignments are handed in. */
  | { type: 'assignments_completed' }
  /** The proctor says so, at that moment. */
  | { type: 'disqualified'; at: Date };

/** The fields of a registration that the events of its result read. */
export interface ResultFacts {
  status: RegistrationStatus;
  sessionType: SessionType | null;
  onlineExamStarted: Date | null;
  reopenedAt: Date | null;
  takenOn: string | null;
  arrivedBack: string | null;
  batchId: number | null;
  heldGrade: string | null;
  heldGradeComment: string | null;
  vendorId: number | null;
  hasAssignments: boolean | null;
  assignmentsCompleted: boolean;
}

type Facts<Keys extends keyof ResultFacts> = Pick<ResultFacts, 'status' | Keys>;
const isHidden = ({ status }: Facts<never>) => status === 'pending' || status === 'dropped';
const isOver = ({ status }: Facts<never>) => status === 'taken' || status === 'graded';
const notTaken = ({ status }: Facts<never>): DomainError | null => {
  if (status === 'graded') return domainError('exam_graded');
  return status === 'taken' ? null : domainError('no_taken_exam');
};

/** Why an event is refused by the state of a result, or null. R-126. */
export const resultRefusals = {
  papers_back(row: Facts<'onlineExamStarted' | 'sessionType'>): DomainError | null {
    if (isHidden(row)) return registrationNotFound();
    if (row.status === 'cancelled') return domainError('already_cancelled');
    if (row.onlineExamStarted !== null)
      return domainError('exam_started', 'This exam has been started.');
    if (isOver(row)) return null;
    const isInPlace = row.status === 'scheduled' || row.status === 'online_access';
    return isInPlace && ['21', '22', '23'].includes(row.sessionType ?? '')
      ? null
      : domainError('no_session');
  },

  /** A grade that waits stays. */
  graded: (row: Facts<'heldGradeComment'>) =>
    notTaken(row) ?? (row.heldGradeComment === null ? null : domainError('exam_graded')),

  assignments_completed: (
    row: Facts<'heldGradeComment' | 'vendorId' | 'hasAssignments' | 'assignmentsCompleted'>,
  ) =>
    notTaken(row) ??
    (row.heldGradeComment === null || waitsForAssignments(row)
      ? domainError('exam_not_completed')
      : null),

  /** Only for an exam sat online; not for a sitting before the exam was reopened. */
  disqualified(
    row: Facts<'onlineExamStarted' | 'reopenedAt'>,
    { at }: { at: Date },
  ): DomainError | null {
    const isBegun = row.status === 'online_started' || row.status === 'disconnected';
    const isTakenOnline = row.status === 'taken' && row.onlineExamStarted !== null;
    const isOld = row.reopenedAt !== null && at <= row.reopenedAt;
    return (isBegun || isTakenOnline) && !isOld ? null : domainError('exam_not_started');
  },
} satisfies Record<ResultEvent['type'], (row: ResultFacts, event: never) => DomainError | null>;

/**
 * Applies one event to a result: returns the changes, or why it is refused. A refused event changes
 * nothing.
 */
export function changeResult(
  row: ResultFacts,
  event: ResultEvent,
  now: Date,
): Change | DomainError {
  const refuse = resultRefusals[event.type] as (
    row: ResultFacts,
    event: ResultEvent,
  ) => DomainError | null;
  const refusal = refuse(row, event);
  if (refusal) return refusal;
  const graded = ({ grade, comment }: Grade): Change => ({
    status: 'graded',
    grade,
    gradeComment: comment,
    gradedOn: dayInNewYork(now),
    heldGrade: null,
    heldGradeComment: null,
  });
  switch (event.type) {
    case 'papers_back':
      return {
        ...(isOver(row) ? {} : { status: 'taken' as const, takenOn: event.takenOn }),
        onlineAccess: false,
        paperExamUploaded: true,
        arrivedBack: row.arrivedBack ?? event.arrivedBack,
        batchId: row.batchId ?? event.batchId,
      };
    case 'graded':
      return waitsForAssignments(row)
        ? { heldGrade: event.grade.grade, heldGradeComment: event.grade.comment }
        : graded(event.grade);
    case 'assignments_completed':
      return graded({ grade: row.heldGrade, comment: row.heldGradeComment ?? '' });
    case 'disqualified':
      return {
        ...graded({ grade: null, comment: 'Disqualified' }),
        onlineAccess: false,
        takenOn: row.takenOn ?? dayInNewYork(now),
      };
  }
}
