// Redis by TLS, and the BFF's own server by TLS, with certificates made for this test alone.

import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import { eventually } from '@portal/kit/testing';
import { TestCertificates } from '@portal/kit/testing/processes/certificates';
import { freePort } from '@portal/kit/testing/processes/sandbox-process';
import { connectRedis } from './redis.ts';
import { createOwnServer, tlsPathsIn } from './security/own-tls.ts';

let certificates: TestCertificates;
const at = (name: string) => certificates.at(name);
beforeAll(() => {
  certificates = new TestCertificates();
  certificates.makeCa('ours');
  certificates.makeCa('theirs');
  certificates.make('server', 'ours', 'DNS:localhost');
  certificates.make('renewed', 'ours', 'DNS:localhost');
  certificates.make('ingress', 'ours', 'DNS:ingress');
  certificates.make('stranger', 'theirs', 'DNS:ingress');
});
afterAll(() => certificates.remove());
afterEach(() => {
  delete process.env['REDIS_TLS_CA_FILE'];
});

describe('Redis', () => {
  let server: ChildProcess;
  let url = '';
  beforeAll(async () => {
    const port = await freePort();
    const tls = ['--tls-port', String(port), '--port', '0', '--tls-auth-clients', 'no'];
    const files = ['--tls-cert-file', at('server.crt'), '--tls-key-file', at('server.key')];
    const more = [
      '--tls-ca-cert-file',
      at('ours.crt'),
      '--requirepass',
      'a-password',
      '--save',
      '',
    ];
    server = spawn('redis-server', [...tls, ...files, ...more], {
      cwd: certificates.folder,
      stdio: 'ignore',
    });
    url = `rediss://:a-password@localhost:${port}`;
  });
  afterAll(() => {
    server.kill('SIGKILL');
  });
  /** The reply to a PING on a connection, or its error. */
  async function ask(of: string): Promise<string> {
    const redis = connectRedis(of, log);
    const { promise: failed, resolve } = Promise.withResolvers<string>();
    redis.on('error', (error: Error & { code?: string }) => {
      // only a busy machine; the driver retries
      if (error.message !== 'Connection timeout') resolve(error.code ?? error.message);
    });
    const answer = redis.connect().then(() => redis.ping());
    answer.catch(() => {});
    try {
      return await Promise.race([answer, failed]);
    } finally {
      redis.destroy();
    }
  }

  test('accepts TLS by its own CA, and refuses a certificate of another', async () => {
    process.env['REDIS_TLS_CA_FILE'] = at('ours.crt');
    expect(
      await eventually(
        () => ask(url),
        (said) => said === 'PONG',
      ),
    ).toBe('PONG');
    process.env['REDIS_TLS_CA_FILE'] = at('theirs.crt');
    expect(await ask(url)).toMatch(/SELF_SIGNED|UNABLE_TO/);
    process.env['REDIS_TLS_CA_FILE'] = at('ours.crt');
    expect(await ask(url.replace('localhost', '127.0.0.1'))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  test('is not spoken to in plain text where its CA is named', () => {
    process.env['REDIS_TLS_CA_FILE'] = at('ours.crt');
    expect(() => connectRedis('redis://localhost:1', log)).toThrow('rediss://');
  });
});

describe('the BFF itself', () => {
  const stops: (() => void)[] = [];
  afterAll(() => {
    for (const stop of stops) stop();
  });
  async function serve(name: string, clientCa?: string): Promise<number> {
    const paths = { certificate: at(`${name}.crt`), key: at(`${name}.key`), clientCa };
    const server = createOwnServer({}, (_request, response) => response.end('served'), {
      paths,
      log,
      everyMs: 20,
    });
    stops.push(() => server.close());
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return (server.address() as AddressInfo).port;
  }
  /** The reply and the serial number of the certificate, or the error. */
  function ask(port: number, { ca = 'ours', as }: { ca?: string; as?: string } = {}) {
    const own = as
      ? { cert: readFileSync(at(`${as}.crt`)), key: readFileSync(at(`${as}.key`)) }
      : {};
    return new Promise<string>((resolve) => {
      const requests = request(
        { host: 'localhost', port, agent: false, ca: readFileSync(at(`${ca}.crt`)), ...own },
        (answer) => {
          const { serialNumber } = (answer.socket as TLSSocket).getPeerCertificate();
          answer.resume().once('end', () => resolve(`served ${serialNumber}`));
        },
      );
      requests.once('error', (error: Error & { code?: string }) => resolve(error.code ?? 'failed'));
      requests.end();
    });
  }

  test('serves by TLS, and takes a renewed certificate without a restart', async () => {
    for (const kind of ['crt', 'key']) copyFileSync(at(`server.${kind}`), at(`own.${kind}`));
    const port = await serve('own');
    const before = await ask(port);
    expect(before).toMatch(/^served /);
    expect(await ask(port, { ca: 'theirs' })).toMatch(/SELF_SIGNED|UNABLE_TO/);
    for (const kind of ['crt', 'key']) copyFileSync(at(`renewed.${kind}`), at(`own.${kind}`));
    expect(
      await eventually(
        () => ask(port),
        (said) => said !== before,
      ),
    ).toMatch(/^served /);
    const plain = await fetch(`http://127.0.0.1:${port}`).then(
      () => 'answered',
      () => 'nothing',
    );
    expect(plain).toBe('nothing');
  });

  test('with a CA of its proxies refuses other clients', async () => {
    const port = await serve('server', at('ours.crt'));
    expect(await ask(port, { as: 'ingress' })).toMatch(/^served /);
    expect(await ask(port)).not.toMatch(/^served /);
    expect(await ask(port, { as: 'stranger' })).not.toMatch(/^served /);
  });

  test('a certificate without its key stops the start', () => {
    expect(() => tlsPathsIn({ HTTP_TLS_CERT_FILE: '/a' })).toThrow('HTTP_TLS_KEY_FILE');
    expect(() => tlsPathsIn({ HTTP_TLS_CLIENT_CA_FILE: '/a' })).toThrow('HTTP_TLS_CERT_FILE');
    expect(tlsPathsIn({})).toBeNull();
  });
});
