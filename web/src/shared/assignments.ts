import type { Assignment, getCoopersmithAssignments } from '@portal/contract/assignments';
import type { Exam } from '@portal/contract/exam';
import { wire } from './api.ts';
import { useAnswer } from './calls.ts';

const VENDOR = 3;

export const assignmentsCall = wire<typeof getCoopersmithAssignments>('POST', '/api/getCoopersmithAssignments');

/** Whether assignments are listed and handed in here; those of other vendors go their own way. R-200. */
export const handsInHere = ({ vendor_id, assignments }: Pick<Exam, 'vendor_id' | 'assignments'>): boolean =>
  assignments && vendor_id === VENDOR;

const MINUTE = 60_000;

/** The assignments of a registration, as the vendor has them; it is asked again after a minute. */
export const useAssignments = (exam: Exam, enabled = true) =>
  useAnswer(assignmentsCall, assignmentsOf(exam), { enabled: enabled && handsInHere(exam), fresh: MINUTE });

export const assignmentsOf = ({ id: examId, registration_id }: Exam) => ({ registrationId: registration_id ?? 0, examId });

/** 'n of m' of a list. */
export const handedIn = (list: readonly Assignment[]): number => list.filter((one) => one.studentAssignmentUploaded).length;
