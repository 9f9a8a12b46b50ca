import { inNewYork } from '@portal/kit/clock';
import type { Email } from '@portal/kit/email/email';
import { renderEmail } from '@portal/kit/email/render-email';
import { uuidv7 } from '@portal/kit/ids';
import { link } from '../../links.ts';

interface StaffMail {
  to: string;
  realName: string;
  at: Date;
}

/** 'March 2, 2026 at 10:00 AM, New York time' */
const timeText = (at: Date): string => {
  const moment = inNewYork(at);
  const day = moment.toLocaleString('en-US', { dateStyle: 'long' });
  const time = moment.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' });
  return `${day} at ${time}, New York time`;
};

const button = () => ({ label: 'Open security', url: link('/admin/security') });

/** The first sign-in from a device that is not known. R-587 */
export function newDeviceEmail({
  to,
  realName,
  at,
  device,
}: StaffMail & { device: string }): Email {
  const content = {
    title: 'New sign-in to your JSE account',
    greeting: `Dear ${realName},`,
    paragraphs: [
      `Your account was used on a new device: ${device}, ${timeText(at)}. ` +
        'If this was not you, end all sessions and change your password.',
    ],
    button: button(),
  };
  return { key: `new-device:${uuidv7()}`, to, ...renderEmail(content) };
}

/** A change of the factors of an account. R-587 */
export type FactorChange = 'passkey' | 'totp' | 'removed' | 'reset' | { codesLeft: number };

const changeTexts = {
  passkey: 'A passkey was added',
  totp: 'An authenticator app was added',
  removed: 'A method was removed',
  reset: 'All methods were reset',
};

/** Returns how many recovery codes are left, and advice when none are. */
function leftText(codes: number): string {
  if (codes === 0) return 'None are left. Make new ones before you need them.';
  return codes === 1 ? '1 is left.' : `${codes} are left.`;
}

/** Describes the change, its time and its author, in whole sentences. */
function changeText(change: FactorChange, circumstances: string): string {
  return typeof change === 'object'
    ? `A recovery code was used. ${leftText(change.codesLeft)} It was used ${circumstances}.`
    : `${changeTexts[change]} ${circumstances}.`;
}

/** `by`: the real name of the author. */
export function factorsChangedEmail({
  to,
  realName,
  at,
  by,
  change,
}: StaffMail & { by: string; change: FactorChange }): Email {
  const content = {
    title: 'Your sign-in methods were changed',
    greeting: `Dear ${realName},`,
    paragraphs: [changeText(change, `on ${timeText(at)} by ${by}`)],
    button: button(),
  };
  return { key: `factors-changed:${uuidv7()}`, to, ...renderEmail(content) };
}
