import type { SeminaryStudent } from '@portal/contract/seminary/students';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type { SeminaryStudent } from '@portal/contract/seminary/students';

export const allCall = api.findAllSeminaryStudents;
export const addCall = api.addSeminaryStudent;
export const editCall = api.editSeminaryStudent;

const MINUTE = 60_000;

export const useSeminaryStudents = () => useAnswer(allCall, {});
export const useSeminaries = () =>
  useAnswer(api.getAllSeminariesForSeminaryTesting, {}, { fresh: 10 * MINUTE });

export type Status = 'not redeemed' | 'redeemed' | 'discarded';
const statuses: Readonly<Record<1 | 2, Status>> = { 1: 'redeemed', 2: 'discarded' };

/** The decision about the exams. R-292. */
export const statusOf = ({ redeemed_exams }: SeminaryStudent): Status =>
  redeemed_exams === null ? 'not redeemed' : statuses[redeemed_exams];

/** '2025-2026' */
export const yearText = (year: number): string => `${year}-${year + 1}`;
export const nameOf = ({ firstName, lastName }: SeminaryStudent): string =>
  `${firstName} ${lastName}`;

/** The seminary record of the student in view. */
export const useMatch = () => useAnswer(api.findSeminaryStudentMatchingJSEStudent, {});
export const useCourses = (seminaryStudentId: number) =>
  useAnswer(api.getRedeemableCourses, { seminaryStudentId });
