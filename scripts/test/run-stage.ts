import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../start/paths.ts';
import { failedWith, type JestResults, type Outcome, outcomeOf, passed } from './outcome.ts';
import type { CheckStage, JestStage } from './stages.ts';

const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const MAX_OUTPUT = 4_000;

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly late: boolean;
}

interface Running {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly echo: boolean;
  readonly patienceMinutes: number;
  /** It is done when this file is there: what keeps it from ending then is not waited for long. */
  readonly lastFile?: string;
}

/** A test that failed half way may leave a server or client open that keeps Jest from ending. */
const AFTER_LAST_FILE_MS = 30_000;

/** Runs a program to its end, or to the end of patience. */
function run(
  command: string,
  args: readonly string[],
  { cwd = ROOT, env, echo, patienceMinutes, lastFile }: Running,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, FORCE_COLOR: '0', CI: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let late = false;
    const stop = (): void => {
      late = true;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 15_000).unref();
    };
    const patience = setTimeout(stop, patienceMinutes * 60_000);
    let stopping: NodeJS.Timeout | undefined;
    const watch = setInterval(() => {
      if (lastFile && existsSync(lastFile)) stopping ??= setTimeout(stop, AFTER_LAST_FILE_MS);
    }, 1_000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
        if (echo) process.stdout.write(piece);
      });
    }
    const end = (code: number | null): void => {
      clearTimeout(patience);
      clearTimeout(stopping);
      clearInterval(watch);
      resolve({ code, said, late });
    };
    child.once('error', (error) => {
      said += error.message;
      end(1);
    });
    child.once('close', end);
  });
}

/** Runs a check: quiet when it holds, what it said when it does not. */
export async function runCheck(stage: CheckStage): Promise<Outcome> {
  const { code, said, late } = await run(stage.command, stage.args, {
    ...stage,
    echo: false,
    patienceMinutes: 15,
  });
  if (code === 0) return passed;
  process.stdout.write(`${said}\n`);
  return failedWith(
    `${stage.name}${late ? ' did not end in time' : ''}\n${said.trim().slice(-MAX_OUTPUT)}`,
  );
}

/** Runs a stage of tests; `pattern` picks files by their path. */
export async function runJest(stage: JestStage, pattern: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-jest-'));
  const file = join(folder, 'results.json');
  const args = [
    ...[
      '--experimental-vm-modules',
      '--no-warnings',
      JEST,
      '--config',
      join(ROOT, 'scripts/test/jest/config.mjs'),
    ],
    ...['--selectProjects', ...stage.projects],
    ...[
      '--json',
      `--outputFile=${file}`,
      `--reporters=${join(ROOT, 'scripts/test/jest/reporter.mjs')}`,
      '--passWithNoTests',
      '--ci',
    ],
    stage.workers === 1 ? '--runInBand' : `--maxWorkers=${stage.workers}`,
    ...(pattern.length > 0 ? ['--testPathPatterns', ...pattern] : []),
  ];
  try {
    const { code, said, late } = await run(process.execPath, args, {
      echo: false,
      patienceMinutes: stage.patienceMinutes,
      lastFile: file,
    });
    const results = existsSync(file)
      ? outcomeOf(JSON.parse(readFileSync(file, 'utf8')) as JestResults, ROOT)
      : undefined;
    const tail = said.replace(/^\{"numFailedTestSuites".*$/m, '').trim();
    if (!results)
      return failedWith(
        `${stage.name} ${late ? 'did not end in time' : 'could not run'}\n${tail.slice(-MAX_OUTPUT)}`,
      );
    const fine = results.failed > 0 || (code === 0 && !late);
    return fine
      ? results
      : {
          ...results,
          failed: results.failed + 1,
          failures: [
            ...results.failures,
            `${stage.name} ${late ? 'did not end in time' : `ended with code ${code}`}\n${tail.slice(-MAX_OUTPUT)}`,
          ],
        };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
