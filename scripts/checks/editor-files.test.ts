import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';

// Only editors, GitHub and npm read these files, so nothing else notices a mistake.

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const readJson = <T>(path: string): T => JSON.parse(read(path)) as T;

test.each(['services', 'bff', 'proto', 'scripts'])(
  'an editor checks %s by the options of npm run types',
  (folder) => {
    const { extends: base, compilerOptions = {} } = readJson<{
      extends: string;
      compilerOptions?: object;
    }>(`${folder}/tsconfig.json`);
    expect(base).toBe('../tsconfig.base.json');
    // paths of the program, and no option of the language
    expect(Object.keys(compilerOptions).filter((name) => name !== 'rootDir')).toEqual([]);
  },
);

test('every dependency names a version', () => {
  const files = globSync('{.,*,*/*}/package.json', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', 'node_modules'],
  });
  expect(files.length).toBeGreaterThan(10);
  const open = files.flatMap((file) =>
    Object.entries(readJson<Record<string, unknown>>(file))
      .filter(([name]) => /dependencies$/i.test(name))
      .flatMap(([, versions]) => Object.entries(versions as Record<string, string>))
      .filter(([, version]) => /^(\*|latest|x)?$/.test(version))
      .map(([name, version]) => `${file}: ${name} ${version}`),
  );
  expect(open).toEqual([]);
});

test('code owners and the debugger name folders and scripts that exist', () => {
  const folders = [...read('.github/CODEOWNERS').matchAll(/^(\/\S+)/gm)].map(([, path]) => path);
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((path) => !existsSync(join(ROOT, path as string)))).toEqual([]);
  const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');
  const workflow = read('.github/workflows/ci.yml');
  const called = [...workflow.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name]) => name);
  expect(called.filter((name) => name !== 'ci' && !scripts[name as string])).toEqual([]);
});
