import type { Exam } from '@portal/contract/exams/exam';
import type { Session } from '@portal/contract/sessions/sessions';

/** What a session gives each student at least, in minutes. */
const SESSION_MINUTES = 210;
/** Octets of a line; what is longer goes on in the next one. */
const LINE = 75;
const MINUTE = 60_000;

/** Rules of New York's clocks, as calendars that do not know the zone need them. */
const ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:America/New_York',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'TZNAME:EDT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'TZNAME:EST',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const plain = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** A line that is too long is cut between signs, never within one. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const parts = [''];
  let octets = 0;
  for (const sign of line) {
    const more = encoder.encode(sign).length;
    if (octets + more > LINE) {
      parts.push(' ');
      octets = 1;
    }
    parts[parts.length - 1] += sign;
    octets += more;
  }
  return parts.join('\r\n');
}

/** Where the session is, in a line. */
export const placeText = ({
  branchName,
  locationName,
  schoolName,
  address,
  city,
}: Pick<Session, 'branchName' | 'locationName' | 'schoolName' | 'address' | 'city'>): string =>
  [branchName ?? locationName ?? schoolName, address, city].filter(Boolean).join(', ');

/** What of a session stands in a calendar. */
export type CalendarSession = Pick<Session, 'date' | 'testSessionTime'> &
  Parameters<typeof placeText>[0] & {
    /** The student's own end; null: not known, and the entry ends as it does for everybody. */
    endsAt: string | null;
  };

const inNewYork = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'medium' },
});

/** What New York's clocks show at an instant, counted as if they never changed. */
const clockOf = (instant: string): Date =>
  new Date(`${inNewYork.format(new Date(instant)).replace(' ', 'T')}Z`);

/** The booked session as a calendar file, the same entry as the one in the mail. */
export function calendarFile(
  { subject, registration_id }: Pick<Exam, 'subject' | 'registration_id'>,
  session: CalendarSession,
  now: Date,
): string {
  // what New York's clocks show, counted as if they never changed
  const begin = new Date(`${session.date}T${session.testSessionTime}:00Z`);
  const local = (at: Date) => stamp(at).replace('Z', '');
  const everybodysEnd = new Date(begin.getTime() + SESSION_MINUTES * MINUTE);
  const end = session.endsAt === null ? everybodysEnd : clockOf(session.endsAt);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//JSE//Student portal//EN',
    'METHOD:PUBLISH',
    ...ZONE,
    'BEGIN:VEVENT',
    `UID:registration-${registration_id}@jse.portal`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART;TZID=America/New_York:${local(begin)}`,
    `DTEND;TZID=America/New_York:${local(end)}`,
    `SUMMARY:${plain(`Exam: ${subject}`)}`,
    `LOCATION:${plain(placeText(session))}`,
    'DESCRIPTION:Sign in 15 minutes before. Bring a photo ID.',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
