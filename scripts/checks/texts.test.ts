// Every text of the students' pages and mails is in the catalogue: it stands in a macro or a call of
// Lingui, and each other language says it. English stays the source.
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ParseResult, parse } from '@babel/parser';
import { expect, test } from '@jest/globals';

const src = fileURLToPath(new URL('../../web/src/', import.meta.url));

/** What students see. Staff have English pages. */
const AREAS = [
  'app/*.tsx',
  'app/{live,session}/**/*.{ts,tsx}',
  'app/routes/{error-page,not-found,page-boundary,protocol-page}.tsx',
  'app/shell/{color-scheme,credit-facts,footer,notices,open-user-menu,phone-drawer,phone-menu,schemes,student-shell,user-menu,user-pill}.{ts,tsx}',
  '{assignments,enrol,exams,online,profile,sessions,study,system-check}/**/*.{ts,tsx}',
  'credits/!(assign-modal).{ts,tsx}',
  'sign-in/!(staff-login-page|webmail).{ts,tsx}',
  'shared/{dialogs,exams,forms,office,payments,sessions,sign-in,system-check,ui,waiting}/**/*.{ts,tsx}',
];
/** Chosen by staff alone, or said to nobody. */
const APART =
  /\.test\.tsx?$|file-size-text|testing|pact|cancel-reason|exam-picker|search-select|upload-form|result-columns|calendar-file|card-logo|study\/(refund-page|second-payment-page)/;
/** Words that are names, or for programs. */
const NO_TEXT =
  /^(GET|BUY|JSE|Staff|TAL|CCC|CIS|CVV|Enter|Escape|Backspace|Tab|Home|End|Delete|Arrow\w+|United States|Terms|noopener( noreferrer)?|Visa|Mastercard|American Express|Discover|VISA|AMEX|DISCOVER)$|^\(|^Bearer|^X (num|credits)$|^[A-Z][A-Za-z]*Error$/;

/** Attributes and fields that people read. */
const READ =
  /^(label|title|description|placeholder|alt|text|note|subtitle|legend|heading|lead|hint|message|aria-label|words)$/;
const hasWord = (text: string): boolean => /[A-Za-z]{2,}/.test(text) && !NO_TEXT.test(text.trim());
/** 'Not now', 'Something went wrong.': more than one word, as people write. */
const isSentence = (text: string): boolean =>
  hasWord(text) && /^[A-Z][a-z'’]* [A-Za-z'"$(\d]/.test(text.trim());

interface Syntax {
  type: string;
  loc?: { start: { line: number } } | null;
  [field: string]: unknown;
}
const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

const nameOf = (node: unknown): string =>
  isSyntax(node) ? String(node['name'] ?? node['value'] ?? '') : '';

/** The words of a literal; the values of a template left out. */
function wordsOf(node: Syntax): string | null {
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  return quasis
    .map(({ value }) => value.cooked)
    .join(' X ')
    .replace(/\s+/g, ' ')
    .trim();
}

const isMacro = (node: Syntax): boolean =>
  (node.type === 'TaggedTemplateExpression' && nameOf(node['tag']) === 't') ||
  (node.type === 'CallExpression' && nameOf(node['callee']) === 'plural') ||
  (node.type === 'JSXElement' && nameOf((node['openingElement'] as Syntax)['name']) === 'Trans');

/** What nobody reads: types, imports, errors of programs, what is compared. */
const isUnread = (node: Syntax): boolean =>
  /^(Import|Export(All|Named)|TS)/.test(node.type) &&
  node.type !== 'TSAsExpression' &&
  node.type !== 'ExportNamedDeclaration' &&
  node.type !== 'TSSatisfiesExpression' &&
  node.type !== 'TSNonNullExpression'
    ? true
    : node.type === 'NewExpression' && /Error$/.test(nameOf(node['callee']));

/** Texts that stand outside the catalogue, as `file:line text`. */
function rawTexts(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const tree: ParseResult = parse(code, {
    sourceType: 'module',
    plugins: ['typescript', 'jsx'],
  });
  const found: string[] = [];
  const look = (node: Syntax, field: string): void => {
    if (isMacro(node) || isUnread(node)) return;
    const at = `${relative(src, file)}:${node.loc?.start.line}`;
    if (node.type === 'JSXText' && hasWord(String(node['value'])))
      found.push(`${at} ${String(node['value']).trim()}`);
    const words = wordsOf(node);
    // 'Morning' as the value of whatever field
    const isOneWord = field !== '' && /^[A-Z][a-z]{2,}$/.test(words ?? '');
    if (
      words !== null &&
      (isSentence(words) || ((isOneWord || READ.test(field)) && hasWord(words)))
    )
      found.push(`${at} ${words}`);
    const isComparison =
      node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']));
    if (isComparison) return;
    const own =
      node.type === 'JSXAttribute'
        ? nameOf(node['name'])
        : node.type === 'ObjectProperty'
          ? nameOf(node['key'])
          : /^(Conditional|Logical|JSXExpression|TemplateL)/.test(node.type)
            ? field
            : '';
    for (const [name, child] of Object.entries(node)) {
      if (name === 'key' && node.type === 'ObjectProperty') continue;
      for (const one of Array.isArray(child) ? child : [child]) if (isSyntax(one)) look(one, own);
    }
  };
  look(tree.program as unknown as Syntax, '');
  return found;
}

test('no text of the students’ pages stands outside the catalogue', () => {
  const files = AREAS.flatMap((area) => globSync(area, { cwd: src })).filter(
    (file) => !APART.test(file),
  );
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap((file) => rawTexts(`${src}${file}`))).toEqual([]);
});

/** The messages of a catalogue with what another language says; '' where it says nothing. */
function messagesOf(catalogue: string): Map<string, string> {
  const textOf = (entry: string, field: string): string => {
    const [, lines = ''] =
      new RegExp(`^${field} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(entry) ?? [];
    return [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join('');
  };
  return new Map(
    catalogue
      .split('\n\n')
      .map((entry): [string, string] => [textOf(entry, 'msgid'), textOf(entry, 'msgstr')])
      .filter(([id]) => id !== ''),
  );
}

/** Values and marks of a message: '{name}', '<0>', '#'. */
const slotsOf = (message: string): string[] =>
  [...new Set(message.match(/\{\w+(?=[,}])|<\/?\d+\/?>/g) ?? [])].sort();

/** Where Lingui is run, and where its catalogues are. */
const CATALOGUES = [
  ['pages', 'web', 'web/texts'],
  ['mails', 'services/kit', 'services/kit/texts'],
] as const;

test.each(CATALOGUES)(
  'Hebrew says every text of the %s, with the same values and marks',
  async (_, source, texts) => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-texts-'));
    try {
      const root = fileURLToPath(new URL('../../', import.meta.url));
      const kept = readFileSync(`${root}${texts}/he.po`, 'utf8');
      cpSync(`${root}${texts}/`, folder, { recursive: true });
      const lingui = fileURLToPath(new URL('../../node_modules/.bin/lingui', import.meta.url));
      await promisify(execFile)(lingui, ['extract', '--clean'], {
        cwd: `${root}${source}`,
        env: { ...process.env, TEXTS_DIR: folder },
      });
      const now = messagesOf(readFileSync(join(folder, 'he.po'), 'utf8'));
      const here = messagesOf(kept);
      // `npm run texts` brings the catalogue up to the code
      expect([...now.keys()].filter((text) => !here.has(text))).toEqual([]);
      expect([...here.keys()].filter((text) => !now.has(text))).toEqual([]);
      expect([...here].filter(([, said]) => said === '').map(([text]) => text)).toEqual([]);
      const unlike = [...here].filter(
        ([text, said]) => slotsOf(text).join() !== slotsOf(said).join(),
      );
      expect(unlike).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
