import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';
import { MUTANTS } from './mutants.ts';
import { mutantNamed, mutated } from './mutate.ts';

test.each(MUTANTS)(
  'the source still contains the text that this mutant changes: $name',
  (mutant) => {
    const source = readFileSync(`${ROOT}/services/${mutant.file}`, 'utf8');
    expect(mutated(source, mutant)).not.toBe(source);
  },
);

test.each(['none of it', 'seats twice, seats'])(
  'rejects a mutant whose text is not once in "%s"',
  (source) => {
    const mutant = { name: 'more', file: 'x.ts', edits: [['seats', '']], breaks: /x/ } as const;
    expect(() => mutated(source, mutant)).toThrow('services/x.ts has to have this once');
  },
);

test('rejects an unknown mutant', () => {
  expect(() => mutantNamed('no such mistake')).toThrow('there is no mutant');
});
