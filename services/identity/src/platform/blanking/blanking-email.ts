import type { Email } from '@portal/kit/email/email';
import { type Language, localeOf, textsIn } from '@portal/kit/email/language';
import { renderEmail } from '@portal/kit/email/render-email';

interface BlankingNotice {
  blankingId: string;
  to: string;
  firstName: string;
  language: Language;
  blankOn: Date;
}

/**
 * The mail that announces the removal of a student's personal data, while it can be withdrawn.
 *
 */
export function blankingEmail({
  blankingId,
  to,
  firstName,
  language,
  blankOn,
}: BlankingNotice): Email {
  const i18n = textsIn(language);
  const date = blankOn.toLocaleString(localeOf(language), {
    dateStyle: 'long',
    timeZone: 'America/New_York',
  });
  const content = {
    title: i18n._('Your personal data will be removed on {date}', { date }),
    subject: i18n._('Your personal data will be removed on {date}', { date }),
    greeting: i18n._('Dear {firstName},', { firstName }),
    paragraphs: [
      i18n._(
        'The office was asked to remove your personal data. Your account is closed. ' +
          'If this is a mistake, call the office before {date}.',
        { date },
      ),
    ],
  };
  return { key: `blanking:${blankingId}`, to, ...renderEmail(content, language) };
}
