import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * A file of JSON lines that only grows. A line is in the file before `append` returns, so a killed
 * process forgets nothing it has answered.
 */
export interface AppendLog<T> {
  /**
   * Writes all entries in one write: after a crash either all of them are there or the torn rest is
   * dropped on the next open.
   */
  append(...entries: T[]): void;
  close(): void;
}

/**
 * Opens (or makes) the log and hands every stored entry to `replay`, oldest first. A last line that
 * a crash cut off is removed. Throws the system's error when the file can't be read or written.
 */
export function openAppendLog<T>(path: string, replay: (entry: T) => void): AppendLog<T> {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) {
    const text = readFileSync(path);
    const whole = text.lastIndexOf(0x0a) + 1;
    for (const line of text.subarray(0, whole).toString('utf8').split('\n'))
      if (line) replay(JSON.parse(line) as T);
    const fd = openSync(path, 'r+');
    if (fstatSync(fd).size > whole) ftruncateSync(fd, whole);
    closeSync(fd);
  }
  const fd = openSync(path, 'a', 0o600);
  return {
    append: (...entries) => {
      writeSync(fd, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    },
    close: () => closeSync(fd),
  };
}
