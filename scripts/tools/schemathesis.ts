// schemathesis is a Python program: `npm run tools` installs the pinned versions of
// requirements.txt into a folder of their own, where Python is present.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../start/paths.ts';

const FOLDER = join(ROOT, 'node_modules/.cache/fuzz');
const PROGRAM = join(FOLDER, 'bin/schemathesis');
const INSTALLED = join(FOLDER, 'installed.txt');
const WANTED = join(import.meta.dirname, 'requirements.txt');

/** The message of a run without the program. */
export const NO_SCHEMATHESIS =
  'schemathesis is not here, so its checks are left out (with Python 3.10 or newer: npm run tools)';

/** Returns the path of the program; undefined when it or the required version is missing. */
export function findSchemathesis(): string | undefined {
  const isCurrent =
    existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === readFileSync(WANTED, 'utf8');
  return isCurrent && existsSync(PROGRAM) ? PROGRAM : undefined;
}

/** Installs it when it is missing, and logs when Python or PyPI is unavailable. */
export function installSchemathesis(say: (line: string) => void): void {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    if (!findSchemathesis()) {
      run('python3', '-m', 'venv', '--clear', FOLDER);
      run(join(FOLDER, 'bin/pip'), 'install', '--quiet', '--no-deps', '--requirement', WANTED);
      writeFileSync(INSTALLED, readFileSync(WANTED, 'utf8'));
    }
    say(`schemathesis: ${PROGRAM}`);
  } catch {
    say(
      'schemathesis: not here, and no Python 3.10 or newer with venv and PyPI to install it with',
    );
  }
}
