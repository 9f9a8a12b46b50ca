import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

const MINUTE = 60_000;

export const useColleges = () => useAnswer(api.getColleges, {}, { fresh: 5 * MINUTE });
export const useInvite = () => useCommand(api.emailAddStudentLinkToNonMember);
export const useSeminaryStudent = (id: number) =>
  useAnswer(api.findSeminaryStudentById, { student_id: id });
