import { type Change, sentence } from './sentence.ts';

/** An audit row of a student's records. */
export interface AuditRow extends Change {
  at: Date;
  actorKind: string;
  actorName: string;
  tableName: string;
}

/** Equal rows of a record within a minute, as one. */
export interface Activity {
  recordId: number;
  loginName: string;
  /** Of the last of them. */
  at: Date;
  op: string;
  table: string;
  text: string;
  count: number;
}

/** Rows that say the same so soon after each other are one. */
const WITHIN_MS = 60_000;
/** Most of a record. */
const NEWEST = 200;

/** Returns the actor as staff read it: services act as the system. */
const loginName = ({ actorKind, actorName }: AuditRow): string =>
  actorKind === 'service' ? 'system' : actorName;

/**
 * Groups audit rows, given last change first, into the user activity history of their records: at
 * most 200 entries a record, in the same order. `recordsOf` gives the ids of the records that a row
 * is about, e.g. of every lot that credits came from.
 */
export function activitiesOf(
  rows: readonly AuditRow[],
  recordsOf: (row: AuditRow) => readonly number[],
): Activity[] {
  const groups: Activity[] = [];
  const last = new Map<string, Activity>();
  const perRecord = new Map<number, number>();
  for (const row of rows) {
    const said = {
      loginName: loginName(row),
      op: row.op,
      table: row.tableName,
      text: sentence(row),
    };
    for (const recordId of recordsOf(row)) {
      const key = JSON.stringify([recordId, said]);
      const group = last.get(key);
      if (group && Math.abs(group.at.getTime() - row.at.getTime()) <= WITHIN_MS) {
        group.count += 1;
        continue;
      }
      const held = perRecord.get(recordId) ?? 0;
      if (held === NEWEST) continue;
      perRecord.set(recordId, held + 1);
      const made = { recordId, ...said, at: row.at, count: 1 };
      last.set(key, made);
      groups.push(made);
    }
  }
  return groups;
}
