import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { makeKey, type PrivateKey, publicOf } from '@portal/kit/auth/token-keys';
import pg from 'pg';
import { createClient } from 'redis';
import { serviceNames } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import type { Portal } from '../../../../start/portal-handle.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { aStudent } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { Traffic } from '../../harness/people/traffic.ts';

const PARTS = [...serviceNames, 'bff'] as const;
type Part = (typeof PARTS)[number];
const newPassword = (): string => randomBytes(18).toString('base64url');

/** Returns the same address with another password. */
function withPassword(url: string, password: string): string {
  const changed = new URL(url);
  changed.password = password;
  return changed.href;
}

/** The secrets of each service as a folder of files, which are replaced as Kubernetes does it. */
class MountedSecrets {
  readonly #portal: Portal;
  constructor(portal: Portal) {
    this.#portal = portal;
  }

  folder(part: Part): string {
    return join(this.#portal.dataDir, 'mounted', part);
  }

  write(part: Part, name: string, value: string): void {
    mkdirSync(this.folder(part), { recursive: true });
    const file = join(this.folder(part), name);
    writeFileSync(`${file}.new`, value);
    renameSync(`${file}.new`, file);
  }

  /** Replaces a secret, and waits until its service logs that it uses the new one. */
  async replace(parts: readonly Part[], name: string, secretOf: (part: Part) => string) {
    const said = (part: Part): number =>
      readFileSync(join(this.#portal.dataDir, 'logs', `${part}.log`), 'utf8')
        .split('\n')
        .filter((line) => line.includes('a secret was replaced') && line.includes(`"${name}"`))
        .length;
    const before = parts.map(said);
    for (const part of parts) this.write(part, name, secretOf(part));
    await until(
      async () => parts.map(said),
      (counts) => counts.every((count, at) => count > (before[at] ?? 0)),
    );
  }
}

/** F36: secrets that are replaced while people use the portal. */
export function rotatedSecrets(hurt: () => HurtPortal): void {
  test('F36: replacing passwords and the signing key of a busy portal fails no call', async () => {
    const undo: (() => Promise<unknown>)[] = [];
    try {
      await rotateAll(hurt(), undo);
      await sweep();
    } finally {
      for (const step of undo.reverse()) await step();
    }
  });
}

/**
 * Replaces each secret while an office works. `undo` collects functions that restore the old ones
 * for the tests that follow.
 */
async function rotateAll({ portal }: HurtPortal, undo: (() => Promise<unknown>)[]): Promise<void> {
  const mounted = new MountedSecrets(portal);
  const kept = JSON.parse(readFileSync(join(portal.dataDir, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >;
  const redisUrl = portal.env['REDIS_URL'] ?? '';
  const keyOf = (part: string) => kept[`token key of ${part}`] ?? '';
  const publicKeys = (more: readonly PrivateKey[] = [], without = ''): string => {
    const own = Object.keys(kept).filter((name) => name.startsWith('token key of '));
    const keys = own.map((name) => JSON.parse(kept[name] ?? '') as PrivateKey);
    return JSON.stringify({
      keys: [...keys.filter(({ kid }) => kid !== without), ...more].map(publicOf),
    });
  };
  const natsUrl = (part: string, password = kept[`nats password of ${part}`] ?? ''): string =>
    `nats://${part}:${password}@${new URL(portal.env['NATS_URL'] ?? '').host}`;

  // every service reads its secrets from files from now on
  for (const part of PARTS) {
    const secrets: Record<string, string> = {
      NATS_URL: natsUrl(part),
      TOKEN_SIGNING_KEY: keyOf(part),
      ...(part === 'bff'
        ? { REDIS_URL: redisUrl }
        : { DATABASE_URL: portal.databaseUrl(part), TOKEN_PUBLIC_KEYS: publicKeys() }),
    };
    for (const [name, value] of Object.entries(secrets)) mounted.write(part, name, value);
    const unset = Object.fromEntries(Object.keys(secrets).map((name) => [name, '']));
    portal.change(part, { env: { ...unset, SECRETS_DIR: mounted.folder(part) } });
  }
  await Promise.all(PARTS.map((part) => portal.restart(part)));
  const traffic = await Traffic.begin();

  // PostgreSQL: the file first, then the server
  const server = new pg.Client({ connectionString: portal.serverUrl });
  await server.connect();
  undo.push(() => server.end());
  const alter = async (url: string): Promise<void> => {
    const { username, password } = new URL(url);
    await server.query(
      `ALTER ROLE ${pg.escapeIdentifier(decodeURIComponent(username))}
       PASSWORD ${pg.escapeLiteral(decodeURIComponent(password))}`,
    );
  };
  const newUrls = new Map(
    serviceNames.map((name) => [name, withPassword(portal.databaseUrl(name), newPassword())]),
  );
  const newUrl = (part: Part): string => newUrls.get(part as never) ?? '';
  undo.push(async () => {
    for (const name of serviceNames) await alter(portal.databaseUrl(name));
    for (const name of serviceNames) mounted.write(name, 'DATABASE_URL', portal.databaseUrl(name));
  });
  await mounted.replace(serviceNames, 'DATABASE_URL', newUrl);
  await traffic.more(20);
  for (const url of newUrls.values()) await alter(url);
  // this test and the sweep read the databases too
  const variable = (name: string): string => `${name.toUpperCase()}_DATABASE_URL`;
  for (const [name, url] of newUrls) process.env[variable(name)] = url;
  undo.push(async () => {
    for (const name of serviceNames) process.env[variable(name)] = portal.databaseUrl(name);
  });
  // idle connections are opened again, with the new password
  await server.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE state = 'idle' AND datname LIKE '%\\_schools' AND pid <> pg_backend_pid()`,
  );
  await traffic.more(30);
  const withOldOne = new pg.Client({ connectionString: portal.databaseUrl('schools') });
  await expect(withOldOne.connect()).rejects.toMatchObject({ code: '28P01' });

  // NATS: the file first, then the server, which is restarted; events wait in the meantime
  const config = join(portal.dataDir, 'run/nats.conf');
  const before = readFileSync(config, 'utf8');
  undo.push(async () => {
    writeFileSync(config, before);
    await portal.restart('nats');
    for (const part of PARTS) mounted.write(part, 'NATS_URL', natsUrl(part));
  });
  const passwords = new Map(PARTS.map((part) => [part, newPassword()]));
  await mounted.replace(PARTS, 'NATS_URL', (part) => natsUrl(part, passwords.get(part)));
  const after = PARTS.reduce(
    (text, part) => text.replace(kept[`nats password of ${part}`] ?? '', passwords.get(part) ?? ''),
    before,
  );
  writeFileSync(config, after);
  await portal.restart('nats');
  await traffic.more(30);
  const { host } = new URL(portal.env['NATS_URL'] ?? '');
  const oldLogin = { user: 'schools', pass: kept['nats password of schools'] ?? '' };
  await until(
    () =>
      connect({ servers: host, ...oldLogin, reconnect: false }).then(
        async (connection) => {
          await connection.close();
          return 'let in';
        },
        (error: Error) => error.name,
      ),
    (outcome) => outcome === 'AuthorizationError',
  );

  // Redis knows both passwords until the file is replaced
  const redis = createClient({ url: redisUrl });
  redis.on('error', () => {});
  await redis.connect();
  const [oldOne, newOne] = [decodeURIComponent(new URL(redisUrl).password), newPassword()];
  undo.push(async () => {
    await redis.sendCommand(['ACL', 'SETUSER', 'default', `>${oldOne}`, `<${newOne}`]);
    mounted.write('bff', 'REDIS_URL', redisUrl);
    redis.destroy();
  });
  await redis.sendCommand(['ACL', 'SETUSER', 'default', `>${newOne}`]);
  await mounted.replace(['bff'], 'REDIS_URL', () => withPassword(redisUrl, newOne));
  await redis.sendCommand(['ACL', 'SETUSER', 'default', `<${oldOne}`]);
  await traffic.more(20);

  // the signing key of the BFF: known to all first, used then, the old one removed last
  const key = makeKey('bff');
  const old = JSON.parse(keyOf('bff')) as PrivateKey;
  undo.push(async () => {
    for (const name of serviceNames) mounted.write(name, 'TOKEN_PUBLIC_KEYS', publicKeys());
    mounted.write('bff', 'TOKEN_SIGNING_KEY', keyOf('bff'));
  });
  await mounted.replace(serviceNames, 'TOKEN_PUBLIC_KEYS', () => publicKeys([key]));
  await mounted.replace(['bff'], 'TOKEN_SIGNING_KEY', () => JSON.stringify(key));
  await traffic.more(20);
  await mounted.replace(serviceNames, 'TOKEN_PUBLIC_KEYS', () => publicKeys([key], old.kid));
  await traffic.more(20);

  const { balance, noted } = await traffic.end();
  expect([traffic.failures, balance]).toEqual([[], noted]);
  // a connection to Redis that breaks is opened again with the new password
  const { person } = await aStudent();
  await redis.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
  await until(
    () => person.ask(getAllExamsAccordingStudent, {}),
    ({ status }) => status === 200,
  );
}
