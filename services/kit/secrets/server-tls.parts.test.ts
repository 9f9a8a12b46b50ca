// TLS to a real PostgreSQL and a real NATS, with certificates made for this test alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { connect as connectToNats } from '@nats-io/transport-node';
import pg from 'pg';
import { connectNats } from '../broker/nats.ts';
import { connect } from '../database/database.ts';
import { TestCertificates } from '../testing/processes/certificates.ts';
import { freePort } from '../testing/processes/sandbox-process.ts';
import { eventually, freshDatabase, PATIENT, type TestDatabase } from '../testing.ts';
import { tlsFilesOf, verifiedUrl } from './server-tls.ts';

let certificates: TestCertificates;
beforeAll(() => {
  certificates = new TestCertificates();
  certificates.makeCa('ours');
  certificates.makeCa('theirs');
  certificates.make('server', 'ours', 'DNS:localhost,IP:127.0.0.1');
  certificates.make('elsewhere', 'ours', 'DNS:other.example.org');
});
afterAll(() => certificates.remove());
const trust = (server: string, ca: string) => {
  process.env[`${server}_TLS_CA_FILE`] = certificates.at(`${ca}.crt`);
};
afterEach(() => {
  for (const name of ['DATABASE_TLS_CA_FILE', 'NATS_TLS_CA_FILE']) delete process.env[name];
});

describe('PostgreSQL', () => {
  let db: TestDatabase;
  let server: pg.Client;
  /** Lets the server show a certificate, which it reads as its own user. */
  async function show(name: string): Promise<void> {
    const { rows } = await server.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    );
    const folder = `${rows[0]?.folder}/tls`;
    const { uid, gid } = statSync(rows[0]?.folder ?? '');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const kind of ['crt', 'key']) {
      copyFileSync(certificates.at(`${name}.${kind}`), `${folder}/server.${kind}`);
      chownSync(`${folder}/server.${kind}`, uid, gid);
    }
    chownSync(folder, uid, gid);
    await server.query(`ALTER SYSTEM SET ssl_cert_file = '${folder}/server.crt'`);
    await server.query(`ALTER SYSTEM SET ssl_key_file = '${folder}/server.key'`);
    await server.query('ALTER SYSTEM SET ssl = on');
    await server.query('SELECT pg_reload_conf()');
  }
  beforeAll(async () => {
    db = await freshDatabase('kit');
    server = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL ?? '' });
    await server.connect();
  });
  afterAll(async () => {
    for (const setting of ['ssl', 'ssl_cert_file', 'ssl_key_file'])
      await server.query(`ALTER SYSTEM RESET ${setting}`);
    await server.query('SELECT pg_reload_conf()');
    await server.end();
    await db.drop();
  });
  /** Whether a connection came about, and by TLS; or why it did not. */
  async function ask(url = db.url): Promise<boolean | string> {
    const own = connect(url, { max: 1, ...PATIENT });
    try {
      const { ssl } = await own.one<{ ssl: boolean }>`
        SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
      return ssl;
    } catch (error) {
      return String((error as { code?: string }).code ?? (error as Error).message);
    } finally {
      await own.close();
    }
  }

  test('connects by TLS if its CA is named; refuses another CA, name and plain text', async () => {
    trust('DATABASE', 'ours');
    expect(await ask()).toBe('The server does not support SSL connections');
    await show('server');
    expect(await eventually(ask, (outcome) => outcome === true)).toBe(true);
    // the settings in the url change nothing
    expect(await ask(`${db.url}?sslmode=disable`)).toBe(true);
    trust('DATABASE', 'theirs');
    expect(await ask()).toMatch(/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY|UNABLE_TO_GET/);
    trust('DATABASE', 'ours');
    await show('elsewhere');
    expect(await eventually(ask, (outcome) => outcome !== true)).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    delete process.env.DATABASE_TLS_CA_FILE;
    expect(await ask()).toBe(false);
  });
});

describe('NATS', () => {
  const servers: ChildProcess[] = [];
  afterAll(() => {
    for (const one of servers) one.kill('SIGKILL');
  });
  async function startNats(name: string): Promise<string> {
    const port = await freePort();
    const config = certificates.at(`${name}.conf`);
    writeFileSync(
      config,
      `listen: 127.0.0.1:${port}
tls {
  cert_file: "${certificates.at(`${name}.crt`)}"
  key_file: "${certificates.at(`${name}.key`)}"
}
authorization { users: [{ user: "payments", password: "a-password" }] }\n`,
    );
    servers.push(spawn('nats-server', ['-c', config], { stdio: 'ignore' }));
    await eventually(
      () =>
        connectToNats({ servers: `127.0.0.1:${port}`, reconnect: false }).then(
          () => 'in',
          (error: Error) => error.message,
        ),
      (said) => !/refused/i.test(said),
    );
    return `nats://payments:a-password@localhost:${port}`;
  }
  /** Returns 'connected', or the error of the client, which the product would retry. */
  async function ask(url: string): Promise<string> {
    const { ca } = tlsFilesOf('NATS') ?? { ca: '' };
    const { host, username: user, password: pass } = new URL(url);
    return connectToNats({ servers: host, user, pass, tls: { caFile: ca }, reconnect: false }).then(
      async (nats) => {
        await nats.close();
        return 'connected';
      },
      (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
    );
  }

  test('connects by TLS if its CA is named, and refuses a certificate of another CA', async () => {
    const url = await startNats('server');
    trust('NATS', 'ours');
    const nats = await connectNats(url, 'test');
    expect(nats.info?.tls_required).toBe(true);
    await nats.flush();
    await nats.close();
    expect(await ask(url)).toBe('connected');
    trust('NATS', 'theirs');
    expect(await ask(url)).toMatch(/self.signed|unable to|certificate/i);
    trust('NATS', 'ours');
    expect(await ask(await startNats('elsewhere'))).toMatch(/altnames|hostname/i);
  });
});

test('a certificate of one’s own needs its key and a CA', () => {
  const env = { DATABASE_TLS_CERT_FILE: '/a.crt' };
  expect(() => tlsFilesOf('DATABASE', env)).toThrow('DATABASE_TLS_KEY_FILE');
  expect(tlsFilesOf('DATABASE', {})).toBeNull();
  const files = { ca: '/ca.crt', cert: '/tls.crt', key: '/tls.key' };
  expect(verifiedUrl('postgres://a:b@c/d?sslmode=no-verify&pgbouncer=true', files)).toBe(
    'postgres://a:b@c/d?pgbouncer=true&sslmode=verify-full&sslrootcert=%2Fca.crt&sslcert=%2Ftls.crt&sslkey=%2Ftls.key',
  );
});
