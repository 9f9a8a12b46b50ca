import type { Exam } from '@portal/contract/exams/exam';
import { type ComponentType, useState } from 'react';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { officeReason } from '../state/exam-actions.ts';
import type { DialogRequests } from './use-dialog-request.ts';

/**
 * Dialogs of other areas, injected by the app: those of sessions and online exams, and the
 * component that watches running exams.
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

// fetched on first use, so that the list loads without the code of its dialogs
const RegisterFlow = lazyDialog(
  async () => (await import('../dialogs/register-flow.tsx')).RegisterFlow,
);
const CancelExamModal = lazyDialog(
  async () => (await import('../../shared/exams/cancel/cancel-exam-modal.tsx')).CancelExamModal,
);
const ToOnlineModal = lazyDialog(
  async () => (await import('../dialogs/to-online-modal.tsx')).ToOnlineModal,
);
const OfficeNeeded = lazyDialog(
  async () => (await import('../../shared/exams/cancel/office-needed.tsx')).OfficeNeeded,
);

/** The dialog that a row or the address asks for. */
export function ExamDialogs({
  dialogs: { Book, Leave, StartExam, StartCourse, Assignments },
  dialogRequests: { request, isPressed, goOnTo, done, settle },
}: {
  dialogs: Dialogs;
  dialogRequests: DialogRequests;
}) {
  const [justMade, setJustMade] = useState<{ id: number; spent: string | undefined } | null>(null);
  return (
    <>
      {request?.what === 'register' && (
        <RegisterFlow
          exam={request.exam}
          isPressed={isPressed}
          onSettled={settle}
          onSchedule={(exam, spent) => {
            setJustMade({ id: exam.id, spent });
            goOnTo(exam, 'book');
          }}
          onClose={done}
        />
      )}
      {request?.what === 'book' && (
        <Book
          exam={request.exam}
          registered={justMade?.id === request.exam.id ? justMade.spent : undefined}
          onSettled={settle}
          onClose={() => {
            setJustMade(null);
            done();
          }}
        />
      )}
      {request?.what === 'leaveSession' && <Leave exam={request.exam} onClose={done} />}
      {request?.what === 'startExam' && <StartExam exam={request.exam} onClose={done} />}
      {request?.what === 'startCourse' && <StartCourse exam={request.exam} onClose={done} />}
      {request?.what === 'assignments' && (
        <Assignments exam={request.exam} begin="list" onClose={done} />
      )}
      {request?.what === 'upload' && (
        <Assignments exam={request.exam} begin="upload" onClose={done} />
      )}
      {request?.what === 'toOnline' && (
        <ToOnlineModal exam={request.exam} onSettled={settle} onClose={done} />
      )}
      {request?.what === 'cancel' && <CancelExamModal exam={request.exam} onClose={done} />}
      {request?.what === 'office' && (
        <OfficeNeeded reason={officeReason(request.exam)} onClose={done} />
      )}
    </>
  );
}
