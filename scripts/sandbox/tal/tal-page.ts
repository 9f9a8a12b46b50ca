import { resultBadge, resultForm } from '../online/result-form.ts';
import { html, page, when } from '../page.ts';
import type { TalResult, TalStudent } from './tal-records.ts';

const takenText = ({ examCode, credits, takenOn, online }: TalResult): string =>
  `${examCode}, ${credits === 1 ? '1 credit' : `${credits} credits`}, ` +
  `taken on ${takenOn}${online ? ' online' : ' on paper'}`;

/** The page of a student at TAL, where a person grades the exams that arrived. */
export function talPage(student: TalStudent, results: TalResult[], now: string): string {
  const cards = results.map(
    (one) => html`<article class="card stack"><div class="row apart"><div><h2>${one.subject}</h2>
<p class="dimmed">${takenText(one)}</p></div>${resultBadge(one.result, one.score)}</div>
${resultForm(`/tal/play/${student.studentId}/results/${one.resultId}`)}</article>`,
  );
  const none = html`<article class="card"><p class="dimmed">No exam has arrived yet.</p></article>`;
  return page(
    `TAL: ${student.firstName} ${student.lastName}`,
    html`<div><h1>${student.firstName} ${student.lastName}</h1>
<p class="lead">${student.studentId} at TAL, as of ${when(now)}</p></div>
${cards.length === 0 ? none : cards}`,
  );
}
