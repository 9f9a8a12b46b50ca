import { matchesGlob } from 'node:path';
import type { Page } from './page.ts';

/** The fewest and most lines of a page, and whether its sentences are measured. */
interface Limits {
  readonly pages: string;
  readonly least: number;
  readonly most: number;
}

const MAX_SENTENCE_WORDS = 25;
const MAX_PARAGRAPH_WORDS = 80;
const MAX_COLUMNS = 100;

/** The first row whose pattern matches a page holds. */
const LIMITS: readonly Limits[] = [
  { pages: 'README.md', least: 30, most: 150 },
  // looked up by heading, not read from top to bottom
  { pages: 'docs/operations/runbooks.md', least: 30, most: 600 },
  { pages: 'docs/security/asvs.md', least: 30, most: 600 },
  { pages: 'docs/CHANGELOG.md', least: 30, most: Number.POSITIVE_INFINITY },
  // its table of settings is generated
  { pages: 'charts/portal/README.md', least: 30, most: 300 },
  { pages: 'docs/concepts/*.md', least: 30, most: 120 },
  { pages: 'docs/decisions/0*.md', least: 30, most: 120 },
  { pages: '{services,bff,web,proto,deploy}/**/README.md', least: 30, most: 80 },
  { pages: '**/*.md', least: 30, most: 200 },
];

const segmenter = (granularity: 'sentence' | 'word'): Intl.Segmenter =>
  new Intl.Segmenter('en', { granularity });
const SENTENCES = segmenter('sentence');
const WORDS = segmenter('word');

const wordsIn = (text: string): number =>
  [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** Returns the faults of a page's length and of its lines, paragraphs and sentences. */
export function lengthFaults({ path, lines, paragraphs, proseLines }: Page): readonly string[] {
  const limits = LIMITS.find(({ pages }) => matchesGlob(path, pages));
  if (limits === undefined) throw new Error(`no limits match ${path}`);
  const { least, most } = limits;
  const faults: string[] = [];
  if (lines.length < least || lines.length > most)
    faults.push(`${path}:1: has ${lines.length} lines; ${least} to ${most} are permitted`);
  for (const line of proseLines)
    if ((lines[line - 1] ?? '').length > MAX_COLUMNS)
      faults.push(`${path}:${line}: is longer than ${MAX_COLUMNS} columns`);
  for (const { text, line } of paragraphs) {
    const count = wordsIn(text);
    if (count > MAX_PARAGRAPH_WORDS)
      faults.push(`${path}:${line}: paragraph of ${count} words; at most ${MAX_PARAGRAPH_WORDS}`);
    for (const { segment } of SENTENCES.segment(text.replaceAll('\n', ' '))) {
      const length = wordsIn(segment);
      if (length > MAX_SENTENCE_WORDS)
        faults.push(
          `${path}:${line}: sentence of ${length} words; at most ${MAX_SENTENCE_WORDS}: ` +
            `"${segment.trim()}"`,
        );
    }
  }
  return faults;
}

/** Returns a fault where a page of `docs/` does not say in its first line whom it is for. */
export function readerFaults({ path, paragraphs }: Page): readonly string[] {
  const [first] = paragraphs;
  return !path.startsWith('docs/') || first?.text.startsWith('For ')
    ? []
    : [`${path}:${first?.line ?? 1}: the first line says whom the page is for ("For ...")`];
}
