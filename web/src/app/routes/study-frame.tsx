import { lazy } from 'react';
import { readSession } from '../../shared/session/session.ts';
import { ForHolders } from './staff-guards.tsx';

const StudentShell = lazy(async () => ({
  default: (await import('../shell/student-shell.tsx')).StudentShell,
}));
const StaffShell = lazy(async () => ({
  default: (await import('../shell/staff-shell.tsx')).StaffShell,
}));

/**
 * The frame of seminary study: a student's own, or that of admin and admissions who act for a
 * student. R-362
 */
export function StudyFrame() {
  return (
    <ForHolders of="study.join">
      {readSession().staff ? <StaffShell /> : <StudentShell />}
    </ForHolders>
  );
}
