import { inNewYork } from '@portal/kit/clock';

const COURSE_VENDOR = 3;

export interface CourseRun {
  vendorId: number | null;
  programContentCode: string | null;
  hasAssignments: boolean | null;
  onlineProgramStarted: Date | null;
  createdAt: Date;
}

/**
 * Until when exam and assignments of a vendor 3 course must be done: 6 calendar months from the
 * start of its program, from the registration where it has none; null: no such limit (yet). R-201,
 *
 */
export function courseDeadline({
  vendorId,
  programContentCode,
  hasAssignments,
  onlineProgramStarted,
  createdAt,
}: CourseRun): Date | null {
  if (vendorId !== COURSE_VENDOR) return null;
  const begins =
    programContentCode !== null ? onlineProgramStarted : hasAssignments === true ? createdAt : null;
  return begins === null ? null : new Date(inNewYork(begins).add({ months: 6 }).epochMilliseconds);
}
