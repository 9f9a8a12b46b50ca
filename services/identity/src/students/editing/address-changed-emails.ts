import type { Email } from '@portal/kit/email/email';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

interface AddressChange {
  studentId: number;
  /** The version of the record that the change made. */
  version: number;
  firstName: string;
  from: string | null;
  to: string;
  /** Who changed it. */
  by: 'office' | 'you';
}

/** Tells the old and the new address that the login is another one. R-054. */
export function addressChangedEmails(change: AddressChange): Email[] {
  const { studentId, version, firstName, from, to, by } = change;
  const who = by === 'office' ? 'The office has' : 'You have';
  const emailTo = (address: string, which: 'old' | 'new', paragraph: string): Email => ({
    key: `address changed:${studentId}:${version}:${which}`,
    to: address,
    ...renderEmail({
      title: 'Your email address was changed',
      subject: 'The email address of your JSE account was changed',
      greeting: `Dear ${firstName},`,
      paragraphs: [
        paragraph,
        'For your security you were logged out. If you did not ask for this, please call the office.',
      ],
      button: { label: 'Log in', url: link('/login') },
    }),
  });
  const ofNew = `${who} made this the email address of your JSE account. Use it to log in.`;
  const ofOld = `${who} changed the email address of your JSE account. This one does not log in any more.`;
  return [...(from === null ? [] : [emailTo(from, 'old', ofOld)]), emailTo(to, 'new', ofNew)];
}
