import type { Email } from '@portal/kit/email/email';
import { type Language, textsIn } from '@portal/kit/email/language';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

interface AddressChange {
  studentId: number;
  /** The version of the record that the change made. */
  version: number;
  firstName: string;
  language: Language;
  from: string | null;
  to: string;
  /** The author of the change. */
  by: 'office' | 'you';
}

/** The mails to the old and the new address about a moved login. R-054. */
export function addressChangedEmails(change: AddressChange): Email[] {
  const { studentId, version, firstName, language, from, to, by } = change;
  const i18n = textsIn(language);
  const greeting = i18n._('Dear {firstName},', { firstName });
  const emailTo = (address: string, which: 'old' | 'new', paragraph: string): Email => ({
    key: `address changed:${studentId}:${version}:${which}`,
    to: address,
    ...renderEmail(
      {
        title: i18n._('Your email address was changed'),
        subject: i18n._('The email address of your JSE account was changed'),
        greeting,
        paragraphs: [
          paragraph,
          i18n._(
            'For your security you were logged out. If you did not ask for this, please call ' +
              'the office.',
          ),
        ],
        button: { label: i18n._('Log in'), url: link('/login') },
      },
      language,
    ),
  });
  const ofNew =
    by === 'office'
      ? i18n._('The office has made this the email address of your JSE account. Use it to log in.')
      : i18n._('You have made this the email address of your JSE account. Use it to log in.');
  const ofOld =
    by === 'office'
      ? i18n._(
          'The office has changed the email address of your JSE account. ' +
            'This one does not log in any more.',
        )
      : i18n._(
          'You have changed the email address of your JSE account. ' +
            'This one does not log in any more.',
        );
  return [...(from === null ? [] : [emailTo(from, 'old', ofOld)]), emailTo(to, 'new', ofNew)];
}
