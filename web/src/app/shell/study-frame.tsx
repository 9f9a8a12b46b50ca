import { lazy } from 'react';
import { readSession } from '../../shared/session/session.ts';

const StudentShell = lazy(async () => ({
  default: (await import('./student-shell.tsx')).StudentShell,
}));
const StaffShell = lazy(async () => ({
  default: (await import('./staff-shell.tsx')).StaffShell,
}));

/** The frame of seminary study: a student's own, or that of staff who act for one. */
export function StudyFrame() {
  return readSession().staff ? <StaffShell /> : <StudentShell />;
}
