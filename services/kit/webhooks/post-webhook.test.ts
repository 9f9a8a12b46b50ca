import { createSocket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createServer as createTcp } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';
import { TestCertificates } from '../testing/processes/certificates.ts';
import { dnsResolve } from './hosts/resolve-host.ts';
import { postWebhook, type Sending } from './post-webhook.ts';

const HOST = 'hooks.example.com';
/** In these tests the internet is 127.0.0.2 and .3, and 127.0.0.1 is within. */
const isPublic = (address: string) => address === '127.0.0.2' || address === '127.0.0.3';

const certificates = new TestCertificates();
const servers: Server[] = [];
let port = 0;
let answer: RequestListener = (_req, res) => void res.end('ok');
/** Where each request arrived, with its contents. */
let received: { at: string; request: IncomingMessage; body: string }[] = [];

/** The addresses of the name, one list after the other; the last one repeats. */
let names: string[][] = [['127.0.0.2']];
let questions = 0;
const dns = createSocket('udp4');
dns.on('message', (query, from) => {
  const { id, questions: list = [] } = decode(query);
  const [question] = list;
  if (question?.type === 'A') questions += 1;
  const now = (names.length > 1 ? names.shift() : names[0]) ?? [];
  const answers =
    question?.type === 'A'
      ? now.map((data) => ({ type: 'A' as const, name: question.name, ttl: 0, data }))
      : [];
  const flags = RECURSION_DESIRED;
  dns.send(encode({ type: 'response', id: id ?? 0, flags, questions: list, answers }), from.port);
});
let sending: Sending;

beforeAll(async () => {
  certificates.makeCa('ca');
  certificates.make('receiver', 'ca', `DNS:${HOST}`);
  const file = (name: string) => readFileSync(certificates.at(name), 'utf8');
  const made = (): Server =>
    createServer({ key: file('receiver.key'), cert: file('receiver.crt') }, async (req, res) => {
      const at = req.socket.localAddress ?? '';
      received.push({ at, request: req, body: await text(req) });
      answer(req, res);
    });
  for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.1']) {
    const server = made().listen(port, address);
    await once(server, 'listening');
    ({ port } = server.address() as { port: number });
    servers.push(server);
  }
  dns.bind(0, '127.0.0.1');
  await once(dns, 'listening');
  const resolve = dnsResolve([`127.0.0.1:${dns.address().port}`]);
  sending = { resolve, isPublic, localHosts: [], timeoutMs: 5000, ca: file('ca.crt'), port };
});
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  dns.close();
  certificates.remove();
});
beforeEach(() => {
  received = [];
  names = [['127.0.0.2']];
  questions = 0;
  answer = (_req, res) => void res.end('ok');
});

const post = (change: Partial<Sending> = {}, url = `https://${HOST}/in?token=1`) =>
  postWebhook(
    { url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}' },
    { ...sending, ...change },
  );

test('a webhook arrives unchanged, with its headers, at the requested name', async () => {
  expect(await post()).toMatchObject({ ok: true, status: 200, error: null, answer: 'ok' });
  const [{ request, body, at } = { request: undefined, body: '', at: '' }] = received;
  expect(body).toBe('{"a":1}');
  expect(at).toBe('127.0.0.2');
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('/in?token=1');
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    host: `${HOST}:${port}`,
    'user-agent': 'JSE-Portal-Webhooks/1',
  });
});

test.each([200, 201, 202, 204])('%i is a success', async (status) => {
  answer = (_req, res) => void res.writeHead(status).end();
  expect(await post()).toMatchObject({ ok: true, status, error: null });
});

test.each([400, 401, 404, 410, 429, 500, 503])('%i is a failure', async (status) => {
  answer = (_req, res) => void res.writeHead(status, { 'retry-after': '60' }).end('no');
  const retryAfterMs = status === 429 || status === 503 ? 60_000 : null;
  expect(await post()).toMatchObject({
    ok: false,
    status,
    error: `The answer was ${status}.`,
    answer: 'no',
    retryAfterMs: retryAfterMs,
  });
});

test.each([301, 302, 303, 307, 308])('a redirect by %i is not followed', async (status) => {
  answer = (_req, res) =>
    void res.writeHead(status, { location: `https://127.0.0.1:${port}/` }).end();
  expect(await post()).toMatchObject({ ok: false, status, error: 'Redirects are not followed.' });
  expect(received).toHaveLength(1);
});

test('does not connect to a name that moves from a public to an internal address', async () => {
  names = [['127.0.0.1']];
  expect(await post()).toMatchObject({
    ok: false,
    status: null,
    error: 'The address is not public.',
  });
  expect(received).toEqual([]);
});

test('one public address does not make up for one within', async () => {
  names = [['127.0.0.2', '127.0.0.1']];
  expect(await post()).toMatchObject({ ok: false, error: 'The address is not public.' });
  expect(received).toEqual([]);
});

test('connects to the checked address, and resolves the name once for each try', async () => {
  // a second query would return an internal address; AAAA consumes a response as well
  names = [['127.0.0.3'], ['127.0.0.3'], ['127.0.0.1']];
  expect(await post()).toMatchObject({ ok: true });
  expect(received.map(({ at }) => at)).toEqual(['127.0.0.3']);
  expect(questions).toBe(1);
  expect(await post()).toMatchObject({ ok: false, error: 'The address is not public.' });
  expect(received).toHaveLength(1);
});

test('a name without an address fails', async () => {
  names = [[]];
  expect(await post()).toMatchObject({ error: 'The name of the address was not found.' });
});

test('a silent name server takes no longer than the time limit of a try', async () => {
  const outcome = await post({ resolve: () => new Promise(() => {}), timeoutMs: 200 });
  expect(outcome).toMatchObject({ ok: false, status: null, error: 'No answer in time.' });
});

test.each(['http://hooks.example.com/', 'https://127.0.0.1/', 'https://me@hooks.example.com/'])(
  'an address that was let in by earlier rules is not sent to: %s',
  async (url) => {
    expect(await post({}, url)).toMatchObject({ error: 'The address is not allowed.' });
    expect(received).toEqual([]);
  },
);

test('no answer in time is a failure', async () => {
  answer = () => {};
  const outcome = await post({ timeoutMs: 300 });
  expect(outcome).toMatchObject({ ok: false, status: null, error: 'No answer in time.' });
  expect(outcome.ms).toBeGreaterThanOrEqual(299);
});

test('of an answer that is huge, or never ends, the beginning is kept', async () => {
  answer = (_req, res) => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield 'x'.repeat(65_536);
      })(),
    );
    pipeline(endless, res, () => {});
  };
  const outcome = await post();
  expect(outcome).toMatchObject({ ok: true, status: 200 });
  expect(outcome.answer).toBe('x'.repeat(500));
});

test('an answer that drips is read no longer than the try may take', async () => {
  const end = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(end.signal);
  // the try is over when the first drop has been read, however long the way to it took
  const over = () => void setImmediate(() => end.abort(new DOMException('', 'TimeoutError')));
  subscribe('undici:request:bodyChunkReceived', over);
  answer = (_req, res) => void res.write('begun');
  try {
    expect(await post({ timeoutMs: 500 })).toMatchObject({ ok: true, answer: 'begun' });
    expect(timeout).toHaveBeenCalledWith(500);
    expect(end.signal.aborted).toBe(true);
  } finally {
    unsubscribe('undici:request:bodyChunkReceived', over);
    timeout.mockRestore();
  }
});

test('keeps the response as text that a database accepts', async () => {
  answer = (_req, res) => void res.end(Buffer.from([0x61, 0x00, 0xff, 0x62]));
  expect(await post()).toMatchObject({ ok: true, answer: 'a\ufffdb' });
});

test('a receiver that closes without an answer has not taken it', async () => {
  answer = (req) => void req.socket.destroy();
  expect(await post()).toMatchObject({ error: 'The connection was closed without an answer.' });
});

test('headers without end are a failure', async () => {
  answer = (_req, res) => void res.setHeader('x', 'y'.repeat(100_000)).end();
  expect(await post()).toMatchObject({ error: 'The headers of the answer were too large.' });
});

test('refuses a certificate of another name, or of an unknown issuer', async () => {
  expect((await post({}, 'https://other.example.com/')).error).toBe(
    'The certificate of the address was refused (ERR_TLS_CERT_ALTNAME_INVALID).',
  );
  const { ca: _, ...withoutCa } = sending;
  const outcome = await postWebhook(
    { url: `https://${HOST}/`, headers: {}, body: '{}' },
    withoutCa,
  );
  expect(outcome.error).toMatch(/^The certificate of the address was refused \(/);
  expect(received).toEqual([]);
});

test('a closed port and a server without HTTP are failures with a sentence', async () => {
  const server = createTcp((socket) => void socket.resume().end('hello\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const { ca: _ca, port: _port, ...plain } = sending;
  const local = { ...plain, localHosts: ['127.0.0.1'] };
  const sent = () => postWebhook({ url, headers: {}, body: '{}' }, local);
  const spoken = await sent();
  server.close();
  await once(server, 'close');
  expect(spoken.error).toBe('The answer was no HTTP.');
  expect((await sent()).error).toBe('The connection was refused.');
});
