import type { Email } from '@portal/kit/email/email';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';
import type { AccountRef, TokenType } from '../records/account.ts';

interface LinkMail {
  account: AccountRef;
  tokenId: string;
  secret: string;
  to: string;
  /** First name of a student, login name of staff. */
  name: string;
}

const linkOf = ({ kind, id }: AccountRef, type: TokenType, secret: string) =>
  link(`${kind === 'staff' ? '/admin' : ''}/${type}/${id}/${secret}`);

/** The mail with the link to create a password (72 hours). */
export function createAccountEmail({ account, tokenId, secret, to, name }: LinkMail): Email {
  return {
    key: `create:${tokenId}`,
    to,
    ...renderEmail({
      title: 'Create your password',
      subject: 'Create your JSE password',
      greeting: `Dear ${name},`,
      paragraphs: [
        account.kind === 'staff'
          ? `An account was made for you in the JSE portal. Your user name is ${name}. Please create your password with the link below.`
          : 'Thank you for signing up to the JSE portal. Please create your password with the link below.',
        'The link works once and for 72 hours. A newer link ends it.',
        'If you did not ask for this, you can leave this email as it is; nothing changes without the link.',
      ],
      button: { label: 'Create password', url: linkOf(account, 'create', secret) },
    }),
  };
}

const unconfirmed =
  'Your email address is not confirmed yet, so the page asks for the date of birth and the last 4 digits of the SSN of the account, too. If you never signed up to the JSE portal, say so there: the account loses your address.';

/**
 * The mail with the link to reset a password (60 minutes). `isConfirmed`: somebody followed a link
 * that was mailed there before.
 */
export function resetPasswordEmail({
  account,
  tokenId,
  secret,
  to,
  name,
  isConfirmed,
}: LinkMail & { isConfirmed: boolean }): Email {
  return {
    key: `reset:${tokenId}`,
    to,
    ...renderEmail({
      title: 'Reset your password',
      subject: 'Reset your JSE password',
      greeting: `Dear ${name},`,
      paragraphs: [
        'You asked to reset your password for the JSE portal. Please choose a new one with the link below.',
        'The link works once and for 60 minutes. A newer link ends it.',
        ...(isConfirmed ? [] : [unconfirmed]),
        'If you did not ask for this, you can leave this email as it is; your password stays the same.',
      ],
      button: { label: 'Reset password', url: linkOf(account, 'reset', secret) },
    }),
  };
}

/** The mail to the address with which a student wants to log in (24 hours). */
export function proveAddressEmail({ account, tokenId, secret, to, name }: LinkMail): Email {
  return {
    key: `email:${tokenId}`,
    to,
    ...renderEmail({
      title: 'Confirm your email address',
      subject: 'Confirm the email address of your JSE account',
      greeting: `Dear ${name},`,
      paragraphs: [
        'You asked to log in to the JSE portal with this email address. Please confirm that it is yours with the link below.',
        'The link works once and for 24 hours. A newer link ends it.',
        'If you did not ask for this, you can leave this email as it is; nothing changes without the link.',
      ],
      button: { label: 'Confirm this address', url: linkOf(account, 'email', secret) },
    }),
  };
}

/** The same where the address logs in to another account already. */
export function emailHeldEmail({ tokenId, to, name }: Omit<LinkMail, 'secret'>): Email {
  return {
    key: `email-held:${tokenId}`,
    to,
    ...renderEmail({
      title: 'This address has an account already',
      subject: 'Your email address has a JSE account already',
      greeting: `Dear ${name},`,
      paragraphs: [
        'Somebody asked to log in to another account of the JSE portal with this email address. It belongs to an account already, so nothing was changed.',
        'If that was you and both accounts are yours, please call the office. Otherwise you can leave this email as it is.',
      ],
      button: { label: 'Log in', url: link('/login') },
    }),
  };
}

/** The first mail of an account whose password has just been created. */
export function welcomeEmail({ account, tokenId, to, name }: Omit<LinkMail, 'secret'>): Email {
  const isStaff = account.kind === 'staff';
  return {
    key: `welcome:${tokenId}`,
    to,
    ...renderEmail({
      title: 'Your account is ready',
      subject: isStaff ? 'Your JSE account is ready' : 'Welcome to the JSE student portal',
      greeting: `Dear ${name},`,
      paragraphs: [
        `Your password is set. Log in with ${isStaff ? 'your user name' : 'this email address'} and the password that you have just created.`,
        ...(isStaff
          ? []
          : ['To begin, find an exam, pay for it with credits or a card, and book a session.']),
        'If this was not you, please reset your password at once and call the office.',
      ],
      button: { label: 'Log in', url: link(isStaff ? '/admin' : '/login') },
    }),
  };
}

/**
 * The notice that a password was set. `isBySignedIn`: the person was logged in and still is, there.
 */
export function passwordChangedEmail({
  account,
  tokenId,
  to,
  name,
  isBySignedIn = false,
}: Omit<LinkMail, 'secret'> & { isBySignedIn?: boolean }): Email {
  return {
    key: `password-changed:${tokenId}`,
    to,
    ...renderEmail({
      title: 'Your password was changed',
      subject: 'Your JSE password was changed',
      greeting: `Dear ${name},`,
      paragraphs: [
        `The password of your JSE portal account was just changed, and every ${isBySignedIn ? 'other ' : ''}device that was logged in has been logged out.`,
        'If this was not you, please reset your password at once and call the office.',
      ],
      button: { label: 'Log in', url: link(account.kind === 'staff' ? '/admin' : '/login') },
    }),
  };
}
