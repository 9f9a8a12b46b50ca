import type { Notice } from '../notices.ts';
import { badge, html, type Markup, noticeTable, page, when } from '../page.ts';
import type { Run } from './sittings.ts';

function action(run: Run, publicUrl: string): Markup {
  const noun = run.kind === 'exam' ? 'exam' : 'course';
  if (run.status === 'cancelled') return html`<p class="dimmed">This ${noun} was cancelled.</p>`;
  if (run.status === 'completed') {
    const on = run.completedAt ? html` on ${when(run.completedAt)}` : '';
    return html`<div class="stack"><p>The ${noun} was finished${on}.</p>
<div class="row"><a class="button first" href="${publicUrl}/">Back to the portal</a></div></div>`;
  }
  const work = run.kind === 'exam' ? 'answer the questions' : 'work through the lessons';
  return html`<form method="post" action="/exams/run/${run.runId}/finish" class="stack">
<p>Here the student would ${work}. In the sandbox one button does it.</p>
<div class="row"><button class="first">Finish ${noun}</button></div></form>`;
}

/** Lists the extra minutes and breaks granted to the student. */
function moreTime({ extraMinutes = 0, breakMinutes = 0 }: Run): string {
  const extra = extraMinutes > 0 ? `, ${extraMinutes} minutes more` : '';
  return breakMinutes > 0 ? `${extra}, ${breakMinutes} minutes of breaks` : extra;
}

/** The page of one exam or course program on the platform. */
export function examPage(run: Run, publicUrl: string, notices: Notice[]): string {
  const state =
    run.status === 'completed'
      ? badge('Completed', 'moss')
      : run.status === 'cancelled'
        ? badge('Cancelled', '')
        : badge('In progress', 'teal');
  const noun = run.kind === 'exam' ? 'Exam' : 'Course';
  const name = `${run.student.firstName} ${run.student.lastName}`;
  return page(
    `${noun}: ${run.title}`,
    html`<div class="row apart"><div><h1>${run.title}</h1>
<p class="lead">${name}, started ${when(run.startedAt)}${moreTime(run)}</p></div>${state}</div>
<article class="card"><h2>${noun}</h2>${action(run, publicUrl)}</article>
<article class="card"><h2>Reports to the portal</h2>${noticeTable(notices)}</article>`,
    true,
  );
}
