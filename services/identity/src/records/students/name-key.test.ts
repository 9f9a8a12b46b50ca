import { expect, test } from '@jest/globals';
import { nameKey } from './name-key.ts';

test.each([
  { names: ["O'Brien", 'O’Brien', 'o‘brien', 'OBrien', 'OʼBRIEN'], key: 'obrien' },
  { names: ['Ben-David', 'ben david', 'Ben‐David', ' Ben  David '], key: 'ben david' },
  { names: ['St. John', 'St John'], key: 'st john' },
  { names: ['Élise', 'E\u0301lise', 'elise'], key: 'elise' },
  { names: ['Łukasz', 'łukasz', 'LUKASZ'], key: 'lukasz' },
  { names: ['Sørensen', 'Sorensen'], key: 'sorensen' },
  { names: ['Đukić', 'Dukic'], key: 'dukic' },
  { names: ['Straße', 'STRASSE'], key: 'strasse' },
  { names: ['בן־דוד', 'בן דוד', 'בֶּן דוד'], key: 'בן דוד' },
  { names: ['צ׳רני', 'צרני'], key: 'צרני' },
])('$names are searched as $key', ({ names, key }) => {
  expect(names.map(nameKey)).toEqual(names.map(() => key));
});
