import {
  type AuditService,
  auditServices,
  type HistoryActor,
  type HistoryEntry,
} from '@portal/contract/students/history';
import type { HistoryEntry as AuditEntry } from '@portal/proto/portal/activity/v1/activity';

/** A place in the rows of all services: newest first, of one instant service by service. */
export interface Place {
  at: Date;
  service: AuditService;
  id: number;
}

/** Reads a place as `placeText` wrote it. */
export function readPlace(text: string): Place {
  const [at = '', service, id] = text.split(',');
  return { at: new Date(at), service: service as AuditService, id: Number(id) };
}

const placeText = ({ at, service, id }: Place): string => [at.toISOString(), service, id].join(',');

const orderOf = (service: AuditService): number => auditServices.indexOf(service);

/**
 * Where one service goes on after a place: of the very instant, services before the place's have
 * told all and those after it nothing, so no row is lost or told twice.
 */
export function placeIn(
  service: AuditService,
  { at, service: last, id }: Place,
): { beforeAt: Date; beforeId: number } {
  const further = orderOf(service) - orderOf(last);
  return {
    beforeAt: at,
    beforeId: further === 0 ? id : further > 0 ? Number.MAX_SAFE_INTEGER : 0,
  };
}

const actors: Readonly<Record<string, HistoryActor>> = {
  staff: 'staff',
  student: 'student',
  // whoever has no session yet: signing up, setting a password by a link
  public: 'student',
};

/**
 * Who did it as staff read it; a student is called by their address of today, and where many are
 * told of by their id.
 */
function nameOf({ actorKind, actorName }: AuditEntry, email: string | null): string {
  if (actorKind === 'student') return email === null ? actorName : email || 'the student';
  if (actorKind === 'public') return 'not signed in';
  return actorKind === 'staff' ? actorName : 'system';
}

/**
 * The newest rows of all services, at most `most` of them, and the place after which there are
 * more. Each service gives its newest, one more than `most` where it has more. `email`: of the
 * student that all is about; null: it is about many.
 */
export function mergeHistory(
  told: readonly { service: AuditService; entries: readonly AuditEntry[] }[],
  email: string | null,
  most: number,
): { entries: (HistoryEntry & { studentId: number | null })[]; next: string | null } {
  const rows = told
    .flatMap(({ service, entries }) =>
      entries.map((row) => ({ row, place: { at: row.at as Date, service, id: row.id } })),
    )
    .sort(
      (a, b) =>
        b.place.at.getTime() - a.place.at.getTime() ||
        orderOf(a.place.service) - orderOf(b.place.service) ||
        b.place.id - a.place.id,
    );
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ row, place }) => ({
      id: `${place.service}-${place.id}`,
      stamp: place.at.toISOString(),
      who: actors[row.actorKind] ?? 'system',
      loginname: nameOf(row, email),
      op: row.op as HistoryEntry['op'],
      tname: row.table,
      record: row.rowId,
      text: row.text,
      origin: row.origin ?? null,
      studentId: row.studentId ?? null,
    })),
    next: last && rows.length > most ? placeText(last.place) : null,
  };
}
