import { WORD_RULES } from './rules.ts';

/** A place in a source where a rule about words finds something. */
export interface WordHit {
  readonly rule: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

interface Zone {
  readonly start: number;
  readonly text: string;
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const TITLE =
  /(?<![.\w])(?:test|describe|it)(?:\.\w{1,20}){0,3}\s{0,9}(?:\([^'"`]{0,999})?\(?\s{0,99}['"`]([^'"`\n]+)/g;
const LOG = /\blog\.\w+\((?:\{[^}]{0,999}\},\s{0,99})?['"`]([^'"`\n]+)/g;
/** SQL holds stored names. */
const SQL = /`[^`]*\b(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b[^`]*`/g;

/** Texts for people, data and stored names. */
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\bt`[^`\n]*`/g;
/** Literals that the formatter cannot wrap. */
const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*(?:`|$)|\/(?![/*])(?:[^/\\]|\\.)+\//g;

/** Replaces all but line breaks by spaces, so that places stay. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Returns comments, titles of tests and log lines, each with its place. */
function sentencesOf(source: string): readonly Zone[] {
  const comments = [...source.matchAll(COMMENT)].map((match) => ({
    start: match.index,
    // stars at the beginning of lines are no words; places stay
    text: match[0].replace(/^\s*\*\s?/gm, blank).replaceAll('\n', ' '),
  }));
  const literals = [TITLE, LOG].flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => ({
      start: match.index + match[0].length - (match[1] ?? '').length,
      text: match[1] ?? '',
    })),
  );
  return [...comments, ...literals];
}

/** Returns whether a line has more than 100 columns without its literals. */
const isTooLong = (line: string): boolean => line.replace(LITERAL, '').length > 100;

/** Returns what the rules find in a source, in the order of the rules. */
export function findWords(source: string): readonly WordHit[] {
  const whole = (text: string): readonly Zone[] => [{ start: 0, text }];
  const zones = {
    code: whole(source.replace(COMMENT, blank).replace(SQL, blank).replace(STRING, blank)),
    lines: whole(source),
    sentences: sentencesOf(source),
  };
  return WORD_RULES.flatMap(({ name, pattern, scope }) =>
    zones[scope].flatMap(({ start, text }) =>
      [...text.matchAll(pattern)]
        .filter(([found]) => name !== 'long-line' || isTooLong(found))
        .map((match) => ({
          rule: name,
          line: source.slice(0, start + match.index + match[0].search(/\S/)).split('\n').length,
          text: match[0].trim().slice(0, 60),
        })),
    ),
  );
}
