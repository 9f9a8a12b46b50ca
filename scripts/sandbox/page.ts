import type { Response } from 'express';
import type { Notice } from './notices.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is already safe. */
export interface Markup {
  markup: string;
}
type Part = string | number | null | undefined | false | Markup | Markup[];

const shown = (part: Part): string => {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map((one) => one.markup).join('');
  if (typeof part === 'object') return part.markup;
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
};

/** Markup from a template; everything filled in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return {
    markup: strings.reduce((text, string, index) => text + shown(parts[index - 1]) + string),
  };
}

/** A whole page of the sandbox. `live` pages keep themselves current. */
export function page(title: string, body: Markup, live = false): string {
  const filled = new Set([1, 3, 8]); // the mark: an answer sheet with one bubble filled in each row
  const mark = Array.from({ length: 9 }, (_, index) =>
    filled.has(index) ? html`<i class="on"></i>` : html`<i></i>`,
  );
  const script = live && html`<script src="/pages.js" defer></script>`;
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport"
  content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/pages.css">${script}</head>
<body><header><div class="mark" aria-hidden="true">${mark}</div><b>Partner sandbox</b><span
  >stands in for the outside systems; nothing here is real</span></header>
<main>${body}</main></body></html>`.markup
  }`;
}

/** A short state with its colour. */
export function badge(word: string, tone: '' | 'teal' | 'brass' | 'moss' | 'garnet'): Markup {
  return html`<span class="badge ${tone}">${word}</span>`;
}

/** An instant as people in New York read it. */
export function when(instant: string): Markup {
  const text = new Date(instant).toLocaleString('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  return html`<time datetime="${instant}">${text}</time>`;
}

const states = {
  waiting: ['Waiting for an answer', 'brass'],
  delivered: ['Delivered', 'moss'],
  refused: ['Refused', 'garnet'],
} as const;

/** The notices that were sent to the portal, newest first. */
export function noticeTable(notices: Notice[]): Markup {
  if (notices.length === 0)
    return html`<p class="dimmed">Nothing was reported to the portal yet.</p>`;
  const rows = notices.toReversed().map((notice) => {
    const [word, tone] = states[notice.state];
    const tries = notice.tries > 1 ? `${notice.tries} tries` : '';
    return html`<tr><td>${when(notice.at)}</td><td><code>${String(notice.body.kind)}</code></td>
<td>${badge(word, tone)}</td><td class="dimmed">${notice.lastAnswer} ${tries}</td></tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr><th>Time</th><th>Report</th><th>State</th><th>Answer</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Headers that keep the sandbox's pages from running or framing anything foreign. */
export function guardPage(res: Response): void {
  res.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
      "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
  );
  res
    .set('X-Content-Type-Options', 'nosniff')
    .set('Referrer-Policy', 'no-referrer')
    .set('Cache-Control', 'no-store');
}
