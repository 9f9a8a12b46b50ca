import { letter, type Written } from '@portal/kit/letter';
import { publicUrl } from '../public-url.ts';

/** What a mail says of an exam. */
export interface MailedExam {
  subject: string;
  vendorName: string;
  secularNumber: string;
  studyMaterials: { displayTitle: string; url: string }[];
}
const links = (exam: MailedExam) =>
  exam.studyMaterials.map(({ displayTitle, url }) => ({ title: displayTitle, url: new URL(url, `${publicUrl()}/`).href }));
const button = () => ({ label: 'Open the portal', url: `${publicUrl()}/` });
const facts = (exam: Pick<MailedExam, 'subject' | 'vendorName' | 'secularNumber'>): [string, string][] => [
  ['Exam', exam.subject],
  ['Vendor', exam.vendorName],
  ['Exam code', exam.secularNumber],
];

/** Goes out with every registration. */
export function registrationLetter(firstName: string, exam: MailedExam): Written {
  return letter({
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
export function studyMaterialsLetter(firstName: string, exam: MailedExam): Written {
  return letter({
    title: `Study materials for ${exam.subject}`,
    greeting: `Dear ${firstName},`,
    paragraphs: ['Here are the study materials of your exam:'],
    links: links(exam),
    button: button(),
  });
}

/** The exam was given up. */
export function examCancelledLetter(firstName: string, exam: MailedExam): Written {
  return letter({
    title: `Your exam ${exam.subject} is cancelled`,
    greeting: `Dear ${firstName},`,
    paragraphs: ['Your registration was cancelled. The credits of this exam are on your account again; you can use them for another exam.'],
    facts: facts(exam),
    button: button(),
  });
}

/** A grade arrived. What it is stands in the portal alone: a mailbox may be read by others. */
export function resultLetter(
  firstName: string,
  exam: Pick<MailedExam, 'subject' | 'vendorName' | 'secularNumber'> & { id: number },
): Written {
  return letter({
    title: `Your result for ${exam.subject} is ready`,
    greeting: `Dear ${firstName},`,
    paragraphs: ['The result of your exam has arrived. You can see it in the portal.'],
    facts: facts(exam),
    button: { label: 'See my result', url: `${publicUrl()}/?myexams=${exam.id}` },
  });
}
