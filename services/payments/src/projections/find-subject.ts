import type { FindSubject } from '@portal/kit/commands/authorize';
import { buyerOf, withProjections } from './buyer.ts';

/** The student whom staff act for. Refuses with student_not_found who is not on record. */
export const findSubject: FindSubject = async (call, studentId) => {
  const { schoolId } = await withProjections(call, () => buyerOf(call.db, studentId, call.now));
  return { studentId, schoolId };
};
