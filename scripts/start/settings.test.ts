import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from './paths.ts';
import { readSettings } from './settings.ts';
import { UserError } from './user-error.ts';

test('without an environment everything has its default', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    mailPort: 8025,
    sandboxPort: 8090,
    seed: 'demo',
    dataDir: join(ROOT, '.data'),
  });
  expect(settings.databaseUrl).toBeUndefined();
});

test('a relative DATA_DIR counts from the root of the repository', () => {
  expect(readSettings({ DATA_DIR: 'elsewhere' }).dataDir).toBe(join(ROOT, 'elsewhere'));
  expect(readSettings({ DATA_DIR: '/srv/portal' }).dataDir).toBe('/srv/portal');
});

test('PUBLIC_URL loses its last slash', () => {
  expect(readSettings({ PUBLIC_URL: 'https://portal.example.org/' }).publicUrl).toBe(
    'https://portal.example.org',
  );
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535, not "http".'],
  [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535, not "70000".'],
  [{ MAIL_PORT: '-1' }, 'MAIL_PORT must be a port number from 0 to 65535, not "-1".'],
  [{ SEED: 'all' }, 'SEED must be demo, load or none, not "all".'],
  [{ PORT: '8090' }, 'PORT, MAIL_PORT and SANDBOX_PORT must be three different ports.'],
  [
    { DATABASE_URL: 'mysql://localhost/x' },
    'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
  ],
  [{ NATS_URL: 'localhost' }, 'NATS_URL must be an address that begins with nats:// or tls://.'],
])('%j is refused in one sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(new UserError(sentence));
});

test('ports of 0 are any free ones and may be alike', () => {
  expect(readSettings({ PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' })).toMatchObject({
    port: 0,
    mailPort: 0,
    sandboxPort: 0,
  });
});
