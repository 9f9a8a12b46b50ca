import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { makeKey, publicOf } from './auth/token-keys.ts';
import { clockOffsetMs } from './steady-clock.ts';
import { freePort } from './testing/processes/sandbox-process.ts';
import { eventually, freshDatabase, type TestDatabase } from './testing.ts';

// A whole service as a process of its own.

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const main = fileURLToPath(new URL('../catalog/src/main.ts', import.meta.url));
async function runCatalog(db: TestDatabase, natsUrl: string) {
  const [grpcPort, adminPort] = [await freePort(), await freePort()];
  const key = makeKey('catalog');
  const child: ChildProcess = spawn(process.execPath, [main], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      DEPLOYMENT: 'development',
      TEST_CLOCK_OFFSET_MS: String(clockOffsetMs),
      LOG_LEVEL: 'silent',
      DATABASE_URL: db.url,
      NATS_URL: natsUrl,
      TOKEN_SIGNING_KEY: JSON.stringify(key),
      TOKEN_PUBLIC_KEYS: JSON.stringify({ keys: [publicOf(key)] }),
      TAL_URL: 'http://127.0.0.1:1/tal',
      REGISTRATION_ADDR: '127.0.0.1:1',
      PAYMENTS_ADDR: '127.0.0.1:1',
      GRPC_LISTEN: `127.0.0.1:${grpcPort}`,
      ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
    },
  });
  stops.push(async () => {
    const ended = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  });
  const read = (path: string) =>
    fetch(`http://127.0.0.1:${adminPort}${path}`).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => ({ status: 0, text: '' }),
    );
  return { child, read };
}

test('a service starts and is ready while NATS is unavailable; its metrics show it', async () => {
  const db = await freshDatabase('catalog');
  stops.push(db.drop);
  const { read } = await runCatalog(db, `nats://catalog:none@127.0.0.1:${await freePort()}`);
  expect(
    await eventually(
      () => read('/readyz'),
      ({ status }) => status === 200,
    ),
  ).toMatchObject({ text: '{"database":true,"serving":true}' });
  const { text } = await read('/metrics');
  expect(text).toMatch(/^portal_broker_connected 0$/m);
  expect(text).toMatch(/^portal_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
});

test('it stops at once if requested before NATS was ever available', async () => {
  const db = await freshDatabase('catalog');
  stops.push(db.drop);
  const { child, read } = await runCatalog(db, `nats://catalog:none@127.0.0.1:${await freePort()}`);
  await eventually(
    () => read('/healthz'),
    ({ status }) => status === 200,
  );
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
