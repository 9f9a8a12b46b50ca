import { createInterface } from 'node:readline';
import { UserError } from '../user-error.ts';
import { type Program, startChild } from './child.ts';
import { lastWords, noteInLog } from './log-file.ts';

const STOP_TIMEOUT_MS = 5_000;

export interface TaskOptions {
  readonly dataDir: string;
  readonly signal?: AbortSignal;
  /** Begins the sentence when it fails, e.g. "The migration of payments failed". */
  readonly failure: string;
  /** Receives each line of its output during long steps. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a program to its end, its output into its log. One that fails is a sentence with its last
 * words.
 */
export async function runTask(
  program: Program,
  { dataDir, signal, failure, onLine }: TaskOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const child = startChild(program, dataDir, ['ignore', 'pipe', 'pipe']);
  const stop = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  };
  signal?.addEventListener('abort', stop, { once: true });
  const heard: string[] = [];
  const hear = (line: string, out: boolean): void => {
    noteInLog(dataDir, program.name, line);
    heard.push(line);
    if (heard.length > 200) heard.shift();
    if (out) onLine?.(line);
  };
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => hear(line, true));
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => hear(line, false));
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exit, killer) => resolve(exit ?? killer ?? 'no exit code'));
  });
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (code === 0) return;
  const said = lastWords(heard.join('\n'));
  const reason = typeof code === 'number' ? `exit code ${code}` : code;
  throw new UserError(
    `${failure} (${reason})${said ? `: ${said}` : ''} ` +
      `(see logs/${program.name}.log in the data folder)`,
  );
}
