import * as z from 'zod';

/** Whether a student came to a session; expected: not recorded yet. */
export const attendances = ['expected', 'arrived', 'absent', 'left_early'] as const;
export const attendance = z.enum(attendances, { error: 'attendance invalid' });
export type Attendance = (typeof attendances)[number];

/** The labels of the attendances. */
export const attendanceTexts: Readonly<Record<Attendance, string>> = {
  expected: 'Expected',
  arrived: 'Arrived',
  absent: 'Absent',
  left_early: 'Left early',
};
