import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findTool, missing } from '../tools/tools.ts';

/** Environment variables for a script by name; undefined ones are left out. */
export type LoadSettings = Readonly<Record<string, string | undefined>>;

export interface LoadResult {
  /** Every threshold held. */
  ok: boolean;
  /** Output of k6: the figures, and each missed threshold. */
  text: string;
}

export interface Watching {
  /** Takes each measured value as k6 writes it, a line of JSON. */
  onPoint?: (line: string) => void;
  signal?: AbortSignal;
}

/**
 * Runs a script of k6, by its path from this folder or a file URL, and says whether its thresholds
 * held. Throws when k6 is not here.
 */
export async function runScenario(
  given: LoadSettings,
  script: string,
  { onPoint, signal }: Watching = {},
): Promise<LoadResult> {
  const k6 = findTool('k6');
  if (!k6) throw new Error(missing('k6'));
  const file = fileURLToPath(new URL(script, import.meta.url));
  const out = onPoint ? ['--out', 'json=-'] : [];
  // settings go by the environment, not by arguments that every user of the machine can read
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', ...out, file], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // k6 ends what it has begun, and its thresholds are judged
  const interrupt = () => child.kill('SIGINT');
  signal?.addEventListener('abort', interrupt);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (onPoint && line.startsWith('{')) onPoint(line);
    else text += `${line}\n`;
  });
  const read = new Promise<void>((resolve) => lines.once('close', resolve));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    await read;
    return { ok: code === 0, text };
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
}
