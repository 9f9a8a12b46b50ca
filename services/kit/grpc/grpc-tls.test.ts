import { copyFileSync, readFileSync } from 'node:fs';
import grpc from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { TestCertificates } from '../testing/processes/certificates.ts';
import { askHealth, startHealthServer } from '../testing/processes/health-server.ts';
import { closeClients, isServing } from './client.ts';
import { CertificateFiles, channelCredentials, serverCredentials } from './grpc-tls.ts';

// Certificates are made by openssl for this test alone.

let certificates: TestCertificates;
const at = (name: string) => certificates.at(name);
const paths = (name: string, ca = 'ours') => ({
  ca: at(`${ca}.crt`),
  certificate: at(`${name}.crt`),
  privateKey: at(`${name}.key`),
});

const stops: (() => void)[] = [];
const filesOf = (name: string, ca?: string) => {
  const files = new CertificateFiles(paths(name, ca), 3_600_000);
  stops.push(() => files.stop());
  return files;
};

beforeAll(() => {
  certificates = new TestCertificates();
  certificates.makeCa('ours');
  certificates.makeCa('theirs');
  certificates.make('payments', 'ours', 'DNS:localhost');
  certificates.make('identity', 'ours', 'DNS:localhost');
  certificates.make('elsewhere', 'ours', 'DNS:other.example.org');
  certificates.make('stranger', 'theirs', 'DNS:localhost');
});
afterEach(() => {
  closeClients();
  for (const stop of stops.splice(0)) stop();
  for (const name of ['CA', 'CERT', 'KEY']) delete process.env[`GRPC_TLS_${name}_FILE`];
});
afterAll(() => certificates.remove());

/**
 * A server that answers health checks with these credentials; gives its address, by a name as
 * certificates have it.
 */
async function serve(credentials: grpc.ServerCredentials): Promise<string> {
  const { server, port } = await startHealthServer({ credentials });
  stops.push(() => server.forceShutdown());
  return `localhost:${port}`;
}
/** Returns 'serving' for a client with these credentials, or the name of the status. */
async function ask(address: string, credentials: grpc.ChannelCredentials): Promise<string> {
  const client = new grpc.Client(address, credentials, { 'grpc.use_local_subchannel_pool': 1 });
  try {
    return await askHealth(client).then(
      () => 'serving',
      ({ code }: grpc.ServiceError) => grpc.status[code] ?? '',
    );
  } finally {
    client.close();
  }
}

test('services with certificates of our CA can connect, and no other client', async () => {
  const address = await serve(serverCredentials(filesOf('payments')));
  const ca = paths('payments').ca;
  const readCa = () => readFileSync(ca);
  expect(await ask(address, channelCredentials(filesOf('identity')))).toBe('serving');
  for (const [who, credentials] of [
    ['without a certificate', grpc.credentials.createSsl(readCa())],
    ['in plain text', grpc.credentials.createInsecure()],
    [
      'with one of another CA',
      grpc.credentials.createSsl(readCa(), readOf('stranger.key'), readOf('stranger.crt')),
    ],
    [
      'with one that it signed itself',
      grpc.credentials.createSsl(readCa(), readOf('theirs.key'), readOf('theirs.crt')),
    ],
  ] as const)
    expect([who, await ask(address, credentials)]).toEqual([who, 'UNAVAILABLE']);
  expect(await ask(address, channelCredentials(filesOf('identity')))).toBe('serving');
});
const readOf = (name: string) => readFileSync(at(name));

test('a client asks only a server that is ours and has the name that was called', async () => {
  const client = channelCredentials(filesOf('identity'));
  expect(await ask(await serve(serverCredentials(filesOf('stranger', 'theirs'))), client)).toBe(
    'UNAVAILABLE',
  );
  expect(await ask(await serve(serverCredentials(filesOf('elsewhere'))), client)).toBe(
    'UNAVAILABLE',
  );
  expect(await ask(await serve(grpc.ServerCredentials.createInsecure()), client)).toBe(
    'UNAVAILABLE',
  );
});

test('the environment turns it on for servers and clients, health checks among them', async () => {
  const { ca, certificate, privateKey } = paths('payments');
  const plain = await serve(serverCredentials());
  Object.assign(process.env, {
    GRPC_TLS_CA_FILE: ca,
    GRPC_TLS_CERT_FILE: certificate,
    GRPC_TLS_KEY_FILE: privateKey,
  });
  const address = await serve(serverCredentials());
  expect(await isServing(address)).toBe(true);
  expect(await isServing(plain)).toBe(false);
  expect(await ask(address, grpc.credentials.createInsecure())).toBe('UNAVAILABLE');
});

test('an incomplete set of files is an error instead of plain text', () => {
  process.env.GRPC_TLS_CA_FILE = at('ours.crt');
  expect(() => serverCredentials()).toThrow('GRPC_TLS_CERT_FILE and GRPC_TLS_KEY_FILE is not set');
  expect(() => channelCredentials()).toThrow('mutual TLS needs all of its files');
  expect(
    () => new CertificateFiles({ ...paths('payments'), privateKey: at('identity.key') }),
  ).toThrow();
});

test('new connections use new certificates without a restart, unless half replaced', async () => {
  for (const end of ['crt', 'key']) copyFileSync(at(`payments.${end}`), at(`turning.${end}`));
  const server = filesOf('turning');
  const address = await serve(serverCredentials(server));
  const fromOurs = () => ask(address, channelCredentials(filesOf('identity')));
  expect(await fromOurs()).toBe('serving');
  copyFileSync(at('elsewhere.crt'), at('turning.crt')); // the key is still the old one
  server.refresh();
  expect(await fromOurs()).toBe('serving');
  copyFileSync(at('elsewhere.key'), at('turning.key'));
  server.refresh();
  expect(await fromOurs()).toBe('UNAVAILABLE'); // it has another name now
  for (const end of ['crt', 'key']) copyFileSync(at(`identity.${end}`), at(`turning.${end}`));
  server.refresh();
  expect(await fromOurs()).toBe('serving');
});
