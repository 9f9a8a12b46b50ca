/** A rule of `npm run lint` about words; CONTRIBUTING.md says what to write instead. */
export interface WordRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** Where the pattern is searched: code without strings and SQL, each line, or sentences. */
  readonly scope: 'code' | 'lines' | 'sentences';
}

const inCode = (name: string, pattern: RegExp): WordRule => ({ name, pattern, scope: 'code' });
const inSentences = (name: string, pattern: RegExp): WordRule => ({
  name,
  pattern,
  scope: 'sentences',
});

/** Participles, pronouns and private terms where the field has a noun that people search for. */
export const WORD_RULES: readonly WordRule[] = [
  inCode('asked', /\b(?:[A-Z]\w*)?[Aa]sked\b/g),
  inCode('told', /\b(?:told|Told|telling|tell)\b(?=\s*[(:=<,;)])/g),
  inCode(
    'participle-type',
    /\b(?:type|interface)\s+(?:Wanted|Wish|Said|Known|Given|Standing|Which|There|Own|Found|Left|Told|Asked)\b/g,
  ),
  inCode('patience', /patience|PATIENCE/g),
  inCode('most', /\bMOST_\w+|\bAT_ONCE\w*|\bmost(?:At|To)\w+/g),
  inCode(
    'copy',
    /\bMissingCopy\b|\bCopyMissing\b|\b(?!IconCopy\b)[A-Z]\w*Cop(?:y|ies)\b|\bcopies\b/g,
  ),
  inCode('given-up', /giv(?:en|e|ing)Up/g),
  inCode('unfit', /\b[a-z]*[Uu]nfit\b|[Hh]andingIn\b|half-made/g),
  { name: 'literal-spread', pattern: /^\s*\.\.\.[{[](?!\.)/gm, scope: 'lines' },
  { name: 'long-line', pattern: /^.{101,}$/gm, scope: 'lines' },
  inSentences(
    'free-who',
    /(?:^|[.,:;(]\s+|\b(?:of|for|to|by|from|and)\s+)who(?:ever|m)?\s+(?:is|was|has|may|waits?|holds?|asks?|comes?|books?|buys?|pays?|signs?|ends?|does|makes?|needs?|reads?|\w+s)\b/gi,
  ),
  inSentences(
    'free-what',
    /(?:^|[.,:;(]\s+|\b(?:of|for|to|by|from|and|with)\s+)what\s+(?:is|was|has|it|comes?|came|stands?|goes|they|a|the|\w+s)\b/gi,
  ),
  inSentences('nobody', /\b(?:nobody|somebody|anybody)\b/gi),
  inSentences('anew', /\b(?:anew|stands|meanwhile|by itself)\b/gi),
  inSentences('away', /\b(?:is|are|was|were) (?:away|gone|back)\b/gi),
  inSentences('she', /\b(?:she|her|hers)\b/gi),
  inSentences('part', /\b(?:a part|parts)\b/gi),
  inSentences('is-none', /\b(?:that|which) is none\b/gi),
];
