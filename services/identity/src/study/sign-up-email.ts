import type { Email } from '@portal/kit/email/email';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../links.ts';

/**
 * The mail to a new member of seminary study who has no account yet: how to sign up, once a
 * student.
 */
export function studySignUpEmail(studentId: number, email: string, firstName: string): Email {
  return {
    key: `study-sign-up:${studentId}`,
    to: email,
    ...renderEmail({
      title: 'Sign up to the JSE portal',
      greeting: `Dear ${firstName},`,
      paragraphs: [
        'You are now a member of the seminary study program, and have a record in the JSE portal, where you buy credits at the member price, register for exams and see your grades.',
        'To sign up, open the portal and enter the last 4 digits of your SSN and your date of birth under "Sign up". Then enter this email address: you get a link to create your password.',
        'If you did not expect this email, please call the office.',
      ],
      button: { label: 'Sign up', url: link('/login') },
    }),
  };
}
