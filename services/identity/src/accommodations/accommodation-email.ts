import type { Email } from '@portal/kit/email/email';
import { type Language, localeOf, textsIn } from '@portal/kit/email/language';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../links.ts';

interface Change {
  accommodationId: number;
  version: number;
  to: string;
  firstName: string;
  language: Language;
  /** From which day on (YYYY-MM-DD) what holds, in words; or on which day all ended. */
  told: { from: string; sentence: string } | { endedOn: string };
}

const dayIn = (language: Language, day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString(localeOf(language), { dateStyle: 'long' });

/** Tells a student what is in force now. No diagnosis, no document. */
export function accommodationEmail({
  accommodationId,
  version,
  to,
  firstName,
  language,
  told,
}: Change): Email {
  const i18n = textsIn(language);
  const said =
    'endedOn' in told
      ? i18n._('They ended on {date}.', { date: dayIn(language, told.endedOn) })
      : i18n._('In force from {date}: {sentence}.', {
          date: dayIn(language, told.from),
          sentence: told.sentence,
        });
  const content = {
    title: i18n._('Your accommodations were changed'),
    subject: i18n._('Your accommodations were changed'),
    greeting: i18n._('Dear {firstName},', { firstName }),
    paragraphs: [said],
    button: { label: i18n._('Open my exams'), url: link('/') },
  };
  return {
    key: `accommodation:${accommodationId}:${version}`,
    to,
    ...renderEmail(content, language),
  };
}
