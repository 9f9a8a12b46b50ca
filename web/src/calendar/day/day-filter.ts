import type { Attendance } from '@portal/contract/sessions/attendance';
import type { DayRow } from '@portal/contract/sessions/session-day';

/** The choices of the attendance filter and their labels. */
export const attendances: Readonly<Record<Attendance, string>> = {
  expected: 'Expected',
  arrived: 'Arrived',
  absent: 'Absent',
  left_early: 'Left early',
};

export interface DayFilter {
  /** Text within the name, case-insensitive; '': any. */
  search: string;
  attendance: Attendance | undefined;
}

/** Returns the students of a session that match the filter; all of them are already loaded. O-03 */
export function shownStudents(
  rows: readonly DayRow[],
  { search, attendance }: DayFilter,
): readonly DayRow[] {
  const part = search.trim().toLocaleLowerCase();
  return rows.filter(
    (row) =>
      row.name.toLocaleLowerCase().includes(part) &&
      (attendance === undefined || row.attendance === attendance),
  );
}
