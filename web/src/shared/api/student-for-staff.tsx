import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { type ReactNode, useMemo } from 'react';
import { readSession } from '../session/session.ts';
import { InViewContext } from './student-in-view.tsx';

// read at each render, as the cookies may have changed
const may = (permission: Permission): boolean => can(readSession(), permission);

/**
 * Makes everything inside it about this student: each call names the student, and each cached
 * answer is stored under their id, so that no student's data is ever shown for another. In a module
 * of its own: the student's own pages work without the table of permissions.
 */
export function StudentInView({ id, children }: { id: number; children: ReactNode }) {
  const inView = useMemo(() => ({ id, may }), [id]);
  return <InViewContext value={inView}>{children}</InViewContext>;
}
