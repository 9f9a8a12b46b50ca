import type { Email } from '@portal/kit/email/email';
import { type Language, textsIn } from '@portal/kit/email/language';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

interface Welcomed {
  id: number;
  email: string;
  firstName: string;
  language: Language;
  /** The address is proven to be theirs. */
  isConfirmed: boolean;
}

/** The mail to a person who signed up without being on record before (C-S16). */
export function welcomeEmail({ id, email, firstName, language, isConfirmed }: Welcomed): Email {
  const i18n = textsIn(language);
  const notYou = i18n._(
    'If you did not sign up, somebody else used your email address. ' +
      'To get it back, choose "Forgot password?" on the login page, and open the link that you ' +
      'are sent.',
  );
  const content = {
    title: i18n._('Welcome to JSE'),
    greeting: i18n._('Dear {firstName},', { firstName }),
    paragraphs: [
      i18n._(
        'You are now signed up to JSE. Use this email address and the password you chose to log ' +
          'in.',
      ),
      i18n._(
        'In the portal you can look through all exams, register, choose a session and see your ' +
          'grades.',
      ),
      ...(isConfirmed ? [] : [notYou]),
    ],
    button: { label: i18n._('Log in'), url: link('/login') },
  };
  return { key: `welcome:${id}`, to: email, ...renderEmail(content, language) };
}
