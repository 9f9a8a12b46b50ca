import { isolate, needsIsolation } from '@portal/access/text/isolates';
import type { Email } from './email.ts';
import { type Language, textsIn } from './language.ts';

/** The content of an email, before it is rendered. */
export interface EmailContent {
  title: string;
  /** The subject, where it is not the title. */
  subject?: string;
  greeting?: string;
  paragraphs: string[];
  /** Facts as label and value, e.g. of a receipt. */
  facts?: [label: string, value: string][];
  /** Paragraphs after the facts. */
  notes?: string[];
  /** The title above the links. */
  linksTitle?: string;
  links?: { title: string; url: string }[];
  button?: { label: string; url: string };
  closing?: string;
}

/** A rendered email without its recipient. */
export type RenderedEmail = Pick<Email, 'subject' | 'text' | 'html'>;

const OFFICE_PHONE = '(718) 555-0142';

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] as string,
  );

const INNERMOST_ISOLATE = /\u2068([^\u2066-\u2069]*)\u2069/g;

/** Returns a text for HTML, with an element for each isolate: old mail programs show marks. */
function htmlOf(text: string): string {
  let html = escapeHtml(text);
  for (let before = ''; before !== html; ) {
    before = html;
    html = html.replace(INNERMOST_ISOLATE, '<bdi>$1</bdi>');
  }
  return html;
}

/** Returns the texts of a mail in Hebrew: those that are data, such as a value, are isolated. */
function withIsolatedData(content: EmailContent): EmailContent {
  const shown = (text: string) => (needsIsolation(text) ? isolate(text) : text);
  const { title, subject = title, greeting, paragraphs, facts, notes, links } = content;
  return {
    ...content,
    title: shown(title),
    subject: shown(subject),
    ...(greeting !== undefined && { greeting: shown(greeting) }),
    paragraphs: paragraphs.map(shown),
    ...(facts && { facts: facts.map(([label, value]) => [shown(label), shown(value)]) }),
    ...(notes && { notes: notes.map(shown) }),
    ...(links && { links: links.map(({ title: of, url }) => ({ title: shown(of), url })) }),
  };
}

/** Under every mail. R-373 */
function footIn(language: Language): string {
  const i18n = textsIn(language);
  return i18n._(
    'This email was sent by the JSE student portal. For questions call the office: {phone}, ' +
      'Monday to Thursday 9:00 AM to 2:00 PM.',
    { phone: OFFICE_PHONE },
  );
}

/**
 * The one form of all mails, in HTML that mail programs of any age show, and in plain text. The
 * content is in this language already; data in a Hebrew mail is isolated.
 */
export function renderEmail(content: EmailContent, language: Language = 'en'): RenderedEmail {
  const i18n = textsIn(language);
  const foot = footIn(language);
  // mail programs of some age know left and right alone
  const isFromRight = language === 'he';
  const [start, end] = isFromRight ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const {
    title,
    subject = title,
    greeting,
    paragraphs,
    facts = [],
    notes = [],
    linksTitle,
    links = [],
    button,
    closing = 'JSE',
  } = isFromRight ? withIsolatedData(content) : content;
  const text = [
    greeting,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...notes,
    links.length > 0 && linksTitle,
    links.map((link) => `${link.title}\n${link.url}`).join('\n\n'),
    button && `${button.label}: ${button.url}`,
    closing,
    `--\n${foot}`,
  ]
    .filter((part) => part)
    .join('\n\n');
  // the text beside the subject in a list of emails
  const preview =
    facts.length > 0
      ? facts.map(([label, value]) => `${label}: ${value}`).join(', ')
      : (paragraphs[0] ?? '');
  const p = (inner: string) =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:1.55">${inner}</p>`;
  const direction = isFromRight ? 'rtl' : 'ltr';
  const line = 'border-bottom:1px solid #e3e6eb';
  const factRow = ([label, value]: readonly [label: string, value: string]) =>
    `<tr><td align="${start}" valign="top" style="padding:8px 0;padding-${end}:16px;` +
    `font-size:14px;line-height:1.4;color:#5e6878;${line}">${htmlOf(label)}</td>` +
    `<td align="${end}" valign="top" style="padding:8px 0;line-height:1.4;font-size:14px;` +
    `font-weight:600;${line}">${htmlOf(value)}</td></tr>`;
  const factTable =
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ' +
    `style="margin:0 0 16px;border-top:1px solid #e3e6eb">${facts.map(factRow).join('')}</table>`;
  const linkItem = (link: { title: string; url: string }) =>
    `<li style="margin:0 0 8px;font-size:15px"><a href="${escapeHtml(link.url)}" ` +
    `style="color:#2d59b8">${htmlOf(link.title)}</a></li>`;
  const linkList =
    `<ul style="margin:0 0 16px;padding:0;padding-${start}:20px">` +
    `${links.map(linkItem).join('')}</ul>`;
  const buttonWithAddress = ({ label, url }: { label: string; url: string }) =>
    `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;` +
    'background:#2d59b8;color:#ffffff;text-decoration:none;font-weight:600;font-size:15px;' +
    `padding:12px 22px;border-radius:8px">${htmlOf(label)}</a></p>` +
    '<p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#5e6878">' +
    `${htmlOf(i18n._('If the button does not work, open this address:'))}<br>` +
    `<span dir="ltr" style="word-break:break-all">${escapeHtml(url)}</span></p>`;
  const html = [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width">' +
      `<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>`,
    `<body dir="${direction}" style="margin:0;background:#f7f8fa;color:#171c26;` +
      `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">`,
    `<div style="display:none;max-height:0;overflow:hidden">${htmlOf(preview)}</div>`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>' +
      '<td align="center" style="padding:32px 16px">',
    '<table role="presentation" width="560" cellpadding="0" cellspacing="0" ' +
      'style="max-width:560px;width:100%;background:#ffffff;border:1px solid #e3e6eb;' +
      `border-radius:12px"><tr><td align="${start}" style="padding:32px">`,
    '<p style="margin:0 0 24px;font-size:13px;font-weight:700;color:#2d59b8">' +
      `${htmlOf(i18n._('JSE Student portal'))}</p>`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${htmlOf(title)}</h1>`,
    (greeting ? p(htmlOf(greeting)) : '') + paragraphs.map((text) => p(htmlOf(text))).join(''),
    facts.length > 0 ? factTable : '',
    notes.map((text) => p(htmlOf(text))).join('') +
      (links.length > 0 && linksTitle ? p(htmlOf(linksTitle)) : '') +
      (links.length > 0 ? linkList : ''),
    button ? buttonWithAddress(button) : '',
    `<p style="margin:24px 0 0;font-size:14px;color:#5e6878">${htmlOf(closing)}</p>`,
    '</td></tr></table>',
    '<p style="margin:16px 0 0;max-width:560px;font-size:12px;line-height:1.5;color:#5e6878">' +
      `${htmlOf(foot)}</p>`,
    '</td></tr></table></body></html>',
  ].join('\n');
  return { subject, text, html };
}
