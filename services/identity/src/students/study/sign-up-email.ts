import type { Email } from '@portal/kit/email/email';
import { type Language, textsIn } from '@portal/kit/email/language';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

interface SignUpNotice {
  id: number;
  email: string;
  firstName: string;
  language: Language;
}

/**
 * The mail to a new member of seminary study who has no account yet: how to sign up, once a
 * student.
 */
export function studySignUpEmail({ id, email, firstName, language }: SignUpNotice): Email {
  const i18n = textsIn(language);
  const content = {
    title: i18n._('Sign up to the JSE portal'),
    greeting: i18n._('Dear {firstName},', { firstName }),
    paragraphs: [
      i18n._(
        'You are now a member of the seminary study program, and have a record in the JSE ' +
          'portal, where you buy credits at the member price, register for exams and see your ' +
          'grades.',
      ),
      i18n._(
        'To sign up, open the portal and enter the last 4 digits of your SSN and your date of ' +
          'birth under "Sign up". Then enter this email address: you get a link to create your ' +
          'password.',
      ),
      i18n._('If you did not expect this email, please call the office.'),
    ],
    button: { label: i18n._('Sign up'), url: link('/login') },
  };
  return { key: `study-sign-up:${id}`, to: email, ...renderEmail(content, language) };
}
