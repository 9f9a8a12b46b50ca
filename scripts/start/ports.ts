import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Sentence } from './sentence.ts';

// Below the range from which Linux takes the near end of outgoing connections, so that nothing slips onto a part's port while it restarts.
const LOWEST = 10_240;
const HIGHEST = 32_000;

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

/** Refuses in a sentence when somebody else has the port that a person asked for. */
export async function demandPort(port: number, host: string, variable: string): Promise<void> {
  const free = await isFree(port, host).catch((error: NodeJS.ErrnoException) => {
    throw new Sentence(`Cannot listen on ${host}:${port} (${error.code ?? error.message}): choose another port with ${variable}=<port>.`);
  });
  if (!free) throw new Sentence(`Port ${port} is in use by another program: stop it, or choose another port with ${variable}=<port>.`);
}

async function anyFree(taken: ReadonlySet<number>): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Sentence('No free port was found on 127.0.0.1.');
}

function readRemembered(file: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

/** A free port for each name, the same as last time where that is still free; remembered in `run/ports.json`. */
export async function choosePorts<Name extends string>(dataDir: string, names: readonly Name[]): Promise<Record<Name, number>> {
  const file = join(dataDir, 'run/ports.json');
  const remembered = readRemembered(file);
  const taken = new Set<number>();
  const chosen: Record<string, number> = {};
  for (const name of names) {
    const before = remembered[name];
    const port = before && !taken.has(before) && (await isFree(before)) ? before : await anyFree(taken);
    taken.add(port);
    chosen[name] = port;
  }
  writeFileSync(file, `${JSON.stringify({ ...remembered, ...chosen }, null, 2)}\n`);
  return chosen as Record<Name, number>;
}
