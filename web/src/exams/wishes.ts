import { t } from '@lingui/core/macro';
import type { DialogRequest } from './dialog-request.ts';
import type { RowAction } from './state/exam-actions.ts';

/** The dialog and label of each button of a row. */
export const actionDialogs: Record<RowAction, { what: DialogRequest['what']; label: string }> = {
  schedule: { what: 'book', label: t`Schedule` },
  reschedule: { what: 'book', label: t`Reschedule` },
  cancelSession: { what: 'leaveSession', label: t`Cancel session` },
  cancel: { what: 'cancel', label: t`Cancel exam` },
  office: { what: 'office', label: t`Cancel exam` },
  retake: { what: 'register', label: t`Retake` },
  startOnline: { what: 'startExam', label: t`Start exam online` },
  openProctoring: { what: 'startExam', label: t`Open proctoring` },
  continueExam: { what: 'startExam', label: t`Continue exam` },
  startCourse: { what: 'startCourse', label: t`Start course online` },
  continueCourse: { what: 'startCourse', label: t`Continue course` },
  assignments: { what: 'assignments', label: t`Assignments` },
  upload: { what: 'upload', label: t`Upload` },
  toOnline: { what: 'toOnline', label: t`Change to online` },
};
