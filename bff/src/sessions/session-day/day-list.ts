import { isolateRightToLeft as isolate } from '@portal/access/text/isolates';
import { attendanceTexts } from '@portal/contract/sessions/attendance';
import type { OfficeSession } from '@portal/contract/sessions/office-sessions';
import type { DayRow } from '@portal/contract/sessions/session-day';
import { inNewYork } from '@portal/kit/clock';

/** The list of a session's students on paper, line by line, before it has a form (C-O11). */
export interface DayList {
  title: string;
  fileName: string;
  about: readonly string[];
  rows: readonly DayLine[];
  /** The text that replaces rows where there are none. */
  none: string;
}
export interface DayLine {
  student: string;
  exams: string;
  until: string;
  /** Accommodations, room, 'Fee due', 'Barred', the note on the attendance. */
  notes: string;
}

/** '9:30 AM' of New York. */
const clock = (at: string): string =>
  inNewYork(new Date(at)).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' });
const longDay = (at: string): string =>
  inNewYork(new Date(at)).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  });

export const placeOf = ({ locationName, schoolName, title, address }: OfficeSession): string =>
  schoolName ?? locationName ?? title ?? address ?? 'Shipped';

function lineOf(row: DayRow): DayLine {
  const isDue = row.registrations.some(({ feesDue }) => feesDue > 0);
  const notes = [
    ...(row.place === null ? [] : [row.place]),
    ...row.accommodations,
    ...(isDue ? ['Fee due'] : []),
    ...(row.barred ? ['Barred'] : []),
    ...(row.attendance === 'expected' ? [] : [attendanceTexts[row.attendance]]),
  ];
  return {
    student: row.last4 === '' ? row.name : `${isolate(row.name)}, ${row.last4}`,
    exams: row.registrations
      .map(({ subject, minutes }) => `${isolate(subject)} (${minutes} min)`)
      .join('\n'),
    until: clock(row.endsAt),
    notes: notes.join('\n'),
  };
}

/** Printed lists have no date of birth, and of fees only whether one is due. */
export function dayListOf(session: OfficeSession, rows: readonly DayRow[], now: Date): DayList {
  const place = placeOf(session);
  return {
    title: `${isolate(place)}, ${longDay(session.startsAt)}`,
    fileName: `${session.date} ${place}.pdf`,
    about: [
      `${clock(session.startsAt)} to ${clock(session.endsAt)}, New York`,
      `${rows.length} ${rows.length === 1 ? 'student' : 'students'}`,
      ...(session.proctor === null ? [] : [`Proctor: ${isolate(session.proctor)}`]),
      `Printed: ${longDay(now.toISOString())}, ${clock(now.toISOString())}`,
    ],
    rows: rows.map(lineOf),
    none: 'Nobody is booked.',
  };
}
