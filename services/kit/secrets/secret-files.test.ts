import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { forgetSecretFiles, lookAgain, onSecretChange, readSecretFiles } from './secret-files.ts';

let folder = '';
const at = (name: string) => join(folder, name);
const write = (name: string, content: string) => {
  writeFileSync(at(name), content);
  return at(name);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
});
afterEach(() => {
  forgetSecretFiles();
  rmSync(folder, { recursive: true, force: true });
});

test('reads a secret from a file of its own, or from a folder with its name', () => {
  mkdirSync(at('mounted'));
  write('mounted/NATS_URL', 'nats://b:c@broker:4222');
  write('mounted/ca.crt', 'no setting of ours');
  const env: Record<string, string | undefined> = {
    TRIES_SECRET_FILE: write('tries', 'sixteen letters!\n'),
    SECRETS_DIR: at('mounted'),
    GRPC_TLS_KEY_FILE: '/nowhere/tls.key',
    SSL_CERT_FILE: '/nowhere/ca.pem',
  };
  readSecretFiles(env);
  expect([env['TRIES_SECRET'], env['NATS_URL'], env['GRPC_TLS_KEY']]).toEqual([
    'sixteen letters!',
    'nats://b:c@broker:4222',
    undefined,
  ]);
});

test.each([
  ['is not there', { REDIS_URL_FILE: '/nowhere/at-all' }, 'ENOENT'],
  ['is given twice', { REDIS_URL: 'redis://a', REDIS_URL_FILE: '/etc/hostname' }, 'given twice'],
  ['is in a folder that is not there', { SECRETS_DIR: '/nowhere/at-all' }, 'ENOENT'],
])('one that %s stops the start', (_, env, said) => {
  expect(() => readSecretFiles({ ...env })).toThrow(said);
});

test('an empty file has no secret', () => {
  const file = write('empty', '\n');
  expect(() => readSecretFiles({ REDIS_URL_FILE: file })).toThrow('REDIS_URL, is empty');
});

test('reads a changed file again, and passes the new and old value to subscribers', () => {
  const env: Record<string, string | undefined> = { START_LINK_SECRET_FILE: write('key', 'one') };
  readSecretFiles(env);
  const changes: string[][] = [];
  onSecretChange('START_LINK_SECRET', (...values) => changes.push(values));
  lookAgain(env);
  write('key', 'two');
  lookAgain(env);
  lookAgain(env);
  expect([env['START_LINK_SECRET'], changes]).toEqual(['two', [['two', 'one']]]);
});

test('a Secret as Kubernetes mounts it is followed through its links', () => {
  for (const version of ['..1', '..2']) mkdirSync(at(version));
  write('..1/CARDS_TRANSACTION_KEY', 'one');
  write('..2/CARDS_TRANSACTION_KEY', 'two');
  symlinkSync('..1', at('..data'));
  symlinkSync('..data/CARDS_TRANSACTION_KEY', at('CARDS_TRANSACTION_KEY'));
  const env: Record<string, string | undefined> = { SECRETS_DIR: folder };
  readSecretFiles(env);
  symlinkSync('..2', at('..data_tmp'));
  renameSync(at('..data_tmp'), at('..data'));
  lookAgain(env);
  expect(env['CARDS_TRANSACTION_KEY']).toBe('two');
});

test('an unusable, empty or missing file leaves the former value in use', () => {
  const env: Record<string, string | undefined> = { PROCTOR_SECRET_FILE: write('key', 'good') };
  readSecretFiles(env);
  onSecretChange('PROCTOR_SECRET', (value) => {
    if (value === 'bad') throw new Error('is no key');
  });
  for (const content of ['bad', '', null]) {
    if (content === null) rmSync(at('key'));
    else write('key', content);
    lookAgain(env);
    expect(env['PROCTOR_SECRET']).toBe('good');
  }
  write('key', 'better');
  lookAgain(env);
  expect(env['PROCTOR_SECRET']).toBe('better');
});
