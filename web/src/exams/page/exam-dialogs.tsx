import type { Exam } from '@portal/contract/exams/exam';
import { type ComponentType, useState } from 'react';
import { later } from '../../shared/dialogs/later.tsx';
import { officeReason } from '../state/exam-actions.ts';
import type { Wishing } from './use-wish.ts';

/**
 * What stands in areas of its own is put in by the app: the dialogs of sessions and of online
 * exams, and what watches those that run.
 */
export interface Dialogs {
  Book: ComponentType<{
    exam: Exam;
    /** It was registered a moment ago, on the way here: '3 credits spent, 5 left'. */
    registered?: string | undefined;
    onSettled: () => void;
    onClose: () => void;
  }>;
  Leave: ComponentType<{ exam: Exam; onClose: () => void }>;
  StartExam: ComponentType<{ exam: Exam; onClose: () => void }>;
  StartCourse: ComponentType<{ exam: Exam; onClose: () => void }>;
  Assignments: ComponentType<{ exam: Exam; begin: 'list' | 'upload'; onClose: () => void }>;
  OnlineWatch: ComponentType<{ exams: readonly Exam[] }>;
}

// fetched when first asked for: the list comes without the weight of what its buttons open
const RegisterFlow = later(async () => (await import('../dialogs/register-flow.tsx')).RegisterFlow);
const CancelExamModal = later(
  async () => (await import('../../shared/exams/cancel/cancel-exam-modal.tsx')).CancelExamModal,
);
const ToOnlineModal = later(
  async () => (await import('../dialogs/to-online-modal.tsx')).ToOnlineModal,
);
const OfficeNeeded = later(
  async () => (await import('../../shared/exams/cancel/office-needed.tsx')).OfficeNeeded,
);

/** The dialog that a row or the address asks for. */
export function ExamDialogs({
  dialogs: { Book, Leave, StartExam, StartCourse, Assignments },
  wishing: { wish, isPressed, goOnTo, done, settle },
}: {
  dialogs: Dialogs;
  wishing: Wishing;
}) {
  const [justMade, setJustMade] = useState<{ id: number; spent: string | undefined } | null>(null);
  return (
    <>
      {wish?.what === 'register' && (
        <RegisterFlow
          exam={wish.exam}
          isPressed={isPressed}
          onSettled={settle}
          onSchedule={(exam, spent) => {
            setJustMade({ id: exam.id, spent });
            goOnTo(exam, 'book');
          }}
          onClose={done}
        />
      )}
      {wish?.what === 'book' && (
        <Book
          exam={wish.exam}
          registered={justMade?.id === wish.exam.id ? justMade.spent : undefined}
          onSettled={settle}
          onClose={() => {
            setJustMade(null);
            done();
          }}
        />
      )}
      {wish?.what === 'leaveSession' && <Leave exam={wish.exam} onClose={done} />}
      {wish?.what === 'startExam' && <StartExam exam={wish.exam} onClose={done} />}
      {wish?.what === 'startCourse' && <StartCourse exam={wish.exam} onClose={done} />}
      {wish?.what === 'assignments' && <Assignments exam={wish.exam} begin="list" onClose={done} />}
      {wish?.what === 'upload' && <Assignments exam={wish.exam} begin="upload" onClose={done} />}
      {wish?.what === 'toOnline' && (
        <ToOnlineModal exam={wish.exam} onSettled={settle} onClose={done} />
      )}
      {wish?.what === 'cancel' && <CancelExamModal exam={wish.exam} onClose={done} />}
      {wish?.what === 'office' && <OfficeNeeded reason={officeReason(wish.exam)} onClose={done} />}
    </>
  );
}
