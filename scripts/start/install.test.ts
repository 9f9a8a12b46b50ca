import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { isAlive } from './processes/process-of.ts';

// `npm start` on a checkout without packages, with an npm that installs for ever.

/** Is npm for the installation, and starts a script of a package that does not heed SIGTERM. */
const SLOW_NPM = `#!/bin/sh
sh -c 'trap "" TERM INT; while :; do sleep 1; done' &
echo $$ $! > "$PIDS"
wait
`;

let folder = '';
let start: ChildProcess | undefined;
afterEach(() => {
  if (start?.exitCode === null) start.kill('SIGKILL');
  for (const pid of pids()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const pids = (): number[] => {
  const file = join(folder, 'pids');
  return existsSync(file)
    ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    : [];
};
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(20);
};

/** Starts start.mjs, or npm above it, and waits until the installation runs. */
async function installing(program: 'node' | 'npm'): Promise<ChildProcess> {
  folder = temporaryFolder('install');
  for (const name of ['scripts/start', 'bin']) mkdirSync(join(folder, name), { recursive: true });
  for (const file of ['start.mjs', 'install.mjs'])
    cpSync(join(import.meta.dirname, file), join(folder, 'scripts/start', file));
  writeFileSync(join(folder, 'bin/npm'), SLOW_NPM, { mode: 0o755 });
  const scripts = { start: 'exec node scripts/start/start.mjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: [], scripts }));
  const args = program === 'node' ? ['scripts/start/start.mjs'] : ['start'];
  const env = { ...process.env, PIDS: join(folder, 'pids') };
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const real = program === 'node' ? process.execPath : npmOf(process.env['PATH'] ?? '');
  start = spawn(real, args, { cwd: folder, env: { ...env, PATH }, stdio: 'ignore' });
  await until(() => pids().length === 2);
  return start;
}

const npmOf = (path: string): string =>
  path
    .split(':')
    .map((one) => join(one, 'npm'))
    .find((file) => existsSync(file)) ?? 'npm';

test.each([
  { program: 'node', signal: 'SIGINT' },
  { program: 'node', signal: 'SIGTERM' },
  { program: 'npm', signal: 'SIGINT' },
  { program: 'npm', signal: 'SIGTERM' },
] as const)(
  '$signal to $program during the installation ends npm and the scripts of packages',
  async ({ program, signal }) => {
    const started = await installing(program);
    const ended = once(started, 'close');
    started.kill(signal);
    await ended;
    await until(() => !pids().some(isAlive));
    expect(started.exitCode).not.toBe(0);
    expect(existsSync(join(folder, 'node_modules/.portal-lock'))).toBe(false);
  },
);
