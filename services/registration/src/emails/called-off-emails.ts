import { textsIn } from '@portal/kit/email/language';
import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { money } from '@portal/kit/money';
import { publicUrl } from '../public-url.ts';
import { given, toldText } from './moved-emails.ts';
import {
  about,
  dayText,
  type EmailWithAttachments,
  entry,
  type Sitting,
  schoolFacts,
  subjectOf,
} from './session-emails.ts';

/** The fees of a student after their session is called off. */
export interface FeesAfterCallingOff {
  /** Formatted, as '$15.00'; null: no refund. */
  refunded: string | null;
  isKept: boolean;
}

function mailOfCallingOff(
  sitting: Sitting,
  { refunded, isKept }: FeesAfterCallingOff,
  message: string | null,
): RenderedEmail {
  const i18n = textsIn(sitting.language);
  const refund =
    refunded === null
      ? []
      : [
          i18n._('Your proctor fee of {amount} will be refunded to your card.', {
            amount: refunded,
          }),
        ];
  return about(
    sitting,
    {
      title: i18n._('Your session for {exam} is called off', { exam: subjectOf(sitting) }),
      paragraphs: [
        i18n._(
          'The office had to call off this session. We are sorry. Your exam stays registered.',
        ),
        ...given(message),
        ...refund,
        ...(isKept ? [i18n._('Your proctor fee is kept for the next session.')] : []),
      ],
    },
    i18n._('Choose a session'),
  );
}

/** The office called the session off; the exam stays. R-518. */
export function calledOffEmail(
  sitting: Sitting,
  fees: { refundedCents: number; isKept: boolean },
  message: string | null,
  now: Date,
): EmailWithAttachments {
  const refunded = fees.refundedCents > 0 ? money(fees.refundedCents) : null;
  const mail = mailOfCallingOff(sitting, { refunded, isKept: fees.isKept }, message);
  return { ...mail, attachments: entry(sitting, true, now) };
}

/** Returns the same as text, with placeholders {in braces} for fields of each student. */
export function calledOffMailText({
  refundFees,
  message,
  ...where
}: Pick<Sitting, 'sessionType' | 'startsAt' | 'placeName' | 'placeAddress'> & {
  refundFees: boolean;
  message: string | null;
}): string {
  const { subject, text } = mailOfCallingOff(
    {
      ...where,
      firstName: '{first name}',
      language: 'en',
      endsAt: null,
      exams: [{ registrationId: 0, sequence: 0, subject: '{exams}' }],
    },
    { refunded: refundFees ? '{amount}' : null, isKept: !refundFees },
    message,
  );
  return `${subject}\n\n${text}`;
}

/**
 * Returns the email to the school's admins about a call-off and the number of notified students.
 */
export function schoolCalledOffEmail({
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
  const title = `A session of ${schoolName} is called off`;
  return renderEmail({
    title,
    subject: `${title}: ${dayText(startsAt)}`,
    paragraphs: [toldText(students), ...given(message)],
    facts: schoolFacts(startsAt),
    button: { label: 'Open sessions', url: `${publicUrl()}/admin/calendar` },
  });
}
