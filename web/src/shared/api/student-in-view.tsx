import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { readSession } from '../session/session.ts';

/** The student whom staff look at; null: the page is the student's own. */
const InView = createContext<number | null>(null);

/**
 * Everything inside of it is about this student: each call says so, and each answer that is kept is
 * kept under their id, so that nothing of one student is ever shown for another.
 */
export function StudentInView({ id, children }: { id: number; children: ReactNode }) {
  return <InView value={id}>{children}</InView>;
}

export const useStudentInView = (): number | null => useContext(InView);

/** What names the student in a call: nothing in their own pages. */
export interface About {
  student_id?: number;
}
const OWN: About = {};

/** The same from render to render. */
export function useAbout(): About {
  const id = useStudentInView();
  return useMemo(() => (id === null ? OWN : { student_id: id }), [id]);
}

/** Whether who looks may do it: a student in their own pages always, staff by their permissions. */
export function useMayFor(permission: Permission): boolean {
  return useStudentInView() === null || can(readSession(), permission);
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
