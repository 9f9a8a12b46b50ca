import { sentences } from './sentences.he.ts';

/**
 * What the server says, in Hebrew: each text of an answer that is one of its known sentences. Names
 * and what people typed stay as they are. vite.config.ts puts it in the place of the English one.
 */
export function inThisLanguage<Answer>(answer: Answer): Answer {
  if (typeof answer === 'string') return (sentences.get(answer) ?? answer) as Answer;
  if (Array.isArray(answer)) return answer.map(inThisLanguage) as Answer;
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, inThisLanguage(value)]),
  ) as Answer;
}
