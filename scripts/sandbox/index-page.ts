import type { Fault } from './faults.ts';
import { badge, html, type Markup, page } from './page.ts';

const here: [string, string, string][] = [
  [
    'Card processor',
    'POST /xml/v1/request.api, /v1/Accept.js',
    'Charges, refunds, voids, saved cards and bank accounts, look-ups. Billing zip 46282 ' +
      'declines, 46225 approves only $1.23.',
  ],
  [
    'TAL',
    '/tal/*',
    'Student ids, results, seminary releases, transcript requests, invoices, study ' +
      'materials, and a page for each student where one grades.',
  ],
  [
    'Coopersmith',
    '/coopersmith/*',
    'Student ids, courses, assignments and uploads, results, transcript requests, and a ' +
      'page for each course where one grades what was handed in.',
  ],
  ['Proctoring', '/proctor/*', 'Bookings, and a page for each where a person plays the proctor.'],
  [
    'Exam platform',
    '/exams/*',
    'Exams and course programs, and a page for each where one finishes it.',
  ],
  ['TTI, MASPED', '/tti/*, /masped/*', 'Students, programs, payments, membership.'],
  ['Bot check', '/recaptcha/api.js, /recaptcha/siteverify', 'Every token passes but "fail".'],
];
const controls: [string, string][] = [
  [
    'PUT /__faults',
    '{"partner":"cards","mode":"drop-after-charge","count":1}; modes decline, error, ' +
      'timeout, slow, drop-after-charge, down, garbage',
  ],
  ['DELETE /__faults', 'ends all faults'],
  ['GET /__journal?partner=cards', 'every call in order, card data masked; DELETE empties it'],
  [
    'GET /__cards/transactions',
    'every charge, refund and void of both merchant accounts; ?account=TTINJ those of one',
  ],
  [
    'GET /__cards/customers',
    'every customer of both merchant accounts, with the ids of the cards and bank accounts ' +
      'that are saved',
  ],
  [
    'PUT /__cards/ach',
    '{"account":"TTINJ","on":false}: the account takes no bank accounts any more',
  ],
  [
    'POST /__cards/settle',
    'settles everything now, so that it can be refunded; with account and at: there, and then',
  ],
  [
    'POST /__cards/settled',
    'adds a settled transaction that only the processor has: account, kind (charge, ' +
      'refund, returned), cents, invoiceNumber, settledAt',
  ],
  ['POST /__cards/change', 'changes what a transaction came to: account, transId, cents, status'],
  ['PUT /__tal/results', '{"studentId","examCode","result","score"}'],
  [
    'PUT /__coopersmith/grades',
    '{"studentId","courseCode","result","score"} or with "studentAssignmentId"',
  ],
  ['GET /__notices', 'reports to the portal; POST /__notices/{eventId}/again sends one once more'],
];
const linked = (path: string): Markup =>
  path.startsWith('GET ')
    ? html`<a href="${path.slice(4)}"><code>${path}</code></a>`
    : html`<code>${path}</code>`;

/** Returns one line of a list: a head and its details. */
const line = (head: Markup, rest: Markup | string): Markup =>
  html`<li><div>${head}</div><div class="dimmed">${rest}</div></li>`;
const card = (title: string, lines: Markup[]): Markup =>
  html`<article class="card"><h2>${title}</h2><ul class="list">${lines}</ul></article>`;

interface Place {
  title: string;
  path: string;
  state: string;
}

/**
 * Returns the page at `/`: the faults in force, the latest sittings, interests in seminary study,
 * the partners and the controls.
 */
export function indexPage(faults: Fault[], sittings: Place[], interests: Place[] = []): string {
  const inForce = faults.map((fault) =>
    line(
      html`${fault.partner} ${badge(fault.mode, 'garnet')}`,
      fault.left === null ? 'until deleted' : `${fault.left} more calls`,
    ),
  );
  const linesOf = (places: Place[]) =>
    places.map((one) => line(html`<a href="${one.path}">${one.title}</a>`, one.state));
  const partners = here.map(([name, path, what]) =>
    line(html`<b>${name}</b>`, html`${what}<br><code>${path}</code>`),
  );
  return page(
    'Partner sandbox',
    html`<div><h1>Partner sandbox</h1><p class="lead">Each outside system of the portal,
on one port, in its own words. For development and tests only.</p></div>
${faults.length > 0 && card('Faults in force', inForce)}
${sittings.length > 0 && card('Sittings', linesOf(sittings))}
${interests.length > 0 && card('Seminary study', linesOf(interests))}
${card('Partners', partners)}
${card(
  'Controls',
  controls.map(([path, what]) => line(linked(path), what)),
)}`,
  );
}
