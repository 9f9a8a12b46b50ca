import { randomInt } from 'node:crypto';
import { forgotPasswordRequest, register } from '@portal/contract/students/auth';
import { linkIn, mailTo, type PasswordLink } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import type { Enrolled } from '../../people/students.ts';

export const notFound = {
  status: 404,
  code: 'student_not_found',
  detail: 'We could not find a student with these details. Please call the office.',
};
export const signedUp = {
  status: 409,
  code: 'already_signed_up',
  detail: 'You have already signed up. Please log in, or reset your password.',
};
export const linkOver = (status: 403 | 422, code: string) => ({
  status,
  code,
  detail: 'This link is no longer valid. Please request a new one.',
});
export const ifSignedUp = {
  message:
    'If you have already signed up, you will get an email with a link to reset your password.',
};
export const another = 'Another4Tests!';

export const pairOf = ({ dob, last4ssn }: Enrolled) => ({ dob, ssn: last4ssn });
/** Returns wrong SSN digits, different ones each time. */
export const guessesOf = ({ last4ssn }: Enrolled) => {
  const digits = Array.from({ length: 40 }, (_, at) => String(at).padStart(4, '0'));
  return digits.filter((ssn) => ssn !== last4ssn).slice(0, 6);
};
export const botCheck = {
  status: 403,
  code: 'bot_check_needed',
  detail: 'Please confirm that you are not a robot.',
};
const tried = new Set<string>();
/** Draws a birth date that no other test tries: the portal counts misses by it. */
export function aBirthDate(): string {
  for (;;) {
    const date = `19${randomInt(25, 60)}-0${randomInt(1, 9)}-${randomInt(10, 28)}`;
    if (tried.has(date)) continue;
    tried.add(date);
    return date;
  }
}
export const american = (day: string): string =>
  day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** Signs up and returns the link in the email. */
export async function createLink(
  student: Enrolled,
  { email = student.email, count = 1 } = {},
): Promise<PasswordLink> {
  await new Person().do(register, { ...pairOf(student), email });
  return linkIn(await mailTo(email, 'Create your JSE password', { count }));
}
export async function resetLink(email: string, count = 1): Promise<PasswordLink> {
  await new Person().do(forgotPasswordRequest, { email });
  return linkIn(await mailTo(email, 'Reset your JSE password', { count }));
}
