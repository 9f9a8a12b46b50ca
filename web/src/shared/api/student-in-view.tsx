import type { Permission } from '@portal/access/permissions';
import { createContext, useContext, useMemo } from 'react';

/** The student whom staff view, and the permissions of the staff for them. */
interface InView {
  id: number;
  may: (permission: Permission) => boolean;
}

/** Filled in by `StudentInView`; null: the page is the student's own. */
export const InViewContext = createContext<InView | null>(null);

export const useStudentInView = (): number | null => useContext(InViewContext)?.id ?? null;

/** Returns the student parameter of a call: empty in the student's own pages. */
export interface About {
  student_id?: number;
}
const OWN: About = {};

/** The same from render to render. */
export function useAbout(): About {
  const id = useStudentInView();
  return useMemo(() => (id === null ? OWN : { student_id: id }), [id]);
}

/**
 * Returns whether the viewer may do it: a student in their own pages always, staff by their
 * permissions.
 */
export function useMayFor(permission: Permission): boolean {
  return useContext(InViewContext)?.may(permission) ?? true;
}

interface Paths {
  exams: string;
  packages: string;
}
const own: Paths = { exams: '/', packages: '/packages' };

/** Where the pages of the student in view are. */
export function useStudentPaths(): Paths {
  const id = useStudentInView();
  return id === null ? own : { exams: `/admin/student/${id}`, packages: `/admin/packages/${id}` };
}
