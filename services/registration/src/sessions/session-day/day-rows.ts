import { dayInNewYork } from '@portal/kit/clock';
import type * as tables from '../../../prisma/tables.ts';
import {
  examMinutes,
  type Granted,
  grantedOn,
  ownEnd,
} from '../../records/accommodations/exam-minutes.ts';
import type { Attendance } from '../../records/attendance/attendance-rules.ts';
import { isBarred } from '../../records/registrations/state/bars.ts';
import { feesDueOf } from '../../records/registrations/state/fees-due.ts';
import { finalResult } from '../../records/registrations/state/grade-result.ts';
import { stateRefusals } from '../../records/registrations/state/registration-machine.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import type { RegistrationStatus } from '../../records/registrations/state/registration-state.ts';

/** A student in a session, with the recorded attendance. */
export interface DayStudent
  extends Pick<
    tables.StudentProjection,
    'id' | 'firstName' | 'lastName' | 'schoolId' | 'buyingBarredUntil' | 'bookingBarredUntil'
  > {
  accommodations: Granted[];
  /** Null: nothing. */
  attendance: Exclude<Attendance, 'expected'> | null;
  attendanceAt: Date | null;
  attendanceBy: string | null;
}

export interface DayExam {
  registrationId: number;
  examId: number;
  subject: string;
  minutes: number;
  status: RegistrationStatus;
  feesDueCents: number;
  /** Absent: not graded. */
  result: 'Pass' | 'Fail' | 'Disqualified' | undefined;
}

/** A student's line on the day of a session. */
export interface DayRow {
  studentId: number;
  name: string;
  last4Ssn: string;
  exams: DayExam[];
  accommodations: string[];
  endsAt: Date;
  place: string | undefined;
  attendance: Attendance;
  attendanceAt: Date | undefined;
  attendanceBy: string | undefined;
  barred: boolean;
}

export type AttendanceCounts = Record<'expected' | 'arrived' | 'absent' | 'leftEarly', number>;

/** Whether a registration is in a session; in a called-off one only if begun. */
export const inSession = (row: RegistrationRow): boolean =>
  !(row.isSessionCalledOff && stateRefusals.session_left(row) === null);

/** Returns an accommodation in words, with the details that supervisors of a session may see. */
export function grantedInWords({ kind, percent, minutes }: Granted): string {
  switch (kind) {
    case 'extra_time':
      return percent === null ? `${minutes} minutes extra time` : `${percent} % extra time`;
    case 'breaks':
      return `${minutes} minutes of breaks`;
    default:
      return kind.replaceAll('_', ' ');
  }
}

const order = new Intl.Collator('en', { sensitivity: 'base' });
const byName = (a: DayStudent, b: DayStudent): number =>
  order.compare(a.lastName, b.lastName) || order.compare(a.firstName, b.firstName) || a.id - b.id;

/** The facts that the lines of a day are computed from. */
export interface DayFacts {
  startsAt: Date;
  /** Exams of a session, as inSession has them. */
  rows: readonly RegistrationRow[];
  students: readonly DayStudent[];
  /** By the id of the exam. */
  subjects: ReadonlyMap<number, string>;
  /** By the id of the student. */
  last4: ReadonlyMap<number, string>;
  /** The student's room, as far as it is known. */
  places?: ReadonlyMap<number, string>;
}

/** Students of a session by last name, first name. C-O11 */
export function dayRows(facts: DayFacts, now: Date): DayRow[] {
  const { startsAt, rows, students, subjects, last4, places } = facts;
  const day = dayInNewYork(startsAt);
  const ofStudent = Map.groupBy(rows, ({ studentId }) => studentId);
  return [...students].sort(byName).map((student) => {
    const own = ofStudent.get(student.id) ?? [];
    const granted = grantedOn(student.accommodations, day);
    const durations = own.map(({ durationMinutes }) => durationMinutes ?? 0);
    return {
      studentId: student.id,
      name: `${student.firstName} ${student.lastName}`,
      last4Ssn: last4.get(student.id) ?? '',
      exams: own.map((row) => ({
        registrationId: row.id,
        examId: row.examId,
        subject: subjects.get(row.examId) ?? '',
        minutes: examMinutes(row.durationMinutes ?? 0, granted),
        status: row.status,
        feesDueCents: feesDueOf(row),
        result: finalResult(row),
      })),
      accommodations: granted.map(grantedInWords),
      endsAt: ownEnd(startsAt, durations, granted),
      place: places?.get(student.id),
      attendance: student.attendance ?? 'expected',
      attendanceAt: student.attendanceAt ?? undefined,
      attendanceBy: student.attendanceBy ?? undefined,
      barred: isBarred(student.buyingBarredUntil, now) || isBarred(student.bookingBarredUntil, now),
    };
  });
}
