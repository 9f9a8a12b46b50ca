import type { Exam } from '@portal/contract/exams/exam';
import { useEffect } from 'react';
import { useAnswer } from '../shared/api/calls.ts';
import { useExamRows } from '../shared/exams/exam-rows.ts';
import { accessCall, programCall } from './api.ts';

/** The page asks nothing while it is hidden. */
const EVERY_MS = 10_000;

const isWaiting = (exam: Exam): boolean =>
  exam.sessionType === '99' &&
  ['scheduled', 'online_access', 'online_started', 'disconnected'].includes(exam.status);

/**
 * Checks every 10 seconds whether the proctor has admitted the student and whether running exams
 * and courses have ended; then reloads the list.
 */
export function OnlineWatch({ exams }: { exams: readonly Exam[] }) {
  return (
    <>
      {exams.filter(isWaiting).map((exam) => (
        <AccessPoll key={exam.id} exam={exam} />
      ))}
      {exams
        .filter(({ status }) => status === 'course_started')
        .map((exam) => (
          <ProgramPoll key={exam.id} exam={exam} />
        ))}
    </>
  );
}

function AccessPoll({ exam }: { exam: Exam }) {
  const { reload } = useExamRows();
  const { data } = useAnswer(
    accessCall,
    { regId: exam.registration_id ?? 0 },
    { every: EVERY_MS, fresh: 0 },
  );
  const isOther =
    data !== undefined &&
    (data.onlineAccess !== exam.onlineAccess ||
      data.examTaken !== exam.examTaken ||
      (data.online_exam_started === null) !== (exam.online_exam_started === null));
  useReloadWhen(isOther, reload);
  return null;
}

function ProgramPoll({ exam }: { exam: Exam }) {
  const { reload } = useExamRows();
  const { data } = useAnswer(
    programCall,
    { regId: exam.registration_id ?? 0 },
    { every: EVERY_MS, fresh: 0 },
  );
  useReloadWhen(data?.programCompleted === true, reload);
  return null;
}

function useReloadWhen(isOther: boolean, reload: () => void): void {
  useEffect(() => {
    if (isOther) reload();
  }, [isOther, reload]);
}
