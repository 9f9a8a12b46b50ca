import { expect, test } from '@jest/globals';
import { materialErrors, type WantedMaterialForm } from './check-material.ts';

const form = (about: Partial<WantedMaterialForm> = {}): WantedMaterialForm => ({
  examId: 101,
  fileType: 'StudyGuide',
  displayTitle: 'Guide',
  url: 'https://a.test/1',
  ...about,
});
const wrong = (
  about: Partial<WantedMaterialForm>,
  is: { isNew?: boolean; hasFile?: boolean } = {},
) => materialErrors(form(about), { isNew: true, hasFile: false, ...is }).map(({ path }) => path);

test.each<[string, Partial<WantedMaterialForm>, object, string[]]>([
  ['a new link', {}, {}, []],
  ['a new file', { url: null }, { hasFile: true }, []],
  ['a title that changes', { url: null }, { isNew: false }, []],
  ['the longest title', { displayTitle: 'x'.repeat(120) }, {}, []],
  ['a longer title', { displayTitle: 'x'.repeat(121) }, {}, ['displayTitle']],
  ['no title', { displayTitle: '' }, {}, ['displayTitle']],
  ['a kind that is none', { fileType: 'constructor' }, {}, ['fileType']],
  ['an open link', { url: 'http://a.test/1' }, {}, ['url']],
  ['a script', { url: 'javascript:alert(1)' }, {}, ['url']],
  ['the name of a stored file', { url: `file:${'0'.repeat(64)}` }, {}, ['url']],
  ['a longer link', { url: `https://a.test/${'x'.repeat(500)}` }, {}, ['url']],
  ['both', {}, { hasFile: true }, ['url']],
  ['neither of something new', { url: null }, {}, ['url']],
])('%s', (_, about, is, paths) => {
  expect(wrong(about, is)).toEqual(paths);
});
