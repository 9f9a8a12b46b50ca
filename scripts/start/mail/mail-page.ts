import type { Address, Mail } from './mail-store.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const STYLE = `
  :root { color-scheme: light dark; --line: #d5d9df; --quiet: #5a6472; --accent: #1f5fbf;
    --back: #fff; --soft: #f4f6f9; }
  @media (prefers-color-scheme: dark) { :root { --line: #363c46; --quiet: #a4adba;
    --accent: #8db7f5; --back: #16191e; --soft: #1f242b; } }
  * { box-sizing: border-box; }
  body { margin: 0; font: 15px/1.45 system-ui, sans-serif; background: var(--back); }
  header { display: flex; gap: 1rem; align-items: baseline; padding: .8rem 1.2rem;
    border-bottom: 1px solid var(--line); }
  h1 { font-size: 1.1rem; margin: 0; } header span, .quiet { color: var(--quiet); }
  main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.2rem; }
  ul { list-style: none; margin: 0; padding: 0; } li { border-bottom: 1px solid var(--line); }
  li a { display: grid; grid-template-columns: minmax(0, 14rem) minmax(0, 1fr) auto; gap: 1rem;
    padding: .6rem .4rem; color: inherit; text-decoration: none; }
  li a:hover, li a:focus-visible { background: var(--soft); } li span { overflow: hidden;
    text-overflow: ellipsis; white-space: nowrap; }
  a { color: var(--accent); } dl { display: grid; grid-template-columns: max-content 1fr;
    gap: .2rem 1rem; } dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 6px;
    background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: var(--soft);
    border-radius: 6px; }
  @media (max-width: 40rem) { li a { grid-template-columns: 1fr auto; }
    li a span:nth-child(2) { grid-row: 2; grid-column: 1 / 3; } }
`;

function page(title: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`
  );
}

const named = (list: readonly Address[]): string =>
  list.map(({ address, name }) => (name ? `${name} <${address}>` : address)).join(', ');
const when = (iso: string): string => iso.replace('T', ' ').slice(0, 16);

/** The list, newest first. */
export function inboxPage(mails: readonly Mail[]): string {
  const rows = [...mails]
    .reverse()
    .map(
      (mail) =>
        `<li><a href="/mail/${mail.id}"><span>${escapeHtml(named(mail.to))}</span>` +
        `<span>${escapeHtml(mail.subject)}</span>` +
        `<time class="quiet" datetime="${mail.time}">${when(mail.time)}</time></a></li>`,
    )
    .join('');
  const list = rows
    ? `<ul>${rows}</ul>`
    : '<p class="quiet">No mail yet. What the portal sends shows up here.</p>';
  return page(
    `Mail (${mails.length})`,
    `<header><h1>Mail</h1><span>${mails.length} received</span></header><main>${list}</main>`,
  );
}

/** Returns the page of one mail; its HTML is in a frame without scripts. */
export function mailPage(mail: Mail): string {
  const rows: readonly (readonly [string, string])[] = [
    ['From', named(mail.from)],
    ['To', named(mail.to)],
    ['Date', when(mail.date)],
  ];
  const facts = rows
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('');
  const files = mail.attachments
    .map(({ fileName }) => {
      const href = `/api/email/${mail.id}/attachment/${encodeURIComponent(fileName)}`;
      return `<a href="${href}">${escapeHtml(fileName)}</a>`;
    })
    .join(', ');
  const attached = files ? `<dt>Attached</dt><dd>${files}</dd>` : '';
  const html = mail.html
    ? '<h2>HTML</h2><iframe title="The mail as HTML" ' +
      'sandbox="allow-popups allow-top-navigation-by-user-activation" ' +
      `src="/api/email/${mail.id}/html"></iframe>`
    : '';
  return page(
    mail.subject,
    `<header><h1>${escapeHtml(mail.subject)}</h1><span><a href="/">All mail</a></span></header>` +
      `<main><dl>${facts}${attached}</dl>${html}` +
      `<h2>Text</h2><pre>${escapeHtml(mail.text)}</pre></main>`,
  );
}

/** The HTML of a mail for the frame, its links opening in the window around it. */
export const framedHtml = (mail: Mail): string =>
  `<base target="_top">${mail.html || `<pre>${escapeHtml(mail.text)}</pre>`}`;
