import { withTotals } from '@portal/contract/credit-totals';
import type { CreditsInfo, CreditTotals } from '@portal/contract/credits';
import type { Exam } from '@portal/contract/exam';
import type { getAllExamsAccordingStudent } from '@portal/contract/exams';
import type { getSessionsByStudentId } from '@portal/contract/sessions';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { wire } from './api.ts';
import { answerKey, useAnswer } from './calls.ts';
import { creditsCall } from './student.ts';

/** The exam list and the sessions that its rows show. Several areas change them. */
export const examsCall = wire<typeof getAllExamsAccordingStudent>('GET', '/api/getAllExamsAccordingStudent');
export const studentSessionsCall = wire<typeof getSessionsByStudentId>('GET', '/api/getSessionsByStudentId');

export const useExams = () => useAnswer(examsCall, {});
export const useStudentSessions = () => useAnswer(studentSessionsCall, {});

/** The row as the list has it now; as it was given where the list has none of this registration. Asks for nothing. */
export function useListedExam(exam: Exam): Exam {
  const { data } = useAnswer(examsCall, {}, { enabled: false });
  return data?.exams.find(({ id, registration_id }) => id === exam.id && registration_id === exam.registration_id) ?? exam;
}

type ExamsAnswer = { exams: Exam[]; memberHasntRegistered2years: boolean };

/** Puts what an answer said into the list in view, so that a change shows without loading 500 rows again. The same from render to render. */
export function useExamRows() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      /** The row as it is now, with the credits when the answer brought them. */
      put: (exam: Exam, totals?: CreditTotals) => {
        editExams(client, (exams) => exams.map((row) => (row.id === exam.id ? exam : row)));
        if (totals) putCredits(client, totals);
        void client.invalidateQueries({ queryKey: answerKey(studentSessionsCall) });
      },
      /** Takes a registration off the list. R-218. */
      drop: (registrationId: number) =>
        editExams(client, (exams) => exams.filter(({ registration_id }) => registration_id !== registrationId)),
      putCredits: (totals: CreditTotals) => putCredits(client, totals),
      /** Asks for the whole list again: more than one row may have changed. */
      reload: () => {
        for (const call of [examsCall, studentSessionsCall, creditsCall]) void client.invalidateQueries({ queryKey: answerKey(call) });
      },
    }),
    [client],
  );
}

function editExams(client: QueryClient, edit: (exams: Exam[]) => Exam[]): void {
  client.setQueryData<ExamsAnswer>(answerKey(examsCall, {}), (known) => known && { ...known, exams: edit(known.exams) });
}

function putCredits(client: QueryClient, totals: CreditTotals): void {
  client.setQueryData<CreditsInfo>(answerKey(creditsCall, {}), (known) => known && withTotals(known, totals));
}
