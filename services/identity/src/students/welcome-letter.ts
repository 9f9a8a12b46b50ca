import { letter } from '@portal/kit/letter';
import type { Letter } from '@portal/kit/mail';
import { link } from '../links.ts';

/** The mail to somebody who signed up without being on record before (C-S16). */
export function welcomeLetter(studentId: number, email: string, firstName: string): Letter {
  return {
    key: `welcome:${studentId}`,
    to: email,
    ...letter({
      title: 'Welcome to JSE',
      greeting: `Dear ${firstName},`,
      paragraphs: [
        'You are now signed up to JSE. Use this email address and the password you chose to log in.',
        'In the portal you can look through all exams, register, choose a session and see your grades.',
      ],
      button: { label: 'Log in', url: link('/login') },
    }),
  };
}
