import {
  type AuditService,
  auditServices,
  type HistoryActor,
  type HistoryEntry,
} from '@portal/contract/students/history';
import type {
  HistoryEntry as AuditEntry,
  HistoryFilter,
} from '@portal/proto/portal/activity/v1/activity';

/** The audit rows of one service, the last change first, as the service ordered them. */
export interface ServiceRows {
  service: AuditService;
  entries: readonly AuditEntry[];
}

/** Where a page ended: the time of its last row, and below which id each service goes on. */
interface Place {
  at: Date;
  belowIds: ReadonlyMap<string, number>;
}

/** Reads a place as `placeText` wrote it. */
export function readPlace(text: string): Place {
  const [at = '', ...rest] = text.split(',');
  const belowIds = new Map<string, number>();
  for (let i = 0; i + 1 < rest.length; i += 2) belowIds.set(rest[i] ?? '', Number(rest[i + 1]));
  return { at: new Date(at), belowIds };
}

const placeText = ({ at, belowIds }: Place): string =>
  [at.toISOString(), ...[...belowIds].flat()].join(',');

/**
 * Returns the filter by which a service continues after a place. A service that was unavailable for
 * the earlier pages continues by the time, as do services of the last release, which do not know
 * `belowId`.
 */
export function pageAfter(
  service: AuditService,
  { at, belowIds }: Place,
): Pick<HistoryFilter, 'beforeAt' | 'beforeId' | 'belowId'> {
  const belowId = belowIds.get(service);
  return {
    beforeAt: at,
    beforeId: belowId ?? Number.MAX_SAFE_INTEGER,
    belowId: belowId ?? 0,
  };
}

const actors: Readonly<Record<string, HistoryActor>> = {
  staff: 'staff',
  student: 'student',
  // a person without a session: signing up, setting a password by a link
  public: 'student',
};

/**
 * Returns the name of the actor as staff read it; a student by their present address, or in
 * lists by their id.
 */
function nameOf({ actorKind, actorName }: AuditEntry, email: string | null): string {
  if (actorKind === 'student') return email === null ? actorName : email || 'the student';
  if (actorKind === 'public') return 'not signed in';
  return actorKind === 'staff' ? actorName : 'system';
}

interface MergedRow {
  service: AuditService;
  row: AuditEntry;
}

/** Compares the next rows of two services: the newer time first, then the service. */
const newestFirst = (a: MergedRow, b: MergedRow): number =>
  (b.row.at as Date).getTime() - (a.row.at as Date).getTime() ||
  auditServices.indexOf(a.service) - auditServices.indexOf(b.service);

/**
 * Merges rows by time, then service. The rows of one service stay in their order at any times: of
 * two concurrent changes the last one can have the older time.
 */
function mergeRows(lists: readonly ServiceRows[], limit: number): MergedRow[] {
  const rest = new Map(lists.map(({ service, entries }) => [service, [...entries]]));
  const merged: MergedRow[] = [];
  while (merged.length < limit) {
    const heads = [...rest].flatMap(([service, [row]]) => (row ? [{ service, row }] : []));
    const [first] = heads.sort(newestFirst);
    if (!first) break;
    merged.push(first);
    rest.get(first.service)?.shift();
  }
  return merged;
}

/** Returns below which id each service goes on that answered or whose place is known already. */
function belowIdsAfter(
  lists: readonly ServiceRows[],
  shown: readonly MergedRow[],
  before: Place | undefined,
): Map<string, number> {
  const belowIds = new Map(before?.belowIds);
  for (const { service, entries } of lists) {
    const [head] = entries;
    if (head && !belowIds.has(service)) belowIds.set(service, head.id + 1);
  }
  for (const { service, row } of shown) belowIds.set(service, row.id);
  return belowIds;
}

/**
 * Merges the rows of all services into a page of at most `limit`, and the place of the next page if
 * there are more. Each service gives one row more than `limit` where it has more. `email`: of the
 * student whom all rows are about; null: they are about many.
 */
export function mergeHistory(
  lists: readonly ServiceRows[],
  { email, limit, before }: { email: string | null; limit: number; before?: Place | undefined },
): { entries: (HistoryEntry & { studentId: number | null })[]; next: string | null } {
  const shown = mergeRows(lists, limit);
  const last = shown.at(-1);
  const count = lists.reduce((sum, { entries }) => sum + entries.length, 0);
  const belowIds = belowIdsAfter(lists, shown, before);
  return {
    entries: shown.map(({ service, row }) => ({
      id: `${service}-${row.id}`,
      stamp: (row.at as Date).toISOString(),
      who: actors[row.actorKind] ?? 'system',
      loginname: nameOf(row, email),
      op: row.op as HistoryEntry['op'],
      tname: row.table,
      record: row.rowId,
      text: row.text,
      origin: row.origin ?? null,
      studentId: row.studentId ?? null,
    })),
    next: last && count > limit ? placeText({ at: last.row.at as Date, belowIds }) : null,
  };
}
