import type { Email } from '@portal/kit/email/email';
import { type Language, localeOf, textsIn } from '@portal/kit/email/language';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

interface Ready {
  requestId: string;
  to: string;
  /** As the mail greets them. */
  name: string;
  language: Language;
  until: Date;
  /** Where it is fetched. */
  page: string;
}

/** Mails the requester that their export is ready. Nothing attached. */
export function dataReadyEmail({ requestId, to, name, language, until, page }: Ready): Email {
  const i18n = textsIn(language);
  const date = until.toLocaleString(localeOf(language), {
    dateStyle: 'long',
    timeZone: 'America/New_York',
  });
  const content = {
    title: i18n._('Your data is ready'),
    subject: i18n._('Your data is ready'),
    greeting: i18n._('Dear {firstName},', { firstName: name }),
    paragraphs: [i18n._('You can download it until {date}.', { date })],
    button: { label: i18n._('Download'), url: link(page) },
  };
  return {
    key: `data-ready:${requestId}`,
    to,
    ...renderEmail(content, language),
  };
}
