import { type Place, thePortal } from './place.ts';
import { until } from './until.ts';

/** An email as the inbox shows it. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string | false;
  readonly to: readonly { readonly address: string }[];
  readonly attachments: readonly { readonly fileName: string; readonly contentType: string }[];
}

/** Returns all emails to an address, oldest first. */
export async function mailsTo(address: string, place: Place = thePortal): Promise<Mail[]> {
  const answer = await fetch(
    `${place.mailUrl}/api/email?to.address=${encodeURIComponent(address)}`,
  );
  return (await answer.json()) as Mail[];
}

/**
 * Waits for `count` emails with this subject to an address, and returns the newest. `says` filters
 * by text, since emails that are sent together may arrive in any order.
 */
export async function mailTo(
  address: string,
  subject: string | RegExp,
  { count = 1, place = thePortal, says = /^/ } = {},
): Promise<Mail> {
  const about = (mail: Mail) =>
    (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)) &&
    says.test(mail.text);
  const found = await until(
    async () => (await mailsTo(address, place)).filter(about),
    (mails) => mails.length >= count,
  );
  return found.at(-1) as Mail;
}

/** The fields of a password link in an email. */
export interface PasswordLink {
  /** Path of the page. */
  readonly path: string;
  readonly type: 'create' | 'reset';
  readonly id: number;
  readonly token: string;
}

/** Returns the password link in an email. */
export function linkIn({ text }: Mail): PasswordLink {
  const [path, type, id, token] = /(?:\/admin)?\/(create|reset)\/(\d+)\/([\w-]+)/.exec(text) ?? [];
  if (!path || !token) throw new Error('the mail holds no link for a password');
  return { path, type: type as PasswordLink['type'], id: Number(id), token };
}
