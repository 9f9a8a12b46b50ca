import { expect, test } from '@jest/globals';
import { faultsOf } from './catalogues.ts';
import { rawTextsIn, studentFiles } from './raw-texts.ts';

test.each([
  { code: '<p>Not in the catalogue</p>', found: ['1 Not in the catalogue'] },
  { code: '<Field label="Name" />', found: ['1 Name'] },
  { code: "const said = { title: 'Your exams' };", found: ['1 Your exams'] },
  { code: `<p>\n{\`You have \${n} credits\`}</p>`, found: ['2 You have X credits'] },
  { code: "<span>{isDone ? ', done' : null}</span>", found: ['1 , done'] },
  { code: '<Trans>In the catalogue</Trans>', found: [] },
  { code: 'const said = t`In the catalogue`;', found: [] },
  { code: "if (said === 'Two words') throw new Error('Two words');", found: [] },
])('$code stands outside the catalogue at $found', ({ code, found }) => {
  expect(rawTextsIn(code)).toEqual(found);
});

test('the files of the students’ pages are found', () => {
  expect(studentFiles().length).toBeGreaterThan(150);
});

const entry = (id: string, text: string): string => `msgid "${id}"\nmsgstr "${text}"`;
const kept = [entry('Hello {name}', 'shalom'), entry('Old', 'yashan'), entry('Bare', '')];

test('new, unused and untranslated texts and other values of a catalogue are faults', () => {
  const now = [entry('Hello {name}', ''), entry('Bare', ''), entry('New', '')];
  expect(faultsOf(kept.join('\n\n'), now.join('\n\n'))).toEqual([
    'not in he.po: New',
    'no longer used: Old',
    'not translated: Bare',
    'other values or marks: Hello {name} | shalom',
  ]);
});
