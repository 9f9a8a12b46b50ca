import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withLock } from '../data-folder/lock.ts';
import { runTask } from '../processes/run-task.ts';
import { UserError } from '../user-error.ts';
import { installCommands } from './install-commands.ts';

const ALSO = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/opt/homebrew/bin'];
const POLICY = '/usr/sbin/policy-rc.d';

/** Finds a program on PATH or in the usual folders of servers. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...ALSO];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Keeps apt from starting what it installs as a system service; returns how to undo it. */
function holdServices(): () => void {
  if (existsSync(POLICY)) return () => {};
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(POLICY, { force: true });
}

export interface Installing {
  readonly dataDir: string;
  readonly signal?: AbortSignal;
  readonly report: (line: string) => void;
}

/**
 * Finds programs. Installs the Debian packages of missing ones as root; otherwise throws a
 * UserError with the commands that install them.
 */
export async function demandPrograms(
  packages: Readonly<Record<string, string>>,
  { dataDir, signal, report }: Installing,
): Promise<Readonly<Record<string, string>>> {
  const missing = (): string[] => Object.keys(packages).filter((program) => !findProgram(program));
  const nameOf = (program: string): string => packages[program] ?? program;
  if (missing().length > 0) {
    const names = missing().map(nameOf);
    const apt = findProgram('apt-get');
    if (!apt || !isRoot()) {
      throw new UserError(
        [
          `${missing().join(' and ')} not found. ` +
            'Install with one of these, or use "docker compose up":',
          ...installCommands(names).map((command) => `  ${command}`),
        ].join('\n'),
      );
    }
    await withLock(join(tmpdir(), 'portal-apt.lock'), signal, async () => {
      // Another start may have installed some while this one waited for the lock.
      const left = missing().map(nameOf);
      if (left.length === 0) return;
      report(`Installing ${left.join(' and ')} (once)`);
      await aptInstall(apt, left, { dataDir, ...(signal ? { signal } : {}), report });
    });
  }
  return Object.fromEntries(Object.keys(packages).map((program) => [program, demand(program)]));
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Returns whether a package can be installed with the package lists as they are. */
export const isInstallable = (name: string): boolean =>
  isRoot() && findProgram('apt-get') !== undefined && knowsPackages([name]);

function demand(program: string): string {
  const found = findProgram(program);
  if (found) return found;
  throw new UserError(
    `${program} is still not found after its package was installed: put it on PATH.`,
  );
}

async function aptInstall(
  apt: string,
  names: readonly string[],
  { dataDir, signal }: Installing,
): Promise<void> {
  const options = { dataDir, ...(signal ? { signal } : {}) };
  const common = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3', '-q'];
  const run = (args: readonly string[], failure: string): Promise<void> =>
    runTask(
      {
        name: 'apt',
        command: apt,
        args: [...common, ...args],
        cwd: '/',
        env: { DEBIAN_FRONTEND: 'noninteractive' },
        stopSignal: 'SIGTERM',
      },
      { ...options, failure },
    );
  const install = (): Promise<void> =>
    run(
      ['install', '-y', '--no-install-recommends', ...names],
      `apt could not install ${names.join(' and ')}`,
    );
  const letServicesStart = holdServices();
  try {
    if (!knowsPackages(names)) await run(['update'], 'apt could not read its package lists');
    await install().catch(async (error: unknown) => {
      signal?.throwIfAborted();
      // Lists that are weeks old name deleted files.
      await run(['update'], 'apt could not read its package lists').catch(() =>
        Promise.reject(error),
      );
      await install();
    });
  } finally {
    letServicesStart();
  }
}

function knowsPackages(names: readonly string[]): boolean {
  try {
    const known = execFileSync('apt-cache', ['policy', ...names], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return names.every((name) =>
      new RegExp(`^${name}:[\\s\\S]*?Candidate: (?!\\(none\\))`, 'm').test(known),
    );
  } catch {
    return false;
  }
}
