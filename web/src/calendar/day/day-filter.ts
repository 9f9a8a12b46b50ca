import type { Attendance } from '@portal/contract/sessions/attendance';
import type { DayRow } from '@portal/contract/sessions/session-day';

/** What can be asked for about who came, in its words. */
export const attendances: Readonly<Record<Attendance, string>> = {
  expected: 'Expected',
  arrived: 'Arrived',
  absent: 'Absent',
  left_early: 'Left early',
};

export interface DayFilter {
  /** A part of the name, in any case; '': any. */
  search: string;
  attendance: Attendance | undefined;
}

/** The students of a session that are asked for; all of them are at hand. O-03 */
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
