import { NEW_YORK } from '@portal/kit/clock';
import type { Email } from '@portal/kit/email/email';
import { type Language, localeOf, textsIn } from '@portal/kit/email/language';
import { renderEmail } from '@portal/kit/email/render-email';
import { link } from '../../links.ts';

/** A coming session of the student that ends at another time by it. */
export interface NewEnd {
  startsAt: Date;
  endsAt: Date;
}

interface Change {
  accommodationId: number;
  version: number;
  to: string;
  firstName: string;
  language: Language;
  /** From which day on (YYYY-MM-DD) what holds, in words; or on which day all ended. */
  outcome: { from: string; sentence: string } | { endedOn: string };
  newEnds: readonly NewEnd[];
}

const dayIn = (language: Language, day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString(localeOf(language), { dateStyle: 'long' });

const formatIn = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...options,
    timeZone: NEW_YORK,
    hour: 'numeric',
    minute: '2-digit',
    hour12: language === 'en',
  });

/** ['Thursday, March 5, 2026 at 9:30 AM', 'Ends at 1:00 PM (New York)'] */
function endFact({ startsAt, endsAt }: NewEnd, language: Language): [string, string] {
  const start = formatIn(language, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(startsAt);
  const time = formatIn(language, {}).format(endsAt);
  const i18n = textsIn(language);
  return [start, i18n._('Ends at {time} (New York)', { time })];
}

/**
 * The mail that tells a student which accommodations are in force now, and which coming sessions
 * end at another time. No diagnosis, no document.
 */
export function accommodationEmail({
  accommodationId,
  version,
  to,
  firstName,
  language,
  outcome,
  newEnds,
}: Change): Email {
  const i18n = textsIn(language);
  const said =
    'endedOn' in outcome
      ? i18n._('They ended on {date}.', { date: dayIn(language, outcome.endedOn) })
      : i18n._('In force from {date}: {sentence}.', {
          date: dayIn(language, outcome.from),
          sentence: outcome.sentence,
        });
  const content = {
    title: i18n._('Your accommodations were changed'),
    subject: i18n._('Your accommodations were changed'),
    greeting: i18n._('Dear {firstName},', { firstName }),
    paragraphs: [said],
    facts: newEnds.map((one) => endFact(one, language)),
    button: { label: i18n._('Open my exams'), url: link('/') },
  };
  return {
    key: `accommodation:${accommodationId}:${version}`,
    to,
    ...renderEmail(content, language),
  };
}
