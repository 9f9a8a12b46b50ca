import type { QueueKey } from '@portal/contract/overview/queue-keys';
import { differenceKinds } from '../../shared/format/difference-kinds.ts';
import type { WaitingRow } from '../api.ts';

const kinds: Readonly<Record<string, string>> = differenceKinds;

/**
 * Describes a waiting item: a difference between the processor and the ledger by its day, its
 * account and its kind in the words of the page of that day.
 */
export function inWords(queue: QueueKey | undefined, row: WaitingRow): WaitingRow {
  if (queue !== 'differences_open') return row;
  return {
    ...row,
    what: row.what.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$2/$3/$1'),
    why: kinds[row.why.replaceAll(' ', '_')] ?? row.why,
  };
}
