import { type Language, textsIn } from '@portal/kit/email/language';
import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { publicUrl } from '../public-url.ts';

/** The fields of an exam in an email. */
export interface MailedExam {
  subject: string;
  vendorName: string;
  secularNumber: string;
  studyMaterials: { id: number; displayTitle: string }[];
}
/** Links into the portal, which requires signing in: emails are forwarded easily. */
const links = (exam: MailedExam) =>
  exam.studyMaterials.map(({ id, displayTitle }) => ({
    title: displayTitle,
    url: `${publicUrl()}/study-material/${id}`,
  }));
/** The reader of an email. */
export interface MailReader {
  firstName: string;
  language: Language;
}
const button = (language: Language) => ({
  label: textsIn(language)._('Open the portal'),
  url: `${publicUrl()}/`,
});
function facts(
  exam: Pick<MailedExam, 'subject' | 'vendorName' | 'secularNumber'>,
  language: Language,
): [string, string][] {
  const i18n = textsIn(language);
  return [
    [i18n._('Exam'), exam.subject],
    [i18n._('Vendor'), exam.vendorName],
    [i18n._('Exam code'), exam.secularNumber],
  ];
}

/** Goes out with every registration. */
export function registrationEmail(
  { firstName, language }: MailReader,
  exam: MailedExam,
): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title: i18n._('You are registered for {exam}', { exam: exam.subject }),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [i18n._('Your registration is complete.')],
      facts: facts(exam, language),
      linksTitle: i18n._('These study materials help you to prepare for the exam:'),
      links: links(exam),
      button: button(language),
    },
    language,
  );
}

/** Returns the email with the study materials that the student requested. */
export function studyMaterialsEmail(
  { firstName, language }: MailReader,
  exam: MailedExam,
): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title: i18n._('Study materials for {exam}', { exam: exam.subject }),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [i18n._('Here are the study materials of your exam:')],
      links: links(exam),
      button: button(language),
    },
    language,
  );
}

/** Returns the email about a cancelled exam; `back`: the returns and refunds as sentences. */
export function examCancelledEmail(
  { firstName, language }: MailReader,
  exam: MailedExam,
  back: readonly string[],
): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title: i18n._('Your exam {exam} is cancelled', { exam: exam.subject }),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [i18n._('Your registration was cancelled.'), ...back],
      facts: facts(exam, language),
      button: button(language),
    },
    language,
  );
}

/** A grade arrived. Only the portal shows it: others may read a mailbox. */
export function resultEmail(
  { firstName, language }: MailReader,
  exam: Pick<MailedExam, 'subject' | 'vendorName' | 'secularNumber'> & { id: number },
): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title: i18n._('Your result for {exam} is ready', { exam: exam.subject }),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [i18n._('The result of your exam has arrived. You can see it in the portal.')],
      facts: facts(exam, language),
      button: { label: i18n._('See my result'), url: `${publicUrl()}/?myexams=${exam.id}` },
    },
    language,
  );
}
