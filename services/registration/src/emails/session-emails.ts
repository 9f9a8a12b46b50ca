import { NEW_YORK, plusSeconds } from '@portal/kit/clock';
import type { Email } from '@portal/kit/email/email';
import { isolatedIn, type Language, localeOf, textsIn } from '@portal/kit/email/language';
import { type EmailContent, type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { publicUrl } from '../public-url.ts';
import type { SessionType } from '../records/fees/proctor-fee.ts';
import { calendarFile, type ExamOfSitting } from './calendar.ts';
import type { MailReader } from './registration-emails.ts';

/** A session as a mail describes it. */
export interface Sitting extends MailReader {
  /** Its exams: one, or those that were booked in one step. */
  exams: readonly ExamOfSitting[];
  sessionType: SessionType;
  startsAt: Date | null;
  /** The student's own end, as calendars show it; null: without a start. */
  endsAt: Date | null;
  placeName: string | null;
  placeAddress: string | null;
}
export type EmailWithAttachments = RenderedEmail & {
  attachments: NonNullable<Email['attachments']>;
};

/** How a language writes days, times ('9:30 AM') and lists ('Biology, Ethics and Music'). */
const formatsOf = (language: Language) => ({
  day: new Intl.DateTimeFormat(localeOf(language), {
    timeZone: NEW_YORK,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }),
  time: new Intl.DateTimeFormat(localeOf(language), {
    timeZone: NEW_YORK,
    hour: 'numeric',
    minute: '2-digit',
    hour12: language === 'en',
  }),
  list: new Intl.ListFormat(language === 'en' ? 'en-GB' : localeOf(language)),
});
const formats = { en: formatsOf('en'), he: formatsOf('he') };

/** 'Biology, Ethics and Music' */
export const subjectOf = ({ exams, language }: Sitting) =>
  formats[language].list.format(exams.map(({ subject }) => isolatedIn(language, subject)));
const placeParts = ({ placeName, placeAddress }: Sitting): string[] =>
  [placeName, placeAddress].filter((part) => part !== null && part !== '') as string[];
/** 'Thursday, March 5, 2026, 9:30 AM' */
export const whenText = (startsAt: Date, language: Language) =>
  `${formats[language].day.format(startsAt)}, ${formats[language].time.format(startsAt)}`;

/** 'Thursday, March 5, 2026, 9:30 AM (New York)' */
export const whenInNewYork = (at: Date, language: Language): string => {
  const i18n = textsIn(language);
  return i18n._('{time} (New York)', { time: whenText(at, language) });
};

/** 'Thursday, March 5, 2026' */
export const dayText = (startsAt: Date): string => formats.en.day.format(startsAt);

function timeFacts(startsAt: Date, language: Language): [string, string][] {
  const i18n = textsIn(language);
  const time = formats[language].time.format(startsAt);
  return [
    [i18n._('Date'), formats[language].day.format(startsAt)],
    [i18n._('Time'), i18n._('{time} (New York)', { time })],
  ];
}

/** When a session is, for the admins of its school. */
export const schoolFacts = (startsAt: Date): [string, string][] => timeFacts(startsAt, 'en');

function facts(sitting: Sitting): [string, string][] {
  const { startsAt, exams, language } = sitting;
  const i18n = textsIn(language);
  const place = placeParts(sitting)
    .map((part) => isolatedIn(language, part))
    .join(', ');
  const facts: [string, string][] = exams.map(({ subject }) => [i18n._('Exam'), subject]);
  if (startsAt) facts.push(...timeFacts(startsAt, language));
  if (place) facts.push([i18n._('Place'), place]);
  return facts;
}

/** */
function advice({ sessionType, startsAt, language }: Sitting): string[] {
  const i18n = textsIn(language);
  if (sessionType === '23') return [i18n._('Please bring ID and $25 to pay the proctor.')];
  if (!startsAt || sessionType === '99') return [];
  const time = formats[language].time.format(plusSeconds(startsAt, -15 * 60));
  return [i18n._('You can sign in from {time} on. Please bring ID.', { time })];
}

export function entry(
  sitting: Sitting,
  isCancelled: boolean,
  now: Date,
): EmailWithAttachments['attachments'] {
  const { exams, startsAt, endsAt } = sitting;
  return startsAt === null || endsAt === null
    ? []
    : [
        calendarFile(
          { exams, startsAt, endsAt, place: placeParts(sitting).join(', '), isCancelled },
          now,
        ),
      ];
}

/** A mail about a sitting, with its facts and a button to the own exams. */
export function about(
  sitting: Sitting,
  content: Pick<EmailContent, 'title' | 'subject' | 'paragraphs' | 'notes'>,
  buttonLabel: string,
): RenderedEmail {
  const { firstName, language } = sitting;
  const i18n = textsIn(language);
  return renderEmail(
    {
      ...content,
      greeting: i18n._('Dear {firstName},', { firstName }),
      facts: facts(sitting),
      button: { label: buttonLabel, url: `${publicUrl()}/?myexams` },
    },
    language,
  );
}

/** Returns the email about a booked session, or about a change to it. */
export function bookedEmail(sitting: Sitting, isMoved: boolean, now: Date): EmailWithAttachments {
  const { language, startsAt } = sitting;
  const i18n = textsIn(language);
  const exam = subjectOf(sitting);
  const title = isMoved
    ? i18n._('Your session for {exam} was changed', { exam })
    : i18n._('Your session for {exam} is booked', { exam });
  const mail = about(
    sitting,
    {
      title,
      subject: startsAt ? `${title}: ${whenText(startsAt, language)}` : title,
      paragraphs: [isMoved ? i18n._('This is your new session:') : i18n._('This is your session:')],
      notes: advice(sitting),
    },
    i18n._('Open my exams'),
  );
  return { ...mail, attachments: entry(sitting, false, now) };
}

/** A session is two days away. R-168. */
export function reminderEmail(sitting: Sitting): RenderedEmail {
  const { language, startsAt } = sitting;
  const i18n = textsIn(language);
  const exam = subjectOf(sitting);
  const title = i18n._('Reminder: your session for {exam}', { exam });
  const leaving =
    sitting.sessionType === '21'
      ? [
          i18n._(
            'If you cannot come, please change or cancel the session in the portal, at least 24 ' +
              'hours before it starts to keep your proctor fee.',
          ),
        ]
      : [];
  return about(
    sitting,
    {
      title,
      subject: startsAt
        ? i18n._('Reminder: your session for {exam} is on {when}', {
            exam,
            when: whenText(startsAt, language),
          })
        : title,
      paragraphs: [i18n._('Your session is soon:')],
      notes: [...advice(sitting), ...leaving],
    },
    i18n._('Open my exams'),
  );
}

/** Returns the email of a session alert: a location has open sessions. */
export function sessionsOpenEmail(
  { firstName, language }: MailReader,
  locationName: string,
): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title: i18n._('A session is open at {locationName}', { locationName }),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [
        i18n._(
          'You asked to be told when sessions open at {locationName}. There is room in one now; ' +
            'seats go to those who book first.',
          { locationName },
        ),
      ],
      button: { label: i18n._('Open my exams'), url: `${publicUrl()}/?myexams` },
    },
    language,
  );
}

/** A session was given up, the exam stays. */
export function sessionCancelledEmail(sitting: Sitting, now: Date): EmailWithAttachments {
  const i18n = textsIn(sitting.language);
  const mail = about(
    sitting,
    {
      title: i18n._('Your session for {exam} is cancelled', { exam: subjectOf(sitting) }),
      paragraphs: [
        i18n._(
          'This session is no longer booked. Your exam stays registered; ' +
            'please choose another session.',
        ),
      ],
    },
    i18n._('Choose a session'),
  );
  return { ...mail, attachments: entry(sitting, true, now) };
}

/** Returns the email that an exam left its school or shipped session and is sat online. */
export function changedToOnlineEmail(sitting: Sitting, now: Date): EmailWithAttachments {
  const i18n = textsIn(sitting.language);
  const mail = about(
    sitting,
    {
      title: i18n._('Please take your exam {exam} online', { exam: subjectOf(sitting) }),
      paragraphs: [
        i18n._(
          'This session is no longer booked. Your exam stays registered, to be taken online ' +
            'with a proctor:',
        ),
      ],
    },
    i18n._('Open my exams'),
  );
  return { ...mail, attachments: entry(sitting, true, now) };
}

/** The calendar's part of an exam that was cancelled with its session. */
export const cancelledEntry = (sitting: Sitting, now: Date): EmailWithAttachments['attachments'] =>
  entry(sitting, true, now);
