// The product uses the steady clock of kit, which does not move when a machine's clock is changed
// (fault F16). Files that read the machine's clock are listed here with the reason.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { root } from './charts/charts.ts';

const allowed: Readonly<Record<string, string>> = {
  'services/kit/steady-clock.ts': 'begins with it, and is put right by the servers',
  'services/kit/grpc/client.ts': 'the deadline of a gRPC call is a moment of the machine’s clock',
  'services/registration/src/sessions/calling-off/call-off.ts':
    'a command that an operator runs once',
};

test('no service, nor the BFF, reads the clock of its machine', () => {
  const files = globSync(['services/**/*.ts', 'bff/src/**/*.ts'], {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !/\.test\.ts$|\/testing(\.ts$|\/)|\/seed[^/]*\.ts$|\/demo\/|^services\/[^/]+\/src\/demo/.test(
        file,
      ),
  );
  expect(files.length).toBeGreaterThan(300);
  const readers = files.filter((file) =>
    /\bnew Date\(\)|\bDate\.now\b/.test(readFileSync(`${root}${file}`, 'utf8')),
  );
  expect(readers.filter((file) => !(file in allowed))).toEqual([]);
});
