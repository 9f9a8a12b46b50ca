import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const MAX_BYTES = 32 << 20;

export const logFile = (dataDir: string, name: string): string =>
  join(dataDir, 'logs', `${name}.log`);

/**
 * Gives `use` the log of a process, open for appending; a large log is moved to `<name>.log.1`. On
 * a full disk it gives 'ignore': a process without a log is better than none.
 */
export function withLog<T>(dataDir: string, name: string, use: (log: number | 'ignore') => T): T {
  let log: number | 'ignore' = 'ignore';
  try {
    const file = logFile(dataDir, name);
    mkdirSync(dirname(file), { recursive: true });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
      renameSync(file, `${file}.1`);
    log = openSync(file, 'a');
  } catch {
    // the error has no reader
  }
  try {
    return use(log);
  } finally {
    if (log !== 'ignore') closeSync(log);
  }
}

/** Adds a line to the log of a process, if the disk has room. */
export function noteInLog(dataDir: string, name: string, line: string): void {
  withLog(dataDir, name, (log) => {
    if (log === 'ignore') return;
    try {
      appendFileSync(log, `${line}\n`);
    } catch {
      // the disk is full: the line is lost
    }
  });
}

/** Returns the last line of a log that is no stack line, as plain text for a message. */
export function lastWords(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines
    .filter((line) => line !== '' && !/^(at |Node\.js v|node:internal|[\^~{}]+$)/.test(line))
    .slice(-30);
  const cause =
    said.findLast((line) => /^\w*Error: /.test(line)) ??
    said.findLast((line) => /error|fail|cannot|refused|not |denied/i.test(line)) ??
    said.at(-1) ??
    '';
  return plain(cause).slice(0, 300);
}

function plain(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
}

/** Returns the end of the log of a process. */
export function tailOf(dataDir: string, name: string, fromByte = 0): string {
  try {
    return readFileSync(logFile(dataDir, name)).subarray(fromByte).toString('utf8').slice(-8_000);
  } catch {
    return '';
  }
}
