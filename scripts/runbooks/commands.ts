import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../start/paths.ts';

/** The pages that an operator reads during an incident. */
const RUNBOOKS: readonly string[] = [
  'docs/operations/runbooks.md',
  'docs/operations/backups.md',
  'docs/operations/point-in-time-recovery.md',
];

/** Other pages with commands that people type. */
const PAGES = ['docs/operations/*.md', 'docs/guides/*.md'];

/** A page with this sentence marks all of its commands. */
const NO_COMMAND_TRIED = /No\s+test\s+runs\s+the\s+commands\s+of\s+this\s+page/;

/** A command of a runbook, and whether the text marks it "(not tried)". */
export interface RunbookCommand {
  readonly document: string;
  readonly command: string;
  readonly isMarked: boolean;
}

/** A text in code style with several words, and the text that follows it. */
interface CodeText {
  readonly text: string;
  readonly after: string;
}

const FENCED = /^```(\w*)\n(.*?)^```$/gms;
const INDENTED = /^ {4}(\S.*)$/gm;
const SPAN = /`([^`\n]+)`( \(not tried\))?/g;
const NOT_TRIED = /^(.*?)( +# not tried)?$/;

function codeTextsOf(markdown: string): readonly CodeText[] {
  const lines = [...markdown.matchAll(FENCED)]
    .filter(([, language]) => language === 'sh')
    .flatMap(([, , body = '']) => body.trim().split('\n'));
  const prose = markdown.replace(FENCED, '');
  const indented = [...prose.matchAll(INDENTED)].map(([, line = '']) => line);
  const blocks = [...lines, ...indented].map((line): CodeText => {
    const [, text = '', after = ''] = NOT_TRIED.exec(line) ?? [];
    return { text, after };
  });
  const spans = [...prose.replace(INDENTED, '').matchAll(SPAN)].map(
    ([, text = '', after = '']): CodeText => ({ text, after }),
  );
  return [...blocks, ...spans].filter(({ text }) => /\s/.test(text.trim()));
}

const COMMAND = /^(?:kubectl|helm|ops|npm|nats|time npm|[A-Z]{4,}) /;

/** The first word of a command on pages that also have other texts in code style. */
const PROGRAM = /^(?:docker|git|helm|kubectl|nats|npm) /;

/** Texts in code style with several words that are no commands: settings, log lines, headings. */
const NO_COMMANDS = [
  '--database-key DIRECT_DATABASE_URL',
  'Authorization Violation',
  'Compare now',
  'NATS is not there yet',
  'compare settled days',
  'connection to NATS lost',
  'nothing differs',
  'npm run ops',
  'npm run ops --',
  'npm run runbooks',
  'parts.bff.config.WAITING_ROOM: "off"',
];

/**
 * Returns the commands of all runbooks, in their order. Throws an error when a text in code style
 * is neither a command nor known.
 */
export function runbookCommands(): readonly RunbookCommand[] {
  return RUNBOOKS.flatMap((document) =>
    codeTextsOf(readFileSync(join(ROOT, document), 'utf8'))
      .filter(({ text }) => !NO_COMMANDS.includes(text))
      .map(({ text, after }) => {
        if (!COMMAND.test(text))
          throw new Error(
            `is "${text}" of ${document} a command? add it to COMMAND or NO_COMMANDS`,
          );
        return { document, command: text, isMarked: after !== '' };
      }),
  );
}

/** Returns the commands of guides and of the other pages for operators. */
export function pageCommands(): readonly RunbookCommand[] {
  return globSync(PAGES, { cwd: ROOT })
    .filter((document) => !RUNBOOKS.includes(document))
    .map((document) => ({ document, markdown: readFileSync(join(ROOT, document), 'utf8') }))
    .filter(({ markdown }) => !NO_COMMAND_TRIED.test(markdown))
    .flatMap(({ document, markdown }) =>
      codeTextsOf(markdown)
        .filter(({ text }) => PROGRAM.test(text) && !NO_COMMANDS.includes(text))
        .map(({ text, after }) => ({ document, command: text, isMarked: after !== '' })),
    );
}

/**
 * Returns the only command of the runbooks that begins with these words, with its `<placeholders>`
 * filled in, so that a test runs what the text says.
 */
export function fromRunbook(start: string, values: Readonly<Record<string, string>> = {}): string {
  const texts = new Set(runbookCommands().map(({ command }) => command));
  const [command, ...others] = [...texts].filter((text) => text.startsWith(start));
  if (command === undefined || others.length > 0)
    throw new Error(`not one command of the runbooks begins with "${start}"`);
  return command.replace(/<([\w-]+)>/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${placeholder} of "${command}"`);
    return value;
  });
}
