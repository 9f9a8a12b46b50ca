import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { publicUrl } from '../public-url.ts';

/** What a mail says of an exam. */
export interface MailedExam {
  subject: string;
  vendorName: string;
  secularNumber: string;
  studyMaterials: { id: number; displayTitle: string }[];
}
/** Links of the portal, which asks who opens them: a mail is passed on easily. */
const links = (exam: MailedExam) =>
  exam.studyMaterials.map(({ id, displayTitle }) => ({
    title: displayTitle,
    url: `${publicUrl()}/study-material/${id}`,
  }));
const button = () => ({ label: 'Open the portal', url: `${publicUrl()}/` });
const facts = (
  exam: Pick<MailedExam, 'subject' | 'vendorName' | 'secularNumber'>,
): [string, string][] => [
  ['Exam', exam.subject],
  ['Vendor', exam.vendorName],
  ['Exam code', exam.secularNumber],
];

/** Goes out with every registration. */
export function registrationEmail(firstName: string, exam: MailedExam): RenderedEmail {
  return renderEmail({
    title: `You are registered for ${exam.subject}`,
    greeting: `Dear ${firstName},`,
    paragraphs: ['Your registration is complete.'],
    facts: facts(exam),
    linksTitle: 'These study materials help you to prepare for the exam:',
    links: links(exam),
    button: button(),
  });
}

/** Asked for by the student. */
export function studyMaterialsEmail(firstName: string, exam: MailedExam): RenderedEmail {
  return renderEmail({
    title: `Study materials for ${exam.subject}`,
    greeting: `Dear ${firstName},`,
    paragraphs: ['Here are the study materials of your exam:'],
    links: links(exam),
    button: button(),
  });
}

/** The exam was given up; `back` says in sentences what came back. */
export function examCancelledEmail(
  firstName: string,
  exam: MailedExam,
  back: readonly string[],
): RenderedEmail {
  return renderEmail({
    title: `Your exam ${exam.subject} is cancelled`,
    greeting: `Dear ${firstName},`,
    paragraphs: ['Your registration was cancelled.', ...back],
    facts: facts(exam),
    button: button(),
  });
}

/** A grade arrived. What it is stands in the portal alone: a mailbox may be read by others. */
export function resultEmail(
  firstName: string,
  exam: Pick<MailedExam, 'subject' | 'vendorName' | 'secularNumber'> & { id: number },
): RenderedEmail {
  return renderEmail({
    title: `Your result for ${exam.subject} is ready`,
    greeting: `Dear ${firstName},`,
    paragraphs: ['The result of your exam has arrived. You can see it in the portal.'],
    facts: facts(exam),
    button: { label: 'See my result', url: `${publicUrl()}/?myexams=${exam.id}` },
  });
}
