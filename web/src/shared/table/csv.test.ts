import { expect, test } from '@jest/globals';
import { csvOf } from './csv.ts';

test('cells are quoted where they must be, and no cell is a formula', () => {
  expect(
    csvOf([
      ['Name', 'Note'],
      ['Levi, "Dana"', '=1+1'],
      ['Adler', ''],
    ]),
  ).toBe('\ufeffName,Note\r\n"Levi, ""Dana""",\'=1+1\r\nAdler,\r\n');
});
