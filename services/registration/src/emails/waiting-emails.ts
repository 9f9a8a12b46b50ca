import { textsIn } from '@portal/kit/email/language';
import type { RenderedEmail } from '@portal/kit/email/render-email';
import { about, type Sitting, subjectOf, whenInNewYork, whenText } from './session-emails.ts';

/** A sitting that is waited for: it has a time. */
export type WaitedFor = Sitting & { startsAt: Date };

/** Returns the email about an offer to a waiting student. R-531 */
export function offerEmail(sitting: WaitedFor, offerUntil: Date): RenderedEmail {
  const i18n = textsIn(sitting.language);
  const exams = subjectOf(sitting);
  return about(
    sitting,
    {
      title: i18n._('A place is free for {exams}', { exams }),
      subject: i18n._('A place is free for {exams}: {when}', {
        exams,
        when: whenText(sitting.startsAt, sitting.language),
      }),
      paragraphs: [
        i18n._(
          'You were waiting for this session. A place is held for you until {offerUntil}. ' +
            'Nothing is charged before you accept.',
          { offerUntil: whenInNewYork(offerUntil, sitting.language) },
        ),
      ],
    },
    i18n._('Accept or decline'),
  );
}

/** Returns the email about an offer that expired without an answer. R-538 */
export function offerExpiredEmail(sitting: WaitedFor, offerUntil: Date): RenderedEmail {
  const i18n = textsIn(sitting.language);
  return about(
    sitting,
    {
      title: i18n._('The place for {exams} was not taken', { exams: subjectOf(sitting) }),
      paragraphs: [
        i18n._(
          'You did not answer until {offerUntil}, so the place went to the next person. ' +
            'You can join the waiting list again.',
          { offerUntil: whenInNewYork(offerUntil, sitting.language) },
        ),
      ],
    },
    i18n._('Open my exams'),
  );
}

/** The list closed and no place had come free. R-539 */
export function listClosedEmail(sitting: WaitedFor): RenderedEmail {
  const i18n = textsIn(sitting.language);
  return about(
    sitting,
    {
      title: i18n._('No place came free for {exams}', { exams: subjectOf(sitting) }),
      paragraphs: [
        i18n._('The waiting list for {when} is closed. Please choose another session.', {
          when: whenText(sitting.startsAt, sitting.language),
        }),
      ],
    },
    i18n._('Choose a session'),
  );
}

/** Returns the email to a student whom the office removed from a list. R-541 */
export function removedFromListEmail(sitting: WaitedFor): RenderedEmail {
  const i18n = textsIn(sitting.language);
  return about(
    sitting,
    {
      title: i18n._('You are no longer on the waiting list for {exams}', {
        exams: subjectOf(sitting),
      }),
      paragraphs: [
        i18n._('The office took you off this waiting list. For questions please call the office.'),
      ],
    },
    i18n._('Open my exams'),
  );
}
