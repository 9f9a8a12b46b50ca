import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { UserError } from '../user-error.ts';
import { claimDataFolder, ownerOf, prepareDataFolder, releaseDataFolder } from './data-folder.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = prepareDataFolder(mkdtempSync(join(tmpdir(), 'portal-data-')));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a folder that cannot be made is refused in one sentence', () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  expect(() => prepareDataFolder(join(file, 'data'))).toThrow(UserError);
  expect(() => prepareDataFolder(join(file, 'data'))).toThrow(
    /cannot be written \(ENOTDIR\): make it writable, or choose another one with DATA_DIR/,
  );
});

test('a place where no folder can ever be is refused in one sentence', () => {
  expect(() => prepareDataFolder('/proc/nobody/data')).toThrow(/cannot be written/);
});

/** The id of an unprivileged user, since root may write everywhere. */
const UNPRIVILEGED = 65_534;
test('a folder that cannot be written is refused in one sentence', () => {
  chmodSync(dataDir, 0o500);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(UNPRIVILEGED);
  try {
    expect(() => prepareDataFolder(dataDir)).toThrow(/cannot be written/);
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(dataDir, 0o700);
  }
});

test('a folder belongs to one portal at a time', () => {
  claimDataFolder(dataDir);
  expect(ownerOf(dataDir)).toBe(process.pid);
  expect(() => claimDataFolder(dataDir)).toThrow(
    `The portal already runs on ${dataDir} (process ${process.pid})`,
  );
  releaseDataFolder(dataDir);
  expect(ownerOf(dataDir)).toBeUndefined();
  expect(existsSync(join(dataDir, 'run/portal.pid'))).toBe(false);
});

test('a folder whose owner is dead can be claimed, even when its pid is in use again', () => {
  writeFileSync(
    join(dataDir, 'run/owner.json'),
    JSON.stringify({ pid: process.pid, birth: 'another life' }),
  );
  claimDataFolder(dataDir);
  expect(ownerOf(dataDir)).toBe(process.pid);
  releaseDataFolder(dataDir);
});
