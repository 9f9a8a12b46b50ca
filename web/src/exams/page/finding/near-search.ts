import UFuzzy from '@leeoniya/ufuzzy';
import type { Exam } from '@portal/contract/exams/exam';

const MAX_NEAR = 20;
// one slip in a word: a letter too many, too few, another one, or two that changed places
const fuzzy = new UFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  interBound: '[^\\p{L}\\d]',
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
  interLft: 1,
});

/** Returns exams with names similar to a misspelt term, the closest first. */
export function nearExams(exams: readonly Exam[], term: string): Exam[] {
  const names = exams.map(({ subject, secularNumber, alt1, alt2, alt3 }) =>
    [subject, secularNumber, alt1, alt2, alt3].filter(Boolean).join(' '),
  );
  const [places, info, order] = fuzzy.search(names, term, 1);
  if (!places) return [];
  const best = info && order ? order.map((at) => info.idx[at] as number) : places;
  return best.slice(0, MAX_NEAR).flatMap((place) => exams[place] ?? []);
}
