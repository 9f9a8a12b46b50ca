import type { Attendance } from '@portal/contract/sessions/attendance';
import type { AttendanceCounts, DayRow } from '@portal/contract/sessions/session-day';
import type {
  AttendanceCounts as Counts,
  DayRow as Row,
} from '@portal/proto/registration/v1/session_day';
import { finalResultOf } from '../../exams/final-result.ts';

/** A student's line on the day of a session. */
export const dayRowView = (row: Row): DayRow => ({
  studentId: row.studentId,
  name: row.name,
  last4: row.last4Ssn,
  registrations: row.exams.map(({ feesDueCents, result, ...exam }) => ({
    ...exam,
    feesDue: feesDueCents / 100,
    result: finalResultOf(result),
  })),
  accommodations: row.accommodations,
  endsAt: (row.endsAt as Date).toISOString(),
  place: row.place ?? null,
  attendance: row.attendance as Attendance,
  attendanceAt: row.attendanceAt?.toISOString() ?? null,
  attendanceBy: row.attendanceBy ?? null,
  barred: row.barred,
});

export const countsView = (counts: Counts | undefined): AttendanceCounts => ({
  expected: counts?.expected ?? 0,
  arrived: counts?.arrived ?? 0,
  absent: counts?.absent ?? 0,
  left_early: counts?.leftEarly ?? 0,
});
