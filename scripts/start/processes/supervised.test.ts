import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { prepareDataFolder } from '../data-folder/data-folder.ts';
import type { Program } from './child.ts';
import { isAlive } from './process-of.ts';
import { Supervised } from './supervised.ts';
import { waitReady } from './wait-ready.ts';

let dataDir = '';
let part: Supervised | undefined;

beforeEach(() => {
  dataDir = prepareDataFolder(mkdtempSync(join(tmpdir(), 'portal-supervised-')));
});

afterEach(async () => {
  await part?.stop('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const shell = (script: string, more: Partial<Program> = {}): Program => ({
  name: 'dummy',
  command: '/bin/sh',
  args: ['-c', script],
  cwd: '/',
  ...more,
});
const log = (): string => readFileSync(join(dataDir, 'logs/dummy.log'), 'utf8');

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}

function run(program: Program): Supervised {
  part = new Supervised(program, dataDir);
  part.start();
  return part;
}

test('a process writes its pid and its log to their files', async () => {
  const dummy = run(shell('echo hello; exec sleep 60'));
  await until(() => log().includes('hello'));
  expect(Number(readFileSync(join(dataDir, 'run/dummy.pid'), 'utf8'))).toBe(dummy.pid);
});

test('restarts a killed process under another pid', async () => {
  const dummy = run(shell('exec sleep 60'));
  const first = dummy.pid;
  dummy.kill('SIGKILL');
  await until(() => dummy.pid !== undefined && dummy.pid !== first);
  expect(dummy.deaths).toBe(1);
});

test('restarts a process that exits', async () => {
  const dummy = run(shell('echo life; exit 0'));
  await until(() => log().split('life').length > 3);
  expect(dummy.deaths).toBeGreaterThanOrEqual(2);
});

test('does not restart a stopped process, and deletes its pid file', async () => {
  const dummy = run(shell('exec sleep 60'));
  const pid = dummy.pid as number;
  await dummy.stop();
  expect(isAlive(pid)).toBe(false);
  expect(dummy.pid).toBeUndefined();
  expect(existsSync(join(dataDir, 'run/dummy.pid'))).toBe(false);
});

test('stops a process between its death and its restart', async () => {
  const dummy = run(shell('exit 3'));
  await until(() => dummy.deaths > 0 && dummy.pid === undefined);
  await dummy.stop();
  expect(dummy.pid).toBeUndefined();
});

test('applies a change from the next start on', async () => {
  const dummy = run(shell('echo "is $COLOUR"; exec sleep 60', { env: { COLOUR: 'red' } }));
  await until(() => log().includes('is red'));
  dummy.change((program) => ({ ...program, env: { COLOUR: 'blue' } }));
  dummy.kill('SIGTERM');
  await until(() => log().includes('is blue'));
});

test('passes only general variables of the environment on', async () => {
  process.env['DATABASE_URL'] = 'postgres://secret';
  run(shell('env; echo done; exec sleep 60', { env: { OWN: 'yes' } }));
  delete process.env['DATABASE_URL'];
  await until(() => log().includes('done'));
  expect(log()).toContain('OWN=yes');
  expect(log()).not.toContain('secret');
});

test('reports a failed start in one sentence with the last log line', async () => {
  const dummy = run(shell('echo "The environment is not complete: NATS_URL." >&2; exit 1'));
  await expect(waitReady(dummy, async () => false)).rejects.toThrow(
    'dummy cannot start: The environment is not complete: NATS_URL. ' +
      '(see logs/dummy.log in the data folder)',
  );
});

test('reports a missing program in one sentence', async () => {
  const dummy = run({ name: 'dummy', command: '/nowhere/program', args: [], cwd: '/' });
  await expect(waitReady(dummy, async () => false)).rejects.toThrow(
    /^dummy cannot start: .*\/nowhere\/program/,
  );
});

test('stops waiting when it is aborted', async () => {
  const dummy = run(shell('exec sleep 60'));
  const off = new AbortController();
  const waiting = waitReady(dummy, async () => false, { signal: off.signal });
  off.abort();
  await expect(waiting).rejects.toThrow(/aborted/);
});

test('runs and restarts a process whose log and pid cannot be written', async () => {
  mkdirSync(join(dataDir, 'logs/dummy.log'), { recursive: true }); // cannot be opened as a file
  symlinkSync('/dev/full', join(dataDir, 'run/dummy.pid'));
  const dummy = run(shell('echo hello; exec sleep 60'));
  await until(() => dummy.pid !== undefined);
  const { pid } = dummy;
  dummy.kill('SIGKILL');
  await until(() => dummy.pid !== undefined && dummy.pid !== pid);
  expect(dummy.deaths).toBe(1);
});
