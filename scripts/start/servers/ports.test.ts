import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { birthOf } from '../processes/process-of.ts';
import { choosePorts, demandPort, isFree, releasePorts } from './ports.ts';

let dataDir = '';
const servers: Server[] = [];

function listen(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, host, () =>
      resolve((server.address() as { port: number }).port),
    );
    servers.push(server);
  });
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-ports-'));
  mkdirSync(join(dataDir, 'run'));
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  releasePorts(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

test('refuses a port in use and names its number and its variable', async () => {
  const port = await listen(0);
  await expect(demandPort(port, '127.0.0.1', 'PORT')).rejects.toThrow(
    `Port ${port} is in use by another program: stop it, or choose another port with PORT=<port>.`,
  );
});

test('finds a port in use that is bound on every address', async () => {
  expect(await isFree(await listen(0, '0.0.0.0'))).toBe(false);
});

test('each name has a port of its own, the same the next time', async () => {
  const first = await choosePorts(dataDir, ['nats', 'redis', 'postgres']);
  expect(new Set(Object.values(first)).size).toBe(3);
  expect(await choosePorts(dataDir, ['nats', 'redis', 'postgres'])).toEqual(first);
});

test('a remembered port that is taken now is replaced, the others stay', async () => {
  const first = await choosePorts(dataDir, ['nats', 'redis']);
  await listen(first.nats);
  const second = await choosePorts(dataDir, ['nats', 'redis']);
  expect(second.redis).toBe(first.redis);
  expect(second.nats).not.toBe(first.nats);
});

test('skips a port claimed by a living process and takes one of a dead process', async () => {
  const first = await choosePorts(dataDir, ['nats', 'redis']);
  for (const pid of [process.ppid, 2 ** 22 + 1]) {
    const claim = join(tmpdir(), 'portal-claimed-ports', String(first.nats));
    writeFileSync(claim, JSON.stringify({ pid, birth: birthOf(pid) }));
    const second = await choosePorts(dataDir, ['nats', 'redis']);
    expect([second.nats === first.nats, second.redis === first.redis]).toEqual([
      pid !== process.ppid,
      true,
    ]);
    releasePorts(dataDir);
    rmSync(claim, { force: true });
    writeFileSync(join(dataDir, 'run/ports.json'), JSON.stringify(first));
  }
});

test('gives released ports to others', async () => {
  const ports = await choosePorts(dataDir, ['nats']);
  const claim = join(tmpdir(), 'portal-claimed-ports', String(ports.nats));
  expect(existsSync(claim)).toBe(true);
  releasePorts(dataDir);
  expect(existsSync(claim)).toBe(false);
});
