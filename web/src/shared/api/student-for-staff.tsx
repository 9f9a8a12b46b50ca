import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { type ReactNode, useMemo } from 'react';
import { readSession } from '../session/session.ts';
import { InViewContext } from './student-in-view.tsx';

// asked when it is drawn, as the cookies may have changed meanwhile
const may = (permission: Permission): boolean => can(readSession(), permission);

/**
 * Everything inside of it is about this student: each call says so, and each answer that is kept is
 * kept under their id, so that nothing of one student is ever shown for another. Apart from what
 * reads it: a student's own pages do without the table of permissions.
 */
export function StudentInView({ id, children }: { id: number; children: ReactNode }) {
  const inView = useMemo(() => ({ id, may }), [id]);
  return <InViewContext value={inView}>{children}</InViewContext>;
}
