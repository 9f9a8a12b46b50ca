import type { Email } from '@portal/kit/email/email';
import { type Language, textsIn } from '@portal/kit/email/language';
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
  /** English to staff. */
  language: Language;
}

/** Returns the address of a page that a token of this type opens. */
export const linkOf = ({ kind, id }: AccountRef, type: TokenType, secret: string) =>
  link(`${kind === 'staff' ? '/admin' : ''}/${type}/${id}/${secret}`);

/** The mail with the link to create a password (72 hours). */
export function createAccountEmail({
  account,
  tokenId,
  secret,
  to,
  name,
  language,
}: LinkMail): Email {
  const i18n = textsIn(language);
  const content = {
    title: i18n._('Create your password'),
    subject: i18n._('Create your JSE password'),
    greeting: i18n._('Dear {name},', { name }),
    paragraphs: [
      account.kind === 'staff'
        ? `An account was made for you in the JSE portal. Your user name is ${name}. ` +
          'Please create your password with the link below.'
        : i18n._(
            'Thank you for signing up to the JSE portal. Please create your password with the ' +
              'link below.',
          ),
      i18n._('The link works once and for 72 hours. A newer link ends it.'),
      i18n._(
        'If you did not ask for this, you can leave this email as it is; ' +
          'nothing changes without the link.',
      ),
    ],
    button: { label: i18n._('Create password'), url: linkOf(account, 'create', secret) },
  };
  return { key: `create:${tokenId}`, to, ...renderEmail(content, language) };
}

/**
 * The mail with the link to reset a password (60 minutes). `isConfirmed`: a link that was mailed to
 * this address has been followed before.
 */
export function resetPasswordEmail({
  account,
  tokenId,
  secret,
  to,
  name,
  language,
  isConfirmed,
}: LinkMail & { isConfirmed: boolean }): Email {
  const i18n = textsIn(language);
  const unconfirmed = i18n._(
    'Your email address is not confirmed yet, so the page asks for the date of birth and the ' +
      'last 4 digits of the SSN of the account, too. If you never signed up to the JSE portal, ' +
      'say so there: the account loses your address.',
  );
  const content = {
    title: i18n._('Reset your password'),
    subject: i18n._('Reset your JSE password'),
    greeting: i18n._('Dear {name},', { name }),
    paragraphs: [
      i18n._(
        'You asked to reset your password for the JSE portal. Please choose a new one with the ' +
          'link below.',
      ),
      i18n._('The link works once and for 60 minutes. A newer link ends it.'),
      ...(isConfirmed ? [] : [unconfirmed]),
      i18n._(
        'If you did not ask for this, you can leave this email as it is; ' +
          'your password stays the same.',
      ),
    ],
    button: { label: i18n._('Reset password'), url: linkOf(account, 'reset', secret) },
  };
  return { key: `reset:${tokenId}`, to, ...renderEmail(content, language) };
}

/** The mail to the address with which a student wants to log in (24 hours). */
export function proveAddressEmail({
  account,
  tokenId,
  secret,
  to,
  name,
  language,
}: LinkMail): Email {
  const i18n = textsIn(language);
  const content = {
    title: i18n._('Confirm your email address'),
    subject: i18n._('Confirm the email address of your JSE account'),
    greeting: i18n._('Dear {name},', { name }),
    paragraphs: [
      i18n._(
        'You asked to log in to the JSE portal with this email address. ' +
          'Please confirm that it is yours with the link below.',
      ),
      i18n._('The link works once and for 24 hours. A newer link ends it.'),
      i18n._(
        'If you did not ask for this, you can leave this email as it is; ' +
          'nothing changes without the link.',
      ),
    ],
    button: { label: i18n._('Confirm this address'), url: linkOf(account, 'email', secret) },
  };
  return { key: `email:${tokenId}`, to, ...renderEmail(content, language) };
}

/** The same where the address logs in to another account already. */
export function emailHeldEmail({ tokenId, to, name, language }: Omit<LinkMail, 'secret'>): Email {
  const i18n = textsIn(language);
  const content = {
    title: i18n._('This address has an account already'),
    subject: i18n._('Your email address has a JSE account already'),
    greeting: i18n._('Dear {name},', { name }),
    paragraphs: [
      i18n._(
        'Somebody asked to log in to another account of the JSE portal with this email address. ' +
          'It belongs to an account already, so nothing was changed.',
      ),
      i18n._(
        'If that was you and both accounts are yours, please call the office. ' +
          'Otherwise you can leave this email as it is.',
      ),
    ],
    button: { label: i18n._('Log in'), url: link('/login') },
  };
  return { key: `email-held:${tokenId}`, to, ...renderEmail(content, language) };
}

/** The first mail of an account whose password has just been created. */
export function welcomeEmail({
  account,
  tokenId,
  to,
  name,
  language,
}: Omit<LinkMail, 'secret'>): Email {
  const i18n = textsIn(language);
  const ifNotYou = i18n._(
    'If this was not you, please reset your password at once and call the office.',
  );
  const content =
    account.kind === 'staff'
      ? {
          title: i18n._('Your account is ready'),
          subject: 'Your JSE account is ready',
          paragraphs: [
            'Your password is set. Log in with your user name and the password that you have ' +
              'just created.',
            ifNotYou,
          ],
          button: { label: i18n._('Log in'), url: link('/admin') },
        }
      : {
          title: i18n._('Your account is ready'),
          subject: i18n._('Welcome to the JSE student portal'),
          paragraphs: [
            i18n._(
              'Your password is set. Log in with this email address and the password that you ' +
                'have just created.',
            ),
            i18n._(
              'To begin, find an exam, pay for it with credits or a card, and book a session.',
            ),
            ifNotYou,
          ],
          button: { label: i18n._('Log in'), url: link('/login') },
        };
  const greeting = i18n._('Dear {name},', { name });
  return { key: `welcome:${tokenId}`, to, ...renderEmail({ ...content, greeting }, language) };
}

/**
 * The notice that a password was set. `isBySignedIn`: the person was logged in and still is, there.
 */
export function passwordChangedEmail({
  account,
  tokenId,
  to,
  name,
  language,
  isBySignedIn = false,
}: Omit<LinkMail, 'secret'> & { isBySignedIn?: boolean }): Email {
  const i18n = textsIn(language);
  const content = {
    title: i18n._('Your password was changed'),
    subject: i18n._('Your JSE password was changed'),
    greeting: i18n._('Dear {name},', { name }),
    paragraphs: [
      isBySignedIn
        ? i18n._(
            'The password of your JSE portal account was just changed, and every other device ' +
              'that was logged in has been logged out.',
          )
        : i18n._(
            'The password of your JSE portal account was just changed, and every device that ' +
              'was logged in has been logged out.',
          ),
      i18n._('If this was not you, please reset your password at once and call the office.'),
    ],
    button: {
      label: i18n._('Log in'),
      url: link(account.kind === 'staff' ? '/admin' : '/login'),
    },
  };
  return { key: `password-changed:${tokenId}`, to, ...renderEmail(content, language) };
}
