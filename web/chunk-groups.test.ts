import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { chunkGroups, ownModules } from './chunk-groups.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test.each(chunkGroups)('every path of the chunk %s names a module', (group) => {
  const unknown = ownModules[group].filter(
    (path) => globSync(`${path}*`, { cwd: root }).length === 0,
  );
  expect(unknown).toEqual([]);
});
