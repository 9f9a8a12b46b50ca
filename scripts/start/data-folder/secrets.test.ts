import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepSecrets } from './secrets.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('secrets are made once, differ, and are for their owner alone', () => {
  const first = keepSecrets(dataDir, ['identity', 'payments']);
  expect(first.identity).not.toBe(first.payments);
  expect(keepSecrets(dataDir, ['identity', 'payments'])).toEqual(first);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a name that succeeds another takes over its value, and a new one where there is none', () => {
  const { actor } = keepSecrets(dataDir, ['actor']);
  const later = keepSecrets(dataDir, ['links', 'tries'], {
    successors: { links: 'actor', tries: 'counts' },
  });
  expect(later.links).toBe(actor);
  expect([actor, later.links]).not.toContain(later.tries);
});

test('a new name is added without changing the others', () => {
  const first = keepSecrets(dataDir, ['identity']);
  expect(keepSecrets(dataDir, ['identity', 'schools'])).toMatchObject(first);
});
