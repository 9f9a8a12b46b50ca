import { letter } from '@portal/kit/letter';
import type { Letter } from '@portal/kit/mail';
import { link } from '../links.ts';

interface Invited {
  id: number;
  email: string;
  firstName: string;
  membershipTypeId: number;
  collegeId: number;
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Path of the page on which an invited non-member signs up. */
const invitePath = ({ email, membershipTypeId, collegeId }: Pick<Invited, 'email' | 'membershipTypeId' | 'collegeId'>): string =>
  `/register/${base64url(email)}/${membershipTypeId}/${base64url(String(collegeId))}`;

/** The mail that invites a non-member (30 days). */
export function inviteLetter({ id, firstName, ...invited }: Invited): Letter {
  return {
    key: `invite:${id}`,
    to: invited.email,
    ...letter({
      title: 'Create your account',
      subject: 'Create your JSE account',
      greeting: `Dear ${firstName},`,
      paragraphs: [
        'You are invited to the JSE portal, where you register for exams, choose a session and see your grades.',
        'Please create your account with the link below. Have the last 4 digits of your SSN at hand.',
        'The invitation is good for 30 days. A newer one ends it.',
      ],
      button: { label: 'Create account', url: link(invitePath(invited)) },
    }),
  };
}
