import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from './data-folder/content-hash.ts';
import { withLock } from './data-folder/lock.ts';
import { npmProgram, ROOT } from './paths.ts';
import { runTask } from './processes/run-task.ts';

export interface Building {
  readonly dataDir: string;
  readonly signal?: AbortSignal;
  readonly report: (line: string) => void;
}

/** Folder with the hash of the sources of each result, kept between starts. */
const NOTES = join(ROOT, 'node_modules/.cache/portal');

interface Step {
  readonly name: string;
  readonly says: string;
  /** Sources of the result, and a file that proves that it exists. */
  readonly from: readonly string[];
  readonly counts?: (file: string) => boolean;
  readonly result: string;
  readonly command: string;
  /** Arguments of each run of the command, in this order. */
  readonly runs: readonly (readonly string[])[];
  readonly cwd: string;
  readonly finish?: () => void;
}

const isTest = (file: string): boolean => /\.(test|pact\.test)\.tsx?$/.test(file);

const GENERATE: Step = {
  name: 'generate',
  says: 'Generating code from the protos',
  from: ['proto'],
  counts: (file) => /\.(proto|yaml)$/.test(file),
  result: 'proto/gen',
  command: npmProgram('buf'),
  runs: [['generate']],
  cwd: join(ROOT, 'proto'),
};

const ENDPOINTS: Step = {
  name: 'endpoints',
  says: 'Generating the table of calls from the contract',
  from: ['bff/contract', 'proto/access', 'web/write-endpoints.ts'],
  counts: (file) => !isTest(file),
  result: 'bff/contract/gen/endpoints.ts',
  command: process.execPath,
  runs: [['web/write-endpoints.ts']],
  cwd: ROOT,
};

const BUILD = ['build', '--logLevel', 'warn', '--outDir', join(NOTES, 'web-new')];
const WEB: Step = {
  name: 'web',
  says: 'Building the web pages',
  from: ['web', 'bff/contract', 'proto/access', 'package-lock.json'],
  counts: (file) => !isTest(file),
  result: 'web/dist/he.html',
  command: npmProgram('vite'),
  runs: [
    [...BUILD, '--emptyOutDir'],
    [...BUILD, '--mode', 'he'],
  ],
  cwd: join(ROOT, 'web'),
  // Built aside and moved into place, so that a portal that serves the old pages never serves half
  // of the new ones.
  finish: () => {
    rmSync(join(ROOT, 'web/dist'), { recursive: true, force: true });
    renameSync(join(NOTES, 'web-new'), join(ROOT, 'web/dist'));
  },
};

async function bringUpToDate(step: Step, { dataDir, signal, report }: Building): Promise<void> {
  const hash = contentHash(step.from, step.counts);
  const note = join(NOTES, `${step.name}.hash`);
  const isUpToDate = (): boolean =>
    existsSync(join(ROOT, step.result)) && existsSync(note) && readFileSync(note, 'utf8') === hash;
  if (isUpToDate()) return;
  mkdirSync(NOTES, { recursive: true });
  await withLock(join(NOTES, `${step.name}.lock`), signal, async () => {
    // Another start may have built it while this one waited for the lock.
    if (isUpToDate()) return;
    report(step.says);
    const env = { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
    const { name, command, runs, cwd } = step;
    for (const args of runs)
      await runTask(
        { name, command, args, cwd, env },
        { dataDir, failure: `${step.says} failed`, ...(signal ? { signal } : {}) },
      );
    step.finish?.();
    writeFileSync(note, hash);
  });
}

/** Makes proto/gen when a proto changed, and the table of calls when the contract changed. */
export async function generateCode(building: Building): Promise<void> {
  await Promise.all([bringUpToDate(GENERATE, building), bringUpToDate(ENDPOINTS, building)]);
}

/** Makes web/dist when the web or the contract changed. */
export async function buildWeb(building: Building): Promise<void> {
  await bringUpToDate(ENDPOINTS, building);
  await bringUpToDate(WEB, building);
}
