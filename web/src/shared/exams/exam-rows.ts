import type { Exam } from '@portal/contract/exams/exam';
import { withTotals } from '@portal/contract/payments/credit-totals';
import type { CreditsInfo, CreditTotals } from '@portal/contract/payments/credits';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerKey, editAnswer, useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { creditsCall } from '../api/student.ts';
import { type About, useAbout } from '../api/student-in-view.tsx';
import { noteOwnChange } from './exams-news.tsx';

/** The exam list and the sessions that its rows show. Several areas change them. */
export const examsCall = api.getAllExamsAccordingStudent;
export const studentSessionsCall = api.getSessionsByStudentId;

export const useExams = () => useAnswer(examsCall, {});
export const useStudentSessions = () => useAnswer(studentSessionsCall, {});

const none: readonly Exam[] = [];

/** Returns the exams of the cached list; none when it was not loaded. Sends no request. */
export const useKnownExams = (): readonly Exam[] =>
  useAnswer(examsCall, {}, { enabled: false }).data?.exams ?? none;

/**
 * Returns the current row of the list; the given row when the list has none of this registration.
 * Sends no request.
 */
export function useListedExam(exam: Exam): Exam {
  return (
    useKnownExams().find(
      ({ id, registration_id }) => id === exam.id && registration_id === exam.registration_id,
    ) ?? exam
  );
}

/** Returns the exams whose rows were added, removed or changed. */
export function changedExams(before: readonly Exam[], now: readonly Exam[]): number[] {
  if (before === now) return [];
  const old = new Map(before.map((exam) => [exam.id, exam]));
  const other = now.filter((exam) => {
    const known = old.get(exam.id);
    old.delete(exam.id);
    return known !== exam && JSON.stringify(known) !== JSON.stringify(exam);
  });
  return [...other.map(({ id }) => id), ...old.keys()];
}

type ExamsAnswer = { exams: Exam[]; memberHasntRegistered2years: boolean };

/**
 * Returns functions that put an answer's rows into the cached list, so that a change shows without
 * reloading 500 rows. The object is stable between renders.
 */
export function useExamRows() {
  const client = useQueryClient();
  const about = useAbout();
  return useMemo(
    () => ({
      /** The current row, with the credits when the answer included them. */
      put: (exam: Exam, totals?: CreditTotals) => {
        noteOwnChange(exam.id);
        editExams(client, about, (exams) => exams.map((row) => (row.id === exam.id ? exam : row)));
        if (totals) putCredits(client, about, totals);
        void client.invalidateQueries({ queryKey: answerKey(studentSessionsCall) });
      },
      /** Takes a registration off the list. R-218. */
      drop: (registrationId: number) =>
        editExams(client, about, (exams) => {
          for (const { id, registration_id } of exams)
            if (registration_id === registrationId) noteOwnChange(id);
          return exams.filter(({ registration_id }) => registration_id !== registrationId);
        }),
      putCredits: (totals: CreditTotals) => putCredits(client, about, totals),
      /** Asks for the whole list again: more than one row may have changed. */
      reload: () => {
        for (const call of [examsCall, studentSessionsCall, creditsCall])
          void client.invalidateQueries({ queryKey: answerKey(call) });
      },
    }),
    [client, about],
  );
}

function editExams(client: QueryClient, about: About, edit: (exams: Exam[]) => Exam[]): void {
  editAnswer<ExamsAnswer>(client, answerKey(examsCall, about), (known) => ({
    ...known,
    exams: edit(known.exams),
  }));
}

function putCredits(client: QueryClient, about: About, totals: CreditTotals): void {
  editAnswer<CreditsInfo>(client, answerKey(creditsCall, about), (known) =>
    withTotals(known, totals),
  );
}
