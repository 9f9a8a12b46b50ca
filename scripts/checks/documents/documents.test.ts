import { describe, expect, test } from '@jest/globals';
import { lengthFaults, readerFaults } from './lengths.ts';
import { linkFaults } from './links.ts';
import { nameFaults } from './names.ts';
import { type Page, parsePage } from './page.ts';
import type { Repository } from './repository.ts';

const repository: Repository = {
  paths: new Set([
    'services',
    'services/kit',
    'services/kit/money.ts',
    'services/kit/money.test.ts',
    'docs',
    'docs/a.md',
  ]),
  npmScripts: new Set(['lint', 'ops', 'test']),
  opsVerbs: new Set(['status']),
  identifiers: new Set(['DATA_DIR', 'addCents', 'seat_freed', 'poolSize']),
  contains: (text) => 'event will be tried again'.includes(text),
  documents: ['docs/a.md'],
};

const page = (markdown: string, path = 'docs/b.md'): Page => parsePage(path, markdown);
const words = (count: number): string => `Word${' word'.repeat(count - 1)}.`;
const filled = (text: string, lines = 40): Page =>
  page(`${text}\n${'\n'.repeat(lines - text.split('\n').length - 1)}<!-- end -->\n`);

describe('nameFaults', () => {
  test.each([
    ['a path that is missing', '`services/kit/cents.ts`', 'services/kit/cents.ts'],
    ['a path in a table', '| a |\n| --- |\n| `services/pay` |', 'services/pay'],
    ['a path in a block of code', '    cat services/kit/cents.ts', 'services/kit/cents.ts'],
    ['a file in a folder that is unknown', '`service/kit/money.ts`', 'service/kit/money.ts'],
    ['a pattern that matches no file', '`services/*/src/*.ts`', 'services/*/src/*.ts'],
    ['a file name', '`cents.ts`', 'cents.ts'],
    ['a file in none of the folders named', '`docs/a.md` and `money.ts`', 'money.ts'],
    ['a path below none of the folders named', '`docs/` and `kit/money.ts`', 'kit/money.ts'],
    ['an npm script', '`npm run lnit`', 'lnit'],
    ['an npm script in a block', '```sh\nnpm run -s lnit\n```', 'lnit'],
    ['a short npm script', '`npm start`', 'start'],
    ['a word of npm test', '`npm test -- monye.test`', 'monye.test'],
    ['a verb of ops', '`npm run ops -- stauts`', 'stauts'],
    ['an environment variable', '`DATA_DRI`', 'DATA_DRI'],
    ['a setting in a command', '    PROT=1 npm test', 'PROT'],
    ['a log line', '`event is tried again`', 'event is tried again'],
    ['a log line in quotes', "It says 'events\nare lost'.", 'events are lost'],
    ['a function', '`addCent(1)`', 'addCent'],
    ['a column of an event', '`registration.seat_fred`', 'seat_fred'],
  ])('finds %s', (_, markdown, name) => {
    const faults = nameFaults(page(markdown), repository);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^docs\/b\.md:\d+: /);
    expect(faults[0]).toContain(name);
  });

  test.each([
    '`services/kit/money.ts`, `services/<name>/money.ts`, `services/kit/`, `money.ts`, `*.ts`',
    '`npm run lint`, `npm test`, `npm run ops -- status`, `DATA_DIR=/tmp/x npm test -- money lint`',
    '`addCents(a, b)`, `seat_freed`, `database.poolSize`, `GET`, `/api/events`, `a/b`',
    "`will be tried`, 'tried again', `npm run lint`, students' own and others' names",
    '```mermaid\nstateDiagram\n  not_a_name --> other_name\n```',
  ])('accepts %s', (markdown) => {
    expect(nameFaults(page(markdown), repository)).toEqual([]);
  });

  test('accepts a name in, and a path below, a folder that the page names', () => {
    const markdown = '`money.ts` of `services/kit/`, `kit/money.test.ts` of `services/`';
    expect(nameFaults(page(markdown), repository)).toEqual([]);
  });

  test('accepts a path from the folder of the page', () => {
    expect(nameFaults(page('`kit/money.ts`', 'services/README.md'), repository)).toEqual([]);
  });
});

describe('linkFaults', () => {
  const target = page('# A title\n\n[b](b.md)\n', 'docs/a.md');
  const paths = new Set([...repository.paths, 'docs/b.md']);
  const faultsOf = (link: string): readonly string[] =>
    linkFaults([target, page(`[a](${link})`)], { ...repository, paths });

  test('accepts files, headings, folders and addresses of the web', () => {
    for (const link of ['a.md', 'a.md#a-title', '../services/kit', 'https://example.org/x'])
      expect(faultsOf(link).filter((fault) => !fault.includes('no other page'))).toEqual([]);
  });

  test.each(['gone.md', '../docs/a.md#another', '#nowhere', '../../a.md'])('finds %s', (link) => {
    expect(faultsOf(link).filter((fault) => fault.includes(link))).toHaveLength(1);
  });

  test('finds a page to which no other page links', () => {
    expect(faultsOf('b.md')).toContain('docs/a.md:1: no other page links here');
  });
});

describe('lengthFaults', () => {
  test('accepts a page, paragraph, sentence and line of the greatest length', () => {
    const paragraph = [25, 25, 25, 5].map((count) => words(count).replaceAll(' ', '\n')).join('\n');
    expect(lengthFaults(filled(`${paragraph}\n\n${'x'.repeat(100)}`, 200))).toEqual([]);
  });

  test.each([
    ['a page that is short', filled('Text.', 29), '29 lines'],
    ['a page that is long', filled('Text.', 201), '201 lines'],
    ['a sentence that is long', filled(words(26).replaceAll(' ', '\n')), 'sentence of 26'],
    ['a paragraph that is long', filled('Three words each.\n'.repeat(27)), 'of 81'],
    ['a line that is long', filled('x'.repeat(101)), '100 columns'],
    [
      'a list item that is long',
      filled(`- ${words(26).replaceAll(' ', '\n  ')}`),
      'sentence of 26',
    ],
  ])('finds %s', (_, one, fault) => {
    expect(lengthFaults(one)).toEqual([expect.stringContaining(fault)]);
  });

  test('exempts tables, quotations and code, and counts code in a line as one word', () => {
    const long = words(30);
    const quoted = long.replaceAll(' ', '\n> ');
    const text = `| a |\n| --- |\n| ${long} |\n\n> ${quoted}\n\n    ${long}\n`;
    expect(lengthFaults(filled(`${text}\n\`${'a '.repeat(30)}\`\n${words(15)}`))).toEqual([]);
  });

  test('permits a README of the repository 150 lines and a concept 120', () => {
    const lines = (count: number, path: string): readonly string[] =>
      lengthFaults({ ...filled('Text.', count), path });
    expect(lines(150, 'README.md')).toEqual([]);
    expect(lines(151, 'README.md')).toHaveLength(1);
    expect(lines(120, 'docs/concepts/refunds.md')).toEqual([]);
    expect(lines(121, 'docs/concepts/refunds.md')).toHaveLength(1);
  });
});

describe('readerFaults', () => {
  test('wants a page of docs/ to say first whom it is for', () => {
    expect(readerFaults(page('# T\n\nFor whoever.\n'))).toEqual([]);
    expect(readerFaults(page('# T\n\nThis page is.\n'))).toHaveLength(1);
    expect(readerFaults(page('# T\n\nThis page is.\n', 'web/README.md'))).toEqual([]);
  });
});
