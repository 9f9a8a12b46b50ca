import { textsIn } from '@portal/kit/email/language';
import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import type { MailReader } from '../../../emails/registration-emails.ts';
import { publicUrl } from '../../../public-url.ts';

/** The recipient and the exam of an email about an online sitting. */
export interface OnlineEmail extends MailReader {
  subject: string;
}

function said(
  { firstName, language, subject }: OnlineEmail,
  title: string,
  paragraphs: string[],
  label: string,
): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title,
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs,
      facts: [[i18n._('Exam'), subject]],
      button: { label, url: `${publicUrl()}/?myexams` },
    },
    language,
  );
}

/** T-20. */
export function proctorBookedEmail(about: OnlineEmail): RenderedEmail {
  const i18n = textsIn(about.language);
  return said(
    about,
    i18n._('Your online exam {exam} is booked with the proctor', { exam: about.subject }),
    [
      i18n._(
        'Open the proctoring page from your exam in the portal. ' +
          'The proctor checks your ID and your room and lets you in; then the exam opens.',
      ),
      i18n._(
        'Be alone in a quiet room with a clear desk, a camera and a stable connection, and have ' +
          'your ID at hand.',
      ),
    ],
    i18n._('Open my exams'),
  );
}

/** T-31. */
export function programCompletedEmail(about: OnlineEmail): RenderedEmail {
  const i18n = textsIn(about.language);
  return said(
    about,
    i18n._('Your course {exam} is completed', { exam: about.subject }),
    [i18n._('You can take the exam now. Please book a session or start it online.')],
    i18n._('Take the exam'),
  );
}

/** T-40. */
export function disconnectedEmail(about: OnlineEmail): RenderedEmail {
  const i18n = textsIn(about.language);
  return said(
    about,
    i18n._('Your connection to {exam} was lost', { exam: about.subject }),
    [
      i18n._(
        'Please go on with your exam as soon as you can: it has to be finished within 24 hours ' +
          'of its start. After that it is graded as it is.',
      ),
    ],
    i18n._('Continue exam'),
  );
}

/** T-42. */
export function timeOverEmail(about: OnlineEmail): RenderedEmail {
  const i18n = textsIn(about.language);
  return said(
    about,
    i18n._('The time for {exam} is over', { exam: about.subject }),
    [
      i18n._(
        '24 hours have passed since you started this exam. It was closed and is graded as it is.',
      ),
    ],
    i18n._('Open my exams'),
  );
}

/** T-44. */
export function disqualifiedEmail(about: OnlineEmail): RenderedEmail {
  const i18n = textsIn(about.language);
  return said(
    about,
    i18n._('Your exam {exam} was disqualified', { exam: about.subject }),
    [
      i18n._(
        'The proctoring service disqualified this exam. To take it again, a retake must be bought.',
      ),
    ],
    i18n._('Open my exams'),
  );
}

/** T-51. */
export function reopenedEmail(about: OnlineEmail): RenderedEmail {
  const i18n = textsIn(about.language);
  return said(
    about,
    i18n._('Your exam {exam} is open again', { exam: about.subject }),
    [
      i18n._(
        'You can start this exam once more, without another fee. ' +
          'From the new start you have 24 hours. Please use the button in the portal: earlier ' +
          'links do not work any more.',
      ),
    ],
    i18n._('Continue exam'),
  );
}
