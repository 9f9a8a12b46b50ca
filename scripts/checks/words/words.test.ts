import { describe, expect, test } from '@jest/globals';
import { findWords } from './find-words.ts';
import { isPermitted, permitted } from './permitted.ts';

const rulesIn = (source: string) => findWords(source).map(({ rule }) => rule);

describe('findWords', () => {
  test.each([
    { rule: 'asked', source: 'const asked = await read();' },
    { rule: 'told', source: 'tell(student);' },
    { rule: 'participle-type', source: 'interface Wanted { id: number }' },
    { rule: 'patience', source: 'const patienceMs = 3;' },
    { rule: 'most', source: 'const MOST_ROWS = 20;' },
    { rule: 'copy', source: 'class MissingCopy {}' },
    { rule: 'given-up', source: 'const givenUp = true;' },
    { rule: 'unfit', source: 'const isHandingIn = true;' },
    { rule: 'literal-spread', source: 'f({\n  ...{ a, b },\n});' },
    { rule: 'long-line', source: `// ${'word '.repeat(20)}` },
    { rule: 'free-who', source: '// Offers a seat to who waits.' },
    { rule: 'free-what', source: '/** The sum of what is granted. */' },
    { rule: 'nobody', source: "log.info({ id }, 'nobody answers');" },
    { rule: 'anew', source: '// The job meanwhile asks.' },
    { rule: 'away', source: "test('a broker that is away delays events', () => {});" },
    { rule: 'she', source: '/** The exams that she takes. */' },
    { rule: 'part', source: '// Other parts answer.' },
    { rule: 'is-none', source: "describe('a link that is none', () => {});" },
  ])('finds $rule in $source', ({ rule, source }) => {
    expect(rulesIn(source)).toEqual([rule]);
  });

  test.each([
    'sql`SELECT asked_at, asked FROM copies`',
    "const text = 'Nobody has asked for data.';",
    `const text =\n  '${'word '.repeat(30)}',`,
    'f({ ...rest, ...(isOpen ? { open } : {}) }, [...list, 1]);',
    '// Returns the seats that the student holds, with their number.',
  ])('leaves %s alone', (source) => {
    expect(rulesIn(source)).toEqual([]);
  });

  test('names the line in a comment of several lines', () => {
    expect(findWords('\n/**\n * Waits.\n * Nobody answers.\n */')).toEqual([
      { rule: 'nobody', line: 4, text: 'Nobody' },
    ]);
  });
});

test('the list of permitted words is short, and each entry has a reason', () => {
  expect(permitted.length).toBeLessThanOrEqual(60);
  for (const { reason } of permitted) expect(reason).toMatch(/^\w.{9,}$/);
});

test('an entry permits its rules in its file or folder alone', () => {
  const entry = { path: 'services/a/', rules: 'nobody she', reason: 'a test' };
  expect(isPermitted(entry, 'services/a/b.ts', 'she')).toBe(true);
  expect(isPermitted(entry, 'services/a/b.ts', 'away')).toBe(false);
  expect(isPermitted(entry, 'services/ab/b.ts', 'she')).toBe(false);
  expect(isPermitted({ ...entry, path: 'services/a' }, 'services/a/b.ts', 'she')).toBe(false);
});
