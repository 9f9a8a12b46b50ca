import type { Notice } from '../notices.ts';
import { badge, html, type Markup, noticeTable, page, when } from '../page.ts';
import type { Booking, ProctorStatus } from './sittings.ts';

const states: Record<ProctorStatus, [string, '' | 'teal' | 'brass' | 'moss' | 'garnet']> = {
  booked: ['Waiting for the proctor', 'brass'],
  let_in: ['Let in', 'teal'],
  disconnected: ['Disconnected', 'brass'],
  completed: ['Completed', 'moss'],
  disqualified: ['Disqualified', 'garnet'],
  cancelled: ['Cancelled', ''],
};
const choices: Record<ProctorStatus, string[]> = {
  booked: ['let_in', 'disqualified'],
  let_in: ['completed', 'disconnected', 'disqualified'],
  disconnected: ['let_in', 'completed', 'disqualified'],
  completed: ['disqualified'],
  disqualified: [],
  cancelled: [],
};
const words: Record<string, string> = {
  let_in: 'Let in',
  completed: 'Complete',
  disconnected: 'Disconnect',
  disqualified: 'Disqualify',
};

function buttons(booking: Booking): Markup {
  const offered = choices[booking.status];
  if (offered.length === 0)
    return html`<p class="dimmed">This sitting is over; there is nothing more to do.</p>`;
  const list = offered.map((kind, index) => {
    const look = kind === 'disqualified' ? 'danger' : index === 0 ? 'first' : '';
    return html`<button name="kind" value="${kind}" class="${look}">${words[kind]}</button>`;
  });
  const action = `/proctor/play/${booking.proctorUuid}/actions`;
  return html`<form method="post" action="${action}" class="stack">
<div><label for="comment">Comment for the portal (optional)</label><input id="comment"
  name="comment" maxlength="500" autocomplete="off"></div>
<div class="row">${list}</div></form>`;
}

function studentSide(booking: Booking): Markup {
  if (booking.status === 'let_in') {
    return html`<div class="stack"><p>The proctor has let you in. The exam opens in a new tab.</p>
<div class="row"><a class="button first" href="${booking.startUrl}"
  target="_blank" rel="noreferrer">Open the exam</a></div></div>`;
  }
  if (booking.status === 'booked')
    return html`<p class="dimmed"
>Please wait. The proctor will check your room and let you in.</p>`;
  if (booking.status === 'disconnected')
    return html`<p class="dimmed"
>The connection was lost. Please wait until the proctor lets you in again.</p>`;
  return html`<p class="dimmed">This sitting has ended.</p>`;
}

/** The page of one sitting: above what the student sees, below where a person plays the proctor. */
export function proctorPage(booking: Booking, notices: Notice[]): string {
  const [word, tone] = states[booking.status];
  const name = `${booking.student.firstName} ${booking.student.lastName}`;
  const minutes = booking.exam.minutes ? `${booking.exam.minutes} minutes` : 'no time limit given';
  return page(
    `Proctoring: ${booking.exam.name}`,
    html`<div class="row apart"><div><h1>${booking.exam.name}</h1>
<p class="lead">${name}, ${minutes}, booked ${when(booking.bookedAt)}</p></div>
${badge(word, tone)}</div>
<article class="card"><h2>Student</h2>${studentSide(booking)}</article>
<article class="card"><h2>Proctor</h2>${buttons(booking)}</article>
<article class="card"><h2>Reports to the portal</h2>${noticeTable(notices)}</article>`,
    true,
  );
}
