import { NEW_YORK } from '@portal/kit/clock';
import type { Email } from '@portal/kit/email/email';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/**
 * An exam in a sitting, with an entry of its own in a calendar: it may be moved or given up alone
 * later.
 */
export interface ExamOfSitting {
  registrationId: number;
  /** Rises with every change, so that a calendar takes the newest whatever the order of mails. */
  sequence: number;
  subject: string;
}

/** One state of a sitting in a calendar. */
export interface CalendarEntry {
  exams: readonly ExamOfSitting[];
  startsAt: Date;
  /** The student's own end. R-544 */
  endsAt: Date;
  place: string;
  isCancelled: boolean;
}

/** Rules of New York's clocks, as calendars that do not know the zone need them. */
const ZONE = `BEGIN:VTIMEZONE
TZID:${NEW_YORK}
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE
`.replaceAll('\n', '\r\n');

const zoned = (instant: Date) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(NEW_YORK);
const utcStamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '');

/** The organizer of an entry: 'JSE <portal@jse.test>'. */
const organizer = () => process.env.MAIL_FROM ?? 'JSE <portal@jse.test>';

/** One event of a calendar file. */
export interface CalendarEvent {
  /** Constant for an appointment through all its changes. */
  uid: string;
  /** Rises with every change of time or place. */
  sequence: number;
  summary: string;
  startsAt: Date;
  endsAt: Date;
  place: string;
  isCancelled: boolean;
}

/** Identifies an exam in a sitting, in mails and in feeds alike. */
export const registrationUid = (registrationId: number): string =>
  `registration-${registrationId}@jse.portal`;

/**
 * Writes events as iCalendar text (RFC 5545) for mails, feeds and pages: nothing else writes it.
 * `name` and `refreshSeconds` are for a file that calendars read again and again.
 */
export function calendarText(
  events: readonly CalendarEvent[],
  { now, ...about }: { now: Date; isCancelling?: boolean; name?: string; refreshSeconds?: number },
): string {
  const calendar = ical({
    method: about.isCancelling ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    prodId: { company: 'JSE', product: 'Student portal' },
    timezone: NEW_YORK,
    name: about.name ?? null,
    ttl: about.refreshSeconds ?? null,
  });
  for (const { uid, sequence, summary, startsAt, endsAt, place, isCancelled } of events)
    calendar.createEvent({
      id: uid,
      sequence,
      timezone: NEW_YORK,
      stamp: now,
      start: zoned(startsAt),
      end: zoned(endsAt),
      summary,
      location: place,
      // a calendar lets only the organizer change or remove the entry later
      organizer: organizer(),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  // the library writes the stamp as a local time, and properties after the zone; RFC 5545 requires
  // UTC, and all properties before the first component
  return calendar
    .toString()
    .replace(/DTSTAMP:\S+/g, `DTSTAMP:${utcStamp(now)}`)
    .replace(/^(?:BEGIN:VEVENT|END:VCALENDAR)/m, (component) => `${ZONE}${component}`);
}

/**
 * The sitting as a calendar file: the same entry for all bookings of a registration, moved or taken
 * away by a higher sequence.
 */
export function calendarFile(
  { exams, ...sitting }: CalendarEntry,
  now: Date,
): NonNullable<Email['attachments']>[number] {
  const { isCancelled } = sitting;
  const events = exams.map(({ registrationId, sequence, subject }) => ({
    ...sitting,
    uid: registrationUid(registrationId),
    sequence,
    summary: `Exam: ${subject}`,
  }));
  return {
    filename: 'exam.ics',
    contentType: `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    content: calendarText(events, { now, isCancelling: isCancelled }),
  };
}
