import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Partner } from '../partners.ts';
import { masked } from './mask.ts';

/**
 * One call as it arrived. `operation` is the request's name (cards) or method and path (the
 * others).
 */
export interface JournalEntry {
  seq: number;
  at: string;
  partner: Partner;
  operation: string;
  body: unknown;
  /** The fault that was played on this call, if any. */
  fault?: string;
}

/**
 * Every call of every partner, in the order of arrival, kept in a file so that a restart forgets
 * none.
 */
export interface Journal {
  note(partner: Partner, operation: string, body: unknown, fault?: string): void;
  read(partner: Partner | null, after: number): JournalEntry[];
  clear(): void;
  close(): void;
}

const keepBytes = 64 * 1024 * 1024;

/** Opens the journal in `folder`; a file above 64 MB is set aside first as `journal.old.jsonl`. */
export function openJournal(folder: string, now: () => number): Journal {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'journal.jsonl');
  if (existsSync(path) && statSync(path).size > keepBytes)
    renameSync(path, join(folder, 'journal.old.jsonl'));
  const all = (): string[] => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);
  const before = all();
  let seq = before.length;
  const fd = openSync(path, 'a', 0o600);
  if (before.at(-1)) writeSync(fd, '\n'); // a line that a crash cut off stays alone
  return {
    note: (partner, operation, body, fault) => {
      seq += 1;
      const entry: JournalEntry = {
        seq,
        at: new Date(now()).toISOString(),
        partner,
        operation,
        body: masked(body),
        ...(fault && { fault }),
      };
      writeSync(fd, `${JSON.stringify(entry)}\n`);
    },
    read: (partner, after) => {
      const found: JournalEntry[] = [];
      for (const line of all()) {
        if (
          !line.startsWith('{"seq":') ||
          !line.endsWith('}') ||
          (partner && !line.includes(`"partner":"${partner}"`))
        )
          continue;
        const entry = JSON.parse(line) as JournalEntry;
        if (entry.seq > after && (!partner || entry.partner === partner)) found.push(entry);
      }
      return found;
    },
    clear: () => ftruncateSync(fd, 0),
    close: () => closeSync(fd),
  };
}
