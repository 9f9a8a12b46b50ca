import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hasRoom, inTemporaryFolder, removeAbandoned } from './temporary-folder.ts';

const GIB = 2 ** 30;

test.each([
  { is: 'much room and memory', room: 12, free: 16, kept: true },
  { is: 'the 64 MiB of a container', room: 0.0625, free: 16, kept: false },
  { is: 'a machine whose memory is in use', room: 12, free: 4, kept: false },
])('folders of tests lie in memory: $kept with $is', ({ room, free, kept }) => {
  expect(hasRoom(room * GIB, free * GIB)).toBe(kept);
});

test('removes the folder of work that ended or failed', async () => {
  const folders: string[] = [];
  const failing = inTemporaryFolder('work', async (folder) => {
    folders.push(folder);
    throw new Error('the work fails');
  });
  await expect(failing).rejects.toThrow('the work fails');
  expect(await inTemporaryFolder('work', async (folder) => folders.push(folder))).toBe(2);
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});

test('removes the folders of processes that ended, and no others', () =>
  inTemporaryFolder('folders', async (base) => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const [theirs, own, other] = [
      `portal-test-${ended}-parts-x`,
      `portal-test-${process.pid}-parts-x`,
      'portal-data-x',
    ].map((name) => join(base, name)) as [string, string, string];
    for (const folder of [theirs, own, other]) mkdirSync(folder);
    removeAbandoned(base);
    expect([theirs, own, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  }));
