import { mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LARGEST_BYTES = 32 << 20;

export const logFile = (dataDir: string, name: string): string => join(dataDir, 'logs', `${name}.log`);

/** Opens the log of a part for appending; one that has grown large is put aside as `<name>.log.1`. */
export function openLog(dataDir: string, name: string): number {
  const file = logFile(dataDir, name);
  mkdirSync(dirname(file), { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a');
}

/** What a part said last, for a sentence: its last line that is not a stack line, as plain text. */
export function lastWords(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !/^(at |Node\.js v|node:internal|[\^~{}]+$)/.test(line)).slice(-30);
  const telling =
    said.findLast((line) => /^\w*Error: /.test(line)) ??
    said.findLast((line) => /error|fail|cannot|refused|not |denied/i.test(line)) ??
    said.at(-1) ??
    '';
  return plain(telling).slice(0, 300);
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

/** The end of a part's log. */
export function tailOf(dataDir: string, name: string, fromByte = 0): string {
  try {
    return readFileSync(logFile(dataDir, name)).subarray(fromByte).toString('utf8').slice(-8_000);
  } catch {
    return '';
  }
}
