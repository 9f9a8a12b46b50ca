import type { Email } from '@portal/kit/email/email';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

interface Welcomed {
  id: number;
  email: string;
  firstName: string;
  /** The address is proven to be theirs. */
  isConfirmed: boolean;
}

const notYou =
  'If you did not sign up, somebody else used your email address. To get it back, choose "Forgot password?" on the login page, and open the link that you are sent.';

/** The mail to somebody who signed up without being on record before (C-S16). */
export function welcomeEmail({ id, email, firstName, isConfirmed }: Welcomed): Email {
  return {
    key: `welcome:${id}`,
    to: email,
    ...renderEmail({
      title: 'Welcome to JSE',
      greeting: `Dear ${firstName},`,
      paragraphs: [
        'You are now signed up to JSE. Use this email address and the password you chose to log in.',
        'In the portal you can look through all exams, register, choose a session and see your grades.',
        ...(isConfirmed ? [] : [notYou]),
      ],
      button: { label: 'Log in', url: link('/login') },
    }),
  };
}
