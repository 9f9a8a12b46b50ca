import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSyntax, type Syntax, syntaxOf } from '../pages/jsx.ts';

const src = fileURLToPath(new URL('../../../web/src/', import.meta.url));

/** The pages of students. Staff have English pages. */
const AREAS = [
  'app/*.tsx',
  'app/{live,session}/**/*.{ts,tsx}',
  'app/routes/{error-page,not-found,page-boundary,protocol-page}.tsx',
  'app/menu/{color-scheme,credit-facts,notices,open-user-menu}.{ts,tsx}',
  'app/menu/{phone-drawer,phone-menu,schemes,user-menu,user-pill}.{ts,tsx}',
  'app/shell/{footer,student-shell}.tsx',
  '{assignments,enrol,exams,online,profile,sessions,study,system-check}/**/*.{ts,tsx}',
  'credits/!(assign-modal).{ts,tsx}',
  'sign-in/!(staff-login-page|webmail).{ts,tsx}',
  'shared/{dialogs,exams,forms,office,payments}/**/*.{ts,tsx}',
  'shared/{session-picker,sessions,sign-in,system-check,ui,waiting}/**/*.{ts,tsx}',
];
/** Sources only for staff, or whose texts are never shown. */
const APART =
  /\.test\.tsx?$|file-size-text|testing|pact|cancel-reason|exam-picker|search-select|upload-form|result-columns|card-logo|row-facts|study\/(refund-page|second-payment-page)/;
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

const nameOf = (node: unknown): string =>
  isSyntax(node) ? String(node['name'] ?? node['value'] ?? '') : '';

/** Returns the words of a literal, without the values of a template. */
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

/**
 * Returns whether a literal is never shown: types, imports, errors of programs, compared values.
 */
const isUnread = (node: Syntax): boolean =>
  /^(Import|Export(All|Named)|TS)/.test(node.type) &&
  node.type !== 'TSAsExpression' &&
  node.type !== 'ExportNamedDeclaration' &&
  node.type !== 'TSSatisfiesExpression' &&
  node.type !== 'TSNonNullExpression'
    ? true
    : node.type === 'NewExpression' && /Error$/.test(nameOf(node['callee']));

/** Returns texts in a source that are missing in the catalogue, as `line text`. */
export function rawTextsIn(code: string): string[] {
  const found: string[] = [];
  const look = (node: Syntax, field: string): void => {
    if (isMacro(node) || isUnread(node)) return;
    const at = node.loc?.start.line;
    if (node.type === 'JSXText' && hasWord(String(node['value'])))
      found.push(`${at} ${String(node['value']).trim()}`);
    const words = wordsOf(node);
    // 'Morning' as the value of any field
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
      // what braces between tags print
      const given = name === 'children' && /^JSX/.test(node.type) ? 'text' : own;
      for (const one of Array.isArray(child) ? child : [child]) if (isSyntax(one)) look(one, given);
    }
  };
  look(syntaxOf(code), '');
  return found;
}

/** Returns the files of the students' pages, below `web/src`. */
export const studentFiles = (): string[] =>
  AREAS.flatMap((area) => globSync(area, { cwd: src })).filter((file) => !APART.test(file));

/** Returns texts of the students' pages that are missing in the catalogue, as `file:line text`. */
export const rawTexts = (): string[] =>
  studentFiles().flatMap((file) =>
    rawTextsIn(readFileSync(`${src}${file}`, 'utf8')).map((text) => `${file}:${text}`),
  );
