import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A service's own program that stores load data in its database. */
export interface Loader {
  /** Sends a page; resolves when the loader can take more. */
  send(page: object): Promise<void>;
  /** Ends the pages; resolves when all are stored. */
  end(): Promise<void>;
}

/**
 * Starts `services/<name>/src/seed-load.ts` with that service's own database. Its failure ends
 * `send` or `end` with its last words.
 */
export function startLoader(
  name: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Loader {
  const script = fileURLToPath(
    new URL(`../../../services/${name}/src/seed-load.ts`, import.meta.url),
  );
  const child: ChildProcess = spawn(process.execPath, [script], {
    env: { ...env, DATABASE_URL: env[`${name.toUpperCase()}_DATABASE_URL`] ?? '' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (piece: string) => (words = (words + piece).slice(-2000)));
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code !== 0)
      throw new Error(
        `the load data of ${name} could not be stored (${code ?? signal}): ${words.trim()}`,
      );
  });
  ended.catch(() => {});
  // a loader that died says why by its end, not by the broken pipe
  child.stdin?.on('error', () => {});
  return {
    async send(page) {
      const more = child.stdin?.write(`${JSON.stringify(page)}\n`);
      if (!more && child.stdin)
        await Promise.race([once(child.stdin, 'drain').catch(() => ended), ended]);
    },
    async end() {
      child.stdin?.end();
      await ended;
    },
  };
}
