import { badge, html, type Markup } from '../page.ts';

const tones = { Pass: 'moss', Fail: 'garnet', Disqualified: 'garnet', Pending: 'brass' } as const;

/** A result with its score. */
export const resultBadge = (result: keyof typeof tones, score: number | null): Markup =>
  badge(score === null ? result : `${result}, ${score}`, tones[result]);

/**
 * Where a person gives the result of an exam or a course; it is posted to `action` as `result` and
 * `score`.
 */
export function resultForm(action: string): Markup {
  const id = action.replaceAll('/', '-');
  return html`<form method="post" action="${action}" class="stack">
<div><label for="score${id}">Score, 0 to 100 (optional)</label><input id="score${id}" name="score"
  type="number" min="0" max="100" autocomplete="off"></div>
<div class="row"><button name="result" value="Pass" class="first">Pass</button><button
  name="result" value="Fail">Fail</button><button
  name="result" value="Disqualified" class="danger">Disqualify</button></div></form>`;
}
