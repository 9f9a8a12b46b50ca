import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockOwner, tryLock, unlock } from '../data-folder/lock.ts';
import { UserError } from '../user-error.ts';

// Below the range from which Linux takes the near end of outgoing connections, so that nothing
// takes the port of a process while it restarts.
const LOWEST = 10_240;
const HIGHEST = 32_000;

/** Claims of ports by processes, since no one listens before a start or during a restart. */
const CLAIMS = join(tmpdir(), 'portal-claimed-ports');

const claimOf = (port: number): string => join(CLAIMS, String(port));

/** Takes a port for this process, unless another one that lives has it. */
function claim(port: number): boolean {
  try {
    mkdirSync(CLAIMS, { recursive: true });
    return tryLock(claimOf(port));
  } catch {
    return true; // the folder is another user's: then it counts alone who listens
  }
}

/** Another process's claim stays. */
function releasePort(port: number): void {
  if (lockOwner(claimOf(port)) === process.pid) unlock(claimOf(port));
}

/** Whether a server could listen there right now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Throws UserError when another program has the port that an operator chose. */
export async function demandPort(port: number, host: string, variable: string): Promise<void> {
  const free = await isFree(port, host).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `Cannot listen on ${host}:${port} (${error.code ?? error.message}): ` +
        `choose another port with ${variable}=<port>.`,
    );
  });
  if (!free)
    throw new UserError(
      `Port ${port} is in use by another program: stop it, ` +
        `or choose another port with ${variable}=<port>.`,
    );
}

async function anyFree(taken: ReadonlySet<number>): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (taken.has(port) || !claim(port)) continue;
    if (await isFree(port)) return port;
    releasePort(port);
  }
  throw new UserError('No free port was found on 127.0.0.1.');
}

const memoryOf = (dataDir: string): string => join(dataDir, 'run/ports.json');

function readRemembered(dataDir: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(memoryOf(dataDir), 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

/** Returns whether a remembered port is still free; this process may hold it from before. */
const isStillFree = async (port: number): Promise<boolean> =>
  (claim(port) || lockOwner(claimOf(port)) === process.pid) && isFree(port);

/**
 * Returns a free port for each name, the last one where it is still free, and stores them in
 * `run/ports.json`. A portal that starts concurrently gets others, even before these are listened
 * on; this process claims them until it ends or releases them.
 */
export async function choosePorts<Name extends string>(
  dataDir: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const remembered = readRemembered(dataDir);
  const taken = new Set<number>();
  const chosen: Record<string, number> = {};
  for (const name of names) {
    const before = remembered[name];
    const port =
      before && !taken.has(before) && (await isStillFree(before)) ? before : await anyFree(taken);
    taken.add(port);
    chosen[name] = port;
  }
  writeFileSync(memoryOf(dataDir), `${JSON.stringify({ ...remembered, ...chosen }, null, 2)}\n`);
  return chosen as Record<Name, number>;
}

/** Gives back the ports that this process took for a data folder. */
export function releasePorts(dataDir: string): void {
  for (const port of Object.values(readRemembered(dataDir))) releasePort(port);
}
