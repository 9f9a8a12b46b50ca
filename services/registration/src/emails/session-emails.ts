import { NEW_YORK, plusSeconds } from '@portal/kit/clock';
import type { Email } from '@portal/kit/email/email';
import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import type { SessionType } from '../fees/proctor-fee.ts';
import { publicUrl } from '../public-url.ts';
import { calendarFile, type ExamOfSitting } from './calendar.ts';

/** A session as a mail describes it. */
export interface Sitting {
  /** What is sat in it: one exam, or those that were booked in one step. */
  exams: readonly ExamOfSitting[];
  firstName: string;
  sessionType: SessionType;
  startsAt: Date | null;
  placeName: string | null;
  placeAddress: string | null;
}
const LIST = new Intl.ListFormat('en-GB');
type Said = RenderedEmail & { attachments: NonNullable<Email['attachments']> };

const DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: NEW_YORK,
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});
/** As a person reads a time: 09:30 is '9:30 AM'. */
const TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: NEW_YORK,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
/** 'Biology', or 'Biology, Ethics and Music'. */
const subjectOf = ({ exams }: Sitting) => LIST.format(exams.map(({ subject }) => subject));
const placeText = ({ placeName, placeAddress }: Sitting) =>
  [placeName, placeAddress].filter((part) => part).join(', ');

function facts(sitting: Sitting): [string, string][] {
  const { startsAt, exams } = sitting;
  return [
    ...exams.map(({ subject }): [string, string] => ['Exam', subject]),
    ...(startsAt
      ? ([
          ['Date', DAY.format(startsAt)],
          ['Time', `${TIME.format(startsAt)} (New York)`],
        ] as [string, string][])
      : []),
    ...(placeText(sitting) ? ([['Place', placeText(sitting)]] as [string, string][]) : []),
  ];
}

/** */
function advice({ sessionType, startsAt }: Sitting): string[] {
  if (sessionType === '23') return ['Please bring ID and $25 to pay the proctor.'];
  return startsAt && sessionType !== '99'
    ? [`You can sign in from ${TIME.format(plusSeconds(startsAt, -15 * 60))} on. Please bring ID.`]
    : [];
}

function entry(sitting: Sitting, isCancelled: boolean, now: Date): Said['attachments'] {
  const { exams, startsAt } = sitting;
  return startsAt === null
    ? []
    : [calendarFile({ exams, startsAt, place: placeText(sitting), isCancelled }, now)];
}

/** A session was booked, or another one in its place. */
export function bookedEmail(sitting: Sitting, isMoved: boolean, now: Date): Said {
  const title = isMoved
    ? `Your session for ${subjectOf(sitting)} was changed`
    : `Your session for ${subjectOf(sitting)} is booked`;
  const when = sitting.startsAt
    ? `: ${DAY.format(sitting.startsAt)}, ${TIME.format(sitting.startsAt)}`
    : '';
  return {
    ...renderEmail({
      title,
      subject: `${title}${when}`,
      greeting: `Dear ${sitting.firstName},`,
      paragraphs: [isMoved ? 'This is your new session:' : 'This is your session:'],
      facts: facts(sitting),
      notes: advice(sitting),
      button: { label: 'Open my exams', url: `${publicUrl()}/?myexams` },
    }),
    attachments: entry(sitting, false, now),
  };
}

/** A session is two days away. R-168. */
export function reminderEmail(sitting: Sitting): RenderedEmail {
  const title = `Reminder: your session for ${subjectOf(sitting)}`;
  const when = sitting.startsAt
    ? ` is on ${DAY.format(sitting.startsAt)}, ${TIME.format(sitting.startsAt)}`
    : '';
  const leaving =
    sitting.sessionType === '21'
      ? [
          'If you cannot come, please change or cancel the session in the portal, at least 24 hours before it starts to keep your proctor fee.',
        ]
      : [];
  return renderEmail({
    title,
    subject: `${title}${when}`,
    greeting: `Dear ${sitting.firstName},`,
    paragraphs: ['Your session is soon:'],
    facts: facts(sitting),
    notes: [...advice(sitting), ...leaving],
    button: { label: 'Open my exams', url: `${publicUrl()}/?myexams` },
  });
}

/** Sessions are open at a location of which the student wanted to be told. */
export function sessionsOpenEmail(firstName: string, locationName: string): RenderedEmail {
  return renderEmail({
    title: `A session is open at ${locationName}`,
    greeting: `Dear ${firstName},`,
    paragraphs: [
      `You asked to be told when sessions open at ${locationName}. There is room in one now; seats go to those who book first.`,
    ],
    button: { label: 'Open my exams', url: `${publicUrl()}/?myexams` },
  });
}

/** A session was given up, the exam stays. */
export function sessionCancelledEmail(sitting: Sitting, now: Date): Said {
  return {
    ...renderEmail({
      title: `Your session for ${subjectOf(sitting)} is cancelled`,
      greeting: `Dear ${sitting.firstName},`,
      paragraphs: [
        'This session is no longer booked. Your exam stays registered; please choose another session.',
      ],
      facts: facts(sitting),
      button: { label: 'Choose a session', url: `${publicUrl()}/?myexams` },
    }),
    attachments: entry(sitting, true, now),
  };
}

/** The office called the session off, the exam and its fee stay. */
export function calledOffEmail(sitting: Sitting, now: Date): Said {
  return {
    ...renderEmail({
      title: `Your session for ${subjectOf(sitting)} is called off`,
      greeting: `Dear ${sitting.firstName},`,
      paragraphs: [
        'The office had to call off this session. We are sorry. Your exam stays registered.',
        'A proctor fee that you paid for it is kept for the next session.',
      ],
      facts: facts(sitting),
      button: { label: 'Choose a session', url: `${publicUrl()}/?myexams` },
    }),
    attachments: entry(sitting, true, now),
  };
}

/** A school or shipped session is not held for this exam any more: it is sat online. */
export function changedToOnlineEmail(sitting: Sitting, now: Date): Said {
  return {
    ...renderEmail({
      title: `Please take your exam ${subjectOf(sitting)} online`,
      greeting: `Dear ${sitting.firstName},`,
      paragraphs: [
        'This session is no longer booked. Your exam stays registered, to be taken online with a proctor:',
      ],
      facts: facts(sitting),
      button: { label: 'Open my exams', url: `${publicUrl()}/?myexams` },
    }),
    attachments: entry(sitting, true, now),
  };
}

/** The calendar's part of an exam that was cancelled with its session. */
export const cancelledEntry = (sitting: Sitting, now: Date): Said['attachments'] =>
  entry(sitting, true, now);
