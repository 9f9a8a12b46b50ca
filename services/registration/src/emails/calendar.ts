import { NEW_YORK, plusSeconds } from '@portal/kit/clock';
import type { Email } from '@portal/kit/email/email';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { SESSION_MINUTES } from '../sessions/session-times.ts';

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
END:VTIMEZONE`;

const zoned = (instant: Date) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(NEW_YORK);
const utcStamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '');

/** Whose entry it is: 'JSE <portal@jse.test>'. */
const organizer = () => process.env.MAIL_FROM ?? 'JSE <portal@jse.test>';

/**
 * The sitting as a calendar file: the same entry for all bookings of a registration, moved or taken
 * away by a higher sequence.
 */
export function calendarFile(
  entry: CalendarEntry,
  now: Date,
): NonNullable<Email['attachments']>[number] {
  const { exams, startsAt, place, isCancelled } = entry;
  const calendar = ical({
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    prodId: { company: 'JSE', product: 'Student portal' },
    timezone: { name: NEW_YORK, generator: () => ZONE },
  });
  for (const { registrationId, sequence, subject } of exams)
    calendar.createEvent({
      id: `registration-${registrationId}@jse.portal`,
      sequence,
      timezone: NEW_YORK,
      stamp: now,
      start: zoned(startsAt),
      end: zoned(plusSeconds(startsAt, SESSION_MINUTES * 60)),
      summary: `Exam: ${subject}`,
      location: place,
      // who may change the entry later: a calendar takes it away only for the one who made it
      organizer: organizer(),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  // the library writes the stamp as a local time; the standard wants UTC
  const text = calendar.toString().replace(/DTSTAMP:\S+/g, `DTSTAMP:${utcStamp(now)}`);
  return {
    filename: 'exam.ics',
    contentType: `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    content: text,
  };
}
