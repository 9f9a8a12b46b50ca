import { readFileSync, writeFileSync } from 'node:fs';
import type { LogEntry } from '../postgres/server.ts';

/** The statements of a world's databases, by the names of their services. */
export type Logs = Readonly<Record<string, readonly LogEntry[]>>;

/** Writes logs to a file as JSON that keeps dates. */
export function writeLogs(file: string, logs: Logs): void {
  const text = JSON.stringify(logs, function (this: Record<string, unknown>, key, value: unknown) {
    const given = this[key];
    return given instanceof Date ? { $date: given.getTime() } : value;
  });
  writeFileSync(file, text);
}

export function readLogs(file: string): Logs {
  return JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) => {
    if (value === null || typeof value !== 'object' || !('$date' in value)) return value;
    return new Date(value.$date as number);
  }) as Logs;
}
