import { sentences } from './sentences.he.ts';

/** Sentences with an amount: the text before it, and the Hebrew one. */
const withAmounts: readonly [RegExp, (amount: string) => string][] = [
  [
    /^This card has only (\$[\d,.]{1,20}) available\.$/,
    (amount) => `בכרטיס זה זמינים רק \u2068${amount}\u2069.`,
  ],
];

function sentenceInHebrew(text: string): string {
  const known = sentences.get(text);
  if (known !== undefined) return known;
  for (const [pattern, hebrew] of withAmounts) {
    const amount = pattern.exec(text)?.[1];
    if (amount !== undefined) return hebrew(amount);
  }
  return text;
}

/**
 * Translates the known sentences in an answer of the server into Hebrew. Names and texts typed by
 * people stay unchanged. vite.config.ts puts it in the place of the English module.
 */
export function inThisLanguage<Answer>(answer: Answer): Answer {
  if (typeof answer === 'string') return sentenceInHebrew(answer) as Answer;
  if (Array.isArray(answer)) return answer.map(inThisLanguage) as Answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, inThisLanguage(value)]),
  ) as Answer;
}
