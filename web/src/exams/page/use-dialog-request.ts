import { isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type DialogAddress, useDialogAddress } from '../../shared/dialogs/dialog-history.tsx';
import type { DialogRequest } from '../dialog-request.ts';
import {
  isForStudentAlone,
  isOfficeOnly,
  offersRetake,
  rowActions,
} from '../state/exam-actions.ts';
import { actionDialogs } from '../wishes.ts';

type DialogName = DialogRequest['what'];

/** The dialogs of the list by their names in the address. */
const whatOf: Readonly<Record<string, DialogName>> = {
  register: 'register',
  schedule: 'book',
  'cancel-session': 'leaveSession',
  'cancel-exam': 'cancel',
  'change-to-online': 'toOnline',
  office: 'office',
  'start-exam': 'startExam',
  'start-course': 'startCourse',
  assignments: 'assignments',
  'upload-assignments': 'upload',
};
const names = new Map(Object.entries(whatOf));
const nameOf = new Map(Object.entries(whatOf).map(([name, what]) => [what, name]));

/** Returns whether the current row offers the dialog. */
function isOffered(exam: Exam, what: DialogName): boolean {
  if (exam.registration_id === null)
    return isOfficeOnly(exam) ? what === 'office' : what === 'register' && isAllowed(exam, what);
  if (what === 'register' && offersRetake(exam)) return true;
  return rowActions(exam).some(
    (action) => actionDialogs[action].what === what && !isForStudentAlone(exam, action),
  );
}

/**
 * Returns the candidates for an address: the exam that it names, or those that offer its dialog.
 */
function meantBy({ name, of }: DialogAddress, exams: readonly Exam[]): Exam[] {
  const what = names.get(name);
  if (of !== null) return exams.filter(({ id }) => id === of);
  return what === undefined ? [] : exams.filter((exam) => isOffered(exam, what));
}

interface Held {
  /** Which address it is about. */
  key: string | null;
  /** The exam as it was when the dialog opened; null when the dialog is impossible. */
  exam: Exam | null;
}

export interface DialogRequests {
  request: DialogRequest | null;
  /** The button was pressed on this page; else a link or a reload opened the dialog. */
  isPressed: boolean;
  /** The address named a dialog that is not possible (any more). */
  isRefused: boolean;
  ask: (exam: Exam, what: DialogName) => void;
  /** The dialog in view is followed by another one. */
  goOnTo: (exam: Exam, what: DialogName) => void;
  done: () => void;
  /** The dialog has finished its task: it stays open, and a reload does not reopen it. */
  settle: () => void;
}

/**
 * The dialog request of a row or of the address. `exams` is undefined until the possible actions
 * are known.
 */
export function useDialogRequest(exams: readonly Exam[] | undefined): DialogRequests {
  const address = useDialogAddress();
  const { shown, isPressed, open, goOnTo, close, settle } = address;
  const [held, setHeld] = useState<Held>({ key: null, exam: null });
  const [isRefused, setRefused] = useState(false);
  const key = shown && `${shown.name} ${shown.of}`;
  const what = shown ? names.get(shown.name) : undefined;
  if (key !== held.key && (key === null || exams)) {
    const [found, ...others] = shown && exams ? meantBy(shown, exams) : [];
    const isPossible =
      found !== undefined &&
      others.length === 0 &&
      what !== undefined &&
      (isPressed || isOffered(found, what));
    setHeld({ key, exam: isPossible ? found : null });
    // with several candidates and no choice among them, the list is the answer
    if (key !== null) setRefused(!isPossible && others.length === 0);
  }
  const isWrong = held.key !== null && held.key === key && held.exam === null;
  const now = useRef({ open, close });
  useEffect(() => {
    now.current = { open, close };
  });
  useEffect(() => {
    if (isWrong) now.current.close();
  }, [isWrong]);
  return {
    request: held.exam && what && held.key === key ? { exam: held.exam, what } : null,
    isPressed,
    isRefused,
    ask: useCallback(
      (exam: Exam, wished: DialogName) => now.current.open(nameOf.get(wished) ?? '', exam.id),
      [],
    ),
    goOnTo: (exam: Exam, wished: DialogName) => goOnTo(nameOf.get(wished) ?? '', exam.id),
    done: close,
    settle,
  };
}
