import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clockOffsetMs } from '../../steady-clock.ts';

/** One call as a partner saw it. `operation` is the request's name, or its method and path. */
export interface JournalEntry {
  operation: string;
}

/**
 * The partner sandbox as a process of its own, with its own folder: partners as they are outside.
 */
export interface SandboxProcess {
  url: string;
  /** Lets calls of a partner go wrong until `heal`, or `count` of them. */
  fault: (partner: string, mode: string, more?: FaultChoice) => Promise<void>;
  heal: () => Promise<void>;
  /** Every call of a partner since the start, in order. */
  journal: (partner: string) => Promise<JournalEntry[]>;
  /** Sends JSON to a path of it; fails when it is refused. */
  send: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
  /** Returns the JSON at a path of it. */
  read: <Answer>(path: string) => Promise<Answer>;
  stop: () => Promise<void>;
}
export interface FaultChoice {
  count?: number;
  operation?: string;
  ms?: number;
}

/**
 * Below the ports that systems give to outgoing connections, which would be taken now and then, and
 * above those that `fetch` refuses to call as browsers do (6000, 6566, 6665 to 6669, 6679, 6697).
 */
const [FIRST_PORT, LAST_PORT] = [7_000, 9_900];

/** Ports that were given out: their users may not listen yet. */
const given = new Set<number>();

/** Test files that run at the same time have ports of their own: each worker every eighth. */
const WORKERS = 8;
const ownPort = (): number =>
  FIRST_PORT +
  WORKERS * randomInt(Math.floor((LAST_PORT - FIRST_PORT) / WORKERS)) +
  (Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS);

/**
 * Returns a free port that no outgoing connection takes before it is used, and that this process
 * was not given before.
 */
export async function freePort(): Promise<number> {
  const port = ownPort();
  if (given.has(port)) return freePort();
  const server = createServer();
  const isFree = await new Promise<boolean>((decide) => {
    server.once('error', () => decide(false));
    server.listen(port, '127.0.0.1', () => decide(true));
  });
  if (!isFree) return freePort();
  await new Promise((closed) => server.close(closed));
  given.add(port);
  return port;
}

const MAIN = fileURLToPath(new URL('../../../../scripts/sandbox/main.ts', import.meta.url));
const MAX_STARTS = 3;

/**
 * Starts a sandbox and waits until it listens. The sandbox reports that on its output: on its port
 * the sandbox of a concurrent test file that drew the same port may answer, and then another port
 * is drawn.
 */
async function listening(folder: string): Promise<{ child: ChildProcess; port: number }> {
  for (let starts = 1; ; starts++) {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      SANDBOX_PORT: String(port),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      TEST_CLOCK_OFFSET_MS: String(clockOffsetMs),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const isUp = await Promise.race([
      once(child.stdout, 'data').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    child.stdout.resume();
    if (isUp) return { child, port };
    if (starts === MAX_STARTS) throw new Error(`the sandbox ended with code ${child.exitCode}`);
  }
}

/** Starts the sandbox on a free port and waits until it listens. */
export async function startSandbox(): Promise<SandboxProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sandbox-'));
  const { child, port } = await listening(folder);
  const url = `http://127.0.0.1:${port}`;

  const send = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(url + path, {
      method,
      ...(body
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {}),
    });
    if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${answer.status}`);
    return JSON.parse((await answer.text()).replace(/^\uFEFF/, '') || 'null') as Answer;
  };
  return {
    url,
    fault: (partner, mode, more = {}) => send('PUT', '/__faults', { partner, mode, ...more }),
    heal: () => send('DELETE', '/__faults'),
    journal: (partner) => send('GET', `/__journal?partner=${partner}`),
    send,
    read: (path) => send('GET', path),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
