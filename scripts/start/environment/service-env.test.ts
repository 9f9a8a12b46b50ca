import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keepSecrets } from '../data-folder/secrets.ts';
import { keepTokenKeys } from '../data-folder/token-keys.ts';
import { SERVICES } from '../paths.ts';
import { natsUrlOf } from '../servers/nats.ts';
import type { NatsUser } from '../servers/nats-config.ts';
import { readSettings } from '../settings.ts';
import { type Addresses, bffEnv, partnerEnv, SECRET_NAMES, serviceEnv } from './service-env.ts';

let dataDir = '';
let environments: Record<string, Record<string, string>>;
const numbers = (from: number) =>
  Object.fromEntries(['bff', ...SERVICES].map((name, index) => [name, from + index]));

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-env-'));
  const secrets = keepSecrets(dataDir, SECRET_NAMES);
  const addresses = {
    url: 'http://localhost:1',
    publicUrl: 'http://localhost:1',
    mailUrl: 'http://localhost:2',
    sandboxUrl: 'http://localhost:3',
    natsUrl: (user: NatsUser) => natsUrlOf(4, user, secrets),
    redisUrl: `redis://:${secrets['redis']}@127.0.0.1:5`,
    smtpUrl: 'smtp://127.0.0.1:6',
    grpc: numbers(10),
    admin: numbers(30),
  } as unknown as Addresses;
  const partners = partnerEnv(addresses, secrets, {});
  const databases = Object.fromEntries(
    SERVICES.map((name) => [name, `postgres://${name}:${secrets[name]}@127.0.0.1/${name}`]),
  ) as never;
  const known = { addresses, databases, partners, tokenKeys: keepTokenKeys(dataDir) };
  environments = Object.fromEntries(SERVICES.map((name) => [name, serviceEnv(name, known)]));
  environments['bff'] = bffEnv(readSettings({}), known, 'web/dist');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Returns the secrets of one process by their names. */
const secretsOf = (part: string) =>
  Object.entries(environments[part] ?? {}).filter(
    ([name]) =>
      /SECRET|PASSWORD|SIGNING_KEY|TRANSACTION_KEY|^(DATABASE|REDIS|NATS)_URL$/.test(name) &&
      !name.startsWith('SANDBOX'),
  );

test('gives each process secrets of its own, each under one name', () => {
  const all = [...SERVICES, 'bff'].flatMap((part) =>
    secretsOf(part).map(([name, value]) => ({ where: `${part} ${name}`, value })),
  );
  expect(all.length).toBeGreaterThan(20);
  const shared = all.filter(({ value }) => all.filter((other) => other.value === value).length > 1);
  expect(shared.map(({ where }) => where)).toEqual([]);
});

test('gives each process its own signing key, and the services the public keys of all', () => {
  const { keys } = JSON.parse(environments['catalog']?.['TOKEN_PUBLIC_KEYS'] ?? '') as {
    keys: { iss: string; x: string; d?: string }[];
  };
  expect(keys.filter(({ d }) => d !== undefined)).toEqual([]);
  for (const part of [...SERVICES, 'bff']) {
    const own = JSON.parse(environments[part]?.['TOKEN_SIGNING_KEY'] ?? '') as {
      iss: string;
      x: string;
    };
    expect([part, own.iss, keys.find(({ iss }) => iss === part)?.x]).toEqual([part, part, own.x]);
  }
});
