import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { publicUrl } from '../../public-url.ts';

/** Whom and which exam a letter of an online sitting is about. */
export interface OnlineEmail {
  firstName: string;
  subject: string;
}

const said = (
  { firstName, subject: exam }: OnlineEmail,
  title: string,
  paragraphs: string[],
  label: string,
): RenderedEmail =>
  renderEmail({
    title,
    greeting: `Dear ${firstName},`,
    paragraphs,
    facts: [['Exam', exam]],
    button: { label, url: `${publicUrl()}/?myexams` },
  });

/** T-20. */
export const proctorBookedEmail = (about: OnlineEmail): RenderedEmail =>
  said(
    about,
    `Your online exam ${about.subject} is booked with the proctor`,
    [
      'Open the proctoring page from your exam in the portal. The proctor checks your ID and your room and lets you in; then the exam opens.',
      'Be alone in a quiet room with a clear desk, a camera and a stable connection, and have your ID at hand.',
    ],
    'Open my exams',
  );

/** T-31. */
export const programCompletedEmail = (about: OnlineEmail): RenderedEmail =>
  said(
    about,
    `Your course ${about.subject} is completed`,
    ['You can take the exam now. Please book a session or start it online.'],
    'Take the exam',
  );

/** T-40. */
export const disconnectedEmail = (about: OnlineEmail): RenderedEmail =>
  said(
    about,
    `Your connection to ${about.subject} was lost`,
    [
      'Please go on with your exam as soon as you can: it has to be finished within 24 hours of its start. After that it is graded as it is.',
    ],
    'Continue exam',
  );

/** T-42. */
export const timeOverEmail = (about: OnlineEmail): RenderedEmail =>
  said(
    about,
    `The time for ${about.subject} is over`,
    ['24 hours have passed since you started this exam. It was closed and is graded as it is.'],
    'Open my exams',
  );

/** T-44. */
export const disqualifiedEmail = (about: OnlineEmail): RenderedEmail =>
  said(
    about,
    `Your exam ${about.subject} was disqualified`,
    ['The proctoring service disqualified this exam. To take it again, a retake must be bought.'],
    'Open my exams',
  );

/** T-51. */
export const reopenedEmail = (about: OnlineEmail): RenderedEmail =>
  said(
    about,
    `Your exam ${about.subject} is open again`,
    [
      'You can start this exam once more, without another fee. From the new start you have 24 hours. Please use the button in the portal: earlier links do not work any more.',
    ],
    'Continue exam',
  );
