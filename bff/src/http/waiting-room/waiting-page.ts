import { randomBytes } from 'node:crypto';
import { type Language, localeOf, textsIn } from '@portal/kit/email/language';
import type { Response } from 'express';
import type { QueuePosition } from './waiting-room.ts';

/** Self-contained: a waiting visitor loads nothing but this page. */
const policy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; ` +
  `connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; ` +
  `frame-ancestors 'none'`;

const STYLE = `
:root {
  color-scheme: light dark; --ground: #f7f8fa; --surface: #fff; --line: #e3e6eb; --ink: #171c26;
  --soft: #565f70; --mark: #2d59b8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11151d; --surface: #1a202b; --line: #2a3241; --ink: #e7eaf0; --soft: #a7b0c0;
    --mark: #4573d0;
  }
}
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink);
  font: 400 16px/1.55 system-ui, sans-serif;
}
header {
  display: flex; align-items: center; gap: 10px; box-sizing: border-box; min-height: 65px;
  padding: 0 max(24px, calc(50% - 536px)); border-bottom: 1px solid var(--line);
  background: var(--surface); font-weight: 700; font-size: 18px;
}
main {
  box-sizing: border-box; max-width: 560px; margin: 48px auto; padding: 32px 32px 16px;
  border: 1px solid var(--line); border-radius: 12px; background: var(--surface);
}
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.3; }
p { margin: 0 0 16px; }
[hidden] { display: none !important; }
dl {
  display: grid; grid-template-columns: 1fr 1fr; gap: 16px; margin: 24px 0; padding: 20px 0;
  border-block: 1px solid var(--line);
}
dt { color: var(--soft); font-size: 14px; }
dd {
  margin: 0; font-size: 22px; font-weight: 700; line-height: 1.35;
  font-variant-numeric: tabular-nums;
}
.soft { color: var(--soft); }
.hidden {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
@media (max-width: 48em) {
  header { min-height: 57px; padding: 0 16px; }
  main { width: calc(100% - 32px); margin: 20px auto; padding: 24px 20px 8px; }
}
@media (max-width: 30em) { dl { grid-template-columns: 1fr; } }
`;

/**
 * Fetches this page again and shows its current texts; when it is another page, the turn has come.
 * The styles of the fetched page have a nonce of their own, which the policy of this page would
 * report. The announced text changes only with the wait, not with each number.
 */
const SCRIPT = `
const find = (id, page = document) => page.getElementById(id);
const show = (id, text) => {
  const to = find(id);
  if (to && to.textContent !== text) to.textContent = text;
};
let seconds = Number(find('queue').dataset.poll);
find('cookies').hidden = navigator.cookieEnabled;
const look = async () => {
  try {
    const headers = { accept: 'text/html' };
    const answer = await fetch(location.href, { cache: 'no-store', headers });
    if (answer.status < 500 && answer.status !== 429) return location.reload();
    const text = await answer.text();
    const unstyled = text.replace(/<style[^]*<[/]style>/, '');
    const page = new DOMParser().parseFromString(unstyled, 'text/html');
    const queue = find('queue', page);
    if (queue) {
      seconds = Number(queue.dataset.poll);
      document.title = page.title;
      for (const id of ['title', 'ahead', 'wait', 'lead', 'said'])
        show(id, find(id, page)?.textContent ?? '');
      for (const id of ['numbers', 'keep']) find(id).hidden = find(id, page).hidden;
    }
    find('lost').hidden = Boolean(queue);
  } catch {
    find('lost').hidden = false;
  }
  setTimeout(look, seconds * 1000 * (0.9 + Math.random() / 5));
};
setTimeout(look, seconds * 1000);
`;

const MARK =
  '<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">' +
  '<rect width="32" height="32" rx="7" fill="var(--mark)"/>' +
  '<g fill="none" stroke="#fff" stroke-width="1.2"><circle cx="8.5" cy="8.5" r="2.1"/>' +
  '<circle cx="16" cy="8.5" r="2.7" fill="#fff" stroke="none"/>' +
  '<circle cx="23.5" cy="8.5" r="2.1"/><circle cx="8.5" cy="16" r="2.1"/>' +
  '<circle cx="16" cy="16" r="2.1"/>' +
  '<circle cx="23.5" cy="16" r="2.7" fill="#fff" stroke="none"/>' +
  '<circle cx="8.5" cy="23.5" r="2.7" fill="#fff" stroke="none"/>' +
  '<circle cx="16" cy="23.5" r="2.1"/><circle cx="23.5" cy="23.5" r="2.1"/></g></svg>';

/** About how long, as people say it: never to the second, and never less than it is. */
export function waitText(waitSeconds: number | null, language: Language): string {
  const i18n = textsIn(language);
  if (waitSeconds === null) return i18n._('Not known yet');
  if (waitSeconds < 60) return i18n._('Less than a minute');
  const minutes = Math.ceil(waitSeconds / 60);
  return i18n._('{minutes, plural, one {About # minute} other {About # minutes}}', { minutes });
}

/** The whole page. `nonce`: of its style and script. */
export function waitingPage(standing: QueuePosition, language: Language, nonce: string): string {
  const i18n = textsIn(language);
  const isFull = standing.state === 'full';
  const number = new Intl.NumberFormat(localeOf(language)).format(standing.ahead ?? 0);
  const wait = waitText(standing.waitSeconds, language);
  const title = isFull ? i18n._('The queue is full') : i18n._('You are in the queue');
  const lead = isFull
    ? i18n._(
        'So many people are waiting that we cannot give you a place now. ' +
          'This page tries again by itself; you can also come back later.',
      )
    : i18n._(
        'Many people are coming to the portal right now. You keep your place: first come, first ' +
          'served.',
      );
  const announcement = isFull ? title : i18n._('Waiting time: {wait}', { wait });
  const poll = standing.pollSeconds ?? 10;
  return `<!doctype html>
<html lang="${language}"${language === 'he' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<noscript><meta http-equiv="refresh" content="${poll}"></noscript>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header>${MARK}<span>JSE</span></header>
<main id="queue" data-poll="${poll}">
<h1 id="title">${title}</h1>
<p id="lead">${lead}</p>
<dl id="numbers"${isFull ? ' hidden' : ''}>
<div><dt>${i18n._('People before you, at most')}</dt><dd id="ahead">${number}</dd></div>
<div><dt>${i18n._('Waiting time')}</dt><dd id="wait">${wait}</dd></div>
</dl>
<p id="keep" class="soft"${isFull ? ' hidden' : ''}>${i18n._(
    'You need not do anything: this page goes on by itself when it is your turn. ' +
      'Closing or reloading it does not lose your place. When it is your turn, you have 10 ' +
      'minutes to log in.',
  )}</p>
<p id="lost" role="status" hidden>${i18n._(
    'The portal did not answer just now. This page tries again.',
  )}</p>
<p id="cookies" hidden>${i18n._(
    'This browser does not keep cookies, so it cannot keep your place. ' +
      'Please allow them for this site.',
  )}</p>
<div id="said" class="hidden" role="status" aria-live="polite">${announcement}</div>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

/** Answers with the waiting page instead of the requested page. */
export function sendWaitingPage(
  response: Response,
  standing: QueuePosition,
  language: Language,
): void {
  const nonce = randomBytes(16).toString('base64');
  response
    .status(429)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': String(standing.pollSeconds ?? 10),
      'Content-Security-Policy': policy(nonce),
    })
    .end(waitingPage(standing, language, nonce));
}
