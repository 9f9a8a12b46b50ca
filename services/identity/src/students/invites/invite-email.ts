import type { Email } from '@portal/kit/email/email';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

interface Invited {
  id: number;
  email: string;
  firstName: string;
  membershipTypeId: number;
  collegeId: number;
  /** 256 random bits, which prove that their sender has read the mail. */
  secret: string;
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/**
 * Path of the page on which an invited non-member signs up, with the secret that the
 * invitation is granted for.
 */
const invitePath = ({
  email,
  membershipTypeId,
  collegeId,
  secret,
}: Omit<Invited, 'id' | 'firstName'>): string =>
  `/register/${base64url(email)}/${membershipTypeId}/${base64url(String(collegeId))}` +
  `?invitation=${secret}`;

/** The mail that invites a non-member (30 days). */
export function inviteEmail({ id, firstName, ...invited }: Invited): Email {
  return {
    key: `invite:${id}`,
    to: invited.email,
    ...renderEmail({
      title: 'Create your account',
      subject: 'Create your JSE account',
      greeting: `Dear ${firstName},`,
      paragraphs: [
        'You are invited to the JSE portal, where you register for exams, choose a session and ' +
          'see your grades.',
        'Please create your account with the link below. Have the last 4 digits of your SSN at ' +
          'hand.',
        'The invitation is good for 30 days. A newer one ends it.',
      ],
      button: { label: 'Create account', url: link(invitePath(invited)) },
    }),
  };
}
