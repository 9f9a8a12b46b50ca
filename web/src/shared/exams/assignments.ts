import type { Assignment } from '@portal/contract/courses/assignments';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';

export const assignmentsCall = api.getCoopersmithAssignments;

/**
 * Returns whether the portal lists and submits assignments of the exam, perhaps not now; other
 * vendors handle theirs outside the portal. R-200.
 */
export const handsInHere = (exam: Pick<Exam, 'actions'>): boolean =>
  actionOf(exam, 'upload') !== undefined;

const MINUTE = 60_000;

/** The assignments of a registration, as the vendor lists them; reloaded after a minute. */
export const useAssignments = (exam: Exam, enabled = true) =>
  useAnswer(assignmentsCall, assignmentsOf(exam), {
    enabled: enabled && handsInHere(exam),
    fresh: MINUTE,
  });

export const assignmentsOf = ({ id: examId, registration_id }: Exam) => ({
  registrationId: registration_id ?? 0,
  examId,
});

/** 'n of m' of a list. */
export const handedIn = (list: readonly Assignment[]): number =>
  list.filter((one) => one.studentAssignmentUploaded).length;
