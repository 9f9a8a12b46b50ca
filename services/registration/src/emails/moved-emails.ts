import { type Language, textsIn } from '@portal/kit/email/language';
import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { publicUrl } from '../public-url.ts';
import {
  about,
  type EmailWithAttachments,
  entry,
  type Sitting,
  schoolFacts,
  subjectOf,
  whenInNewYork,
  whenText,
} from './session-emails.ts';

/** Returns the office's additional text, if any. */
export const given = (message: string | null): string[] => (message === null ? [] : [message]);

function mailOfMove(sitting: Sitting & { startsAt: Date }, message: string | null): RenderedEmail {
  const { language, startsAt, sessionType } = sitting;
  const i18n = textsIn(language);
  const exams = subjectOf(sitting);
  // sessions of schools and shipped ones are left through the office alone
  const leaving =
    sessionType === '21'
      ? i18n._(
          'You do not need to do anything. If the new time does not suit you, you can leave the ' +
            'session until it starts and keep your proctor fee.',
        )
      : i18n._('You do not need to do anything.');
  return about(
    sitting,
    {
      title: i18n._('Your session for {exams} was moved', { exams }),
      subject: i18n._('Your session for {exams} was moved: {when}', {
        exams,
        when: whenText(startsAt, language),
      }),
      paragraphs: [i18n._('The office moved your session. This is the new time and place:')],
      notes: [leaving, ...given(message)],
    },
    i18n._('Open my exams'),
  );
}

/** The office moved the session, and the student with it. R-512. */
export function movedEmail(
  sitting: Sitting & { startsAt: Date },
  message: string | null,
  now: Date,
): EmailWithAttachments {
  return { ...mailOfMove(sitting, message), attachments: entry(sitting, false, now) };
}

/** Returns the same as text, with placeholders {in braces} for fields of each student. */
export function movedMailText(
  sitting: Pick<Sitting, 'sessionType' | 'placeName' | 'placeAddress'> & {
    startsAt: Date;
    message: string | null;
  },
): string {
  const { message, ...where } = sitting;
  const { subject, text } = mailOfMove(
    {
      ...where,
      firstName: '{first name}',
      language: 'en',
      endsAt: null,
      exams: [{ registrationId: 0, sequence: 0, subject: '{exams}' }],
    },
    message,
  );
  return `${subject}\n\n${text}`;
}

/** The office moved a session, and the student could not move with it. R-513. */
export function notMovedEmail(
  sitting: Sitting,
  { movedTo, clash, message }: { movedTo: Date; clash: string; message: string | null },
  now: Date,
): EmailWithAttachments {
  const { language } = sitting;
  const i18n = textsIn(language);
  const when = whenInNewYork(movedTo, language);
  const why =
    clash === 'branch'
      ? i18n._(
          'The office moved this session to {when}, to a branch that is kept for others, so you ' +
            'were not moved. Your exam stays registered and your proctor fee is kept for the ' +
            'next session.',
          { when },
        )
      : i18n._(
          'The office moved this session to {when}. You have another session then, so you were ' +
            'not moved. Your exam stays registered and your proctor fee is kept for the next ' +
            'session.',
          { when },
        );
  const mail = about(
    // the facts of the new session are not this student's
    { ...sitting, startsAt: null, placeName: null, placeAddress: null },
    {
      title: i18n._('Your session for {exams} was moved and is no longer booked', {
        exams: subjectOf(sitting),
      }),
      paragraphs: [why, ...given(message)],
    },
    i18n._('Choose a session'),
  );
  return { ...mail, attachments: entry(sitting, true, now) };
}

/** Returns the email to the school's admins: the session's change and the notified students. */
export function schoolMovedEmail({
  schoolName,
  startsAt,
  students,
  message,
}: {
  schoolName: string;
  startsAt: Date;
  students: number;
  message: string | null;
}): RenderedEmail {
  const title = `A session of ${schoolName} was moved`;
  return renderEmail({
    title,
    subject: `${title}: ${whenText(startsAt, STAFF_LANGUAGE)}`,
    paragraphs: [toldText(students), ...given(message)],
    facts: schoolFacts(startsAt),
    button: { label: 'Open sessions', url: `${publicUrl()}/admin/calendar` },
  });
}

const STAFF_LANGUAGE: Language = 'en';

/** '1 student was told by email.' */
export const toldText = (students: number): string =>
  students === 1 ? '1 student was told by email.' : `${students} students were told by email.`;
