import { join } from 'node:path';
import { type AppendLog, openAppendLog } from './append-log.ts';

interface Line {
  shelf: string;
  id: string;
  value: unknown;
}

/** Records of one kind under their ids. They survive a restart. */
export interface Shelf<T> {
  get(id: string): T | undefined;
  put(id: string, value: T): T;
  all(): T[];
  /** The record whose key (see `shelf`) is this one. */
  byKey(key: string): T | undefined;
  /** Ids counted up from `first`, never given twice. */
  nextId(prefix: string, first: number): string;
}

/** All shelves of the smaller partners, in one file. */
export interface Shelves {
  /** `keyOf` names a second way to find a record, e.g. the caller's own reference. */
  shelf<T>(name: string, keyOf?: (value: T) => string | null): Shelf<T>;
  close(): void;
}

/** Opens `folder/partners.jsonl`; the last line of an id is its value. */
export function openShelves(folder: string): Shelves {
  const stored = new Map<string, Map<string, unknown>>();
  const place = (name: string) => {
    const found = stored.get(name) ?? new Map<string, unknown>();
    stored.set(name, found);
    return found;
  };
  const log: AppendLog<Line> = openAppendLog(join(folder, 'partners.jsonl'), (line: Line) =>
    place(line.shelf).set(line.id, line.value),
  );
  return {
    shelf: <T>(name: string, keyOf?: (value: T) => string | null): Shelf<T> => {
      const records = place(name) as Map<string, T>;
      const keys = new Map<string, string>();
      const index = (id: string, value: T) => {
        const key = keyOf?.(value);
        if (key) keys.set(key, id);
      };
      for (const [id, value] of records) index(id, value);
      return {
        get: (id) => records.get(id),
        put: (id, value) => {
          log.append({ shelf: name, id, value });
          records.set(id, value);
          index(id, value);
          return value;
        },
        all: () => [...records.values()],
        byKey: (key) => records.get(keys.get(key) ?? ''),
        nextId: (prefix, first) => `${prefix}${first + records.size}`,
      };
    },
    close: log.close,
  };
}
