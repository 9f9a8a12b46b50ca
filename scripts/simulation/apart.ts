import { spawn } from 'node:child_process';
import { ROOT } from '../start/paths.ts';

export interface Ended {
  status: number | null;
  output: string;
}

/**
 * Simulates in a separate process, since a simulating process has no real clock. `options` are those
 * of `npm run simulate`, by name; undefined ones are left out. Ends the process when the signal
 * aborts; `onOutput` receives its output as it comes.
 */
export function simulateApart(
  options: Readonly<Record<string, string | number | undefined>>,
  { signal, onOutput }: { signal?: AbortSignal; onOutput?: (text: string) => void } = {},
): Promise<Ended> {
  const args = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/simulation/main.ts', ...args], {
      cwd: ROOT,
      // inherited options may be those of another run of Node, such as a profile; a world has its
      // own clock, which an offset for tests would move
      env: { ...process.env, NODE_OPTIONS: '', TEST_CLOCK_OFFSET_MS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal ? { signal } : {}),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        onOutput?.(text);
      });
    child.on('error', (error) => (error.name === 'AbortError' ? null : reject(error)));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** Returns the rules that broke, as a simulation prints them. */
export const brokenIn = (output: string): string | undefined => /^broken: (.*)$/m.exec(output)?.[1];

/** Runs a function for each element of a list, at most `limit` at once. */
export async function atOnce<T>(
  list: readonly T[],
  most: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...list];
  const hand = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: most }, hand));
}
