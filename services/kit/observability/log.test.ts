import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { logDestination } from './log-destination.ts';

/** A process that logs more than any pipe holds, still answers requests, and stops on request. */
const script = `
  import { log } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
  for (let line = 0; line < 2_000; line++) log.info({ line, filling: 'x'.repeat(200) }, 'serving');
  process.on('message', () => {
    log.info('stopping');
    process.send('here');
    process.disconnect();
    process.exit(0);
  });
  process.send('ready');`;

const full = openSync('/dev/full', 'w');
afterAll(() => closeSync(full));

test.each([
  { where: 'a disk that is full', stdout: full },
  { where: 'a pipe that nobody reads', stdout: 'pipe' as const },
])(
  'a process whose log goes to $where keeps serving without it, and stops on request',
  async ({ stdout }) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', stdout, 'pipe', 'ipc'],
      env: { ...process.env, LOG_LEVEL: 'info' },
    });
    let trouble = '';
    child.stderr?.on('data', (piece) => {
      trouble += piece;
    });
    const hangs = setTimeout(() => child.kill('SIGKILL'), 120_000);
    const heard: unknown[] = [];
    child.on('message', (message) => {
      heard.push(message);
      if (message === 'ready') child.send('are you there?');
    });
    const code = await new Promise((ended) => child.once('exit', ended));
    clearTimeout(hangs);
    expect([heard, code, trouble]).toEqual([['ready', 'here'], 0, '']);
  },
);

/** A place that takes only so many bytes, until more are let in. */
function narrow(room: number) {
  let left = room;
  let taken = '';
  return {
    write: (bytes: Uint8Array) => {
      if (left === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const part = bytes.subarray(0, left);
      left -= part.length;
      taken += Buffer.from(part).toString();
      return part.length;
    },
    free: () => {
      left = Number.POSITIVE_INFINITY;
    },
    lines: () => taken.split('\n').filter(Boolean),
  };
}

test('counts lines without room, completes one that was cut, and keeps each line whole', () => {
  const place = narrow(10);
  const { write } = logDestination(place.write);
  for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n']) write(line);
  expect(place.lines()).toEqual(['first', 'seco']);
  place.free();
  write('fifth\n');
  write('sixth\n');
  const [first, second, lost, ...after] = place.lines();
  expect([first, second, ...after]).toEqual(['first', 'second', 'fifth', 'sixth']);
  expect(JSON.parse(lost as string)).toMatchObject({
    level: 40,
    lines: 2,
    msg: 'log lines were lost',
  });
});
