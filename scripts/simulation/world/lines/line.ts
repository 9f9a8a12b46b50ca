import type { Takes } from '../../../../services/registration/src/capacity/seats/places/places.ts';
import type { Row } from '../../postgres/storage/values.ts';

/** An entry of a waiting list, as its row has it. */
export interface LineEntry {
  readonly id: number;
  readonly session_id: number;
  readonly registration_id: number;
  readonly student_id: number;
  readonly place: number;
  readonly needs_special: boolean;
  readonly by_staff: boolean;
  readonly state: string;
  readonly skipped: string | null;
  readonly offer_until: Date | null;
  readonly charge_begun_at: Date | null;
  readonly ended_why: string | null;
}

/** The kinds of places that a session has: its seats, and special places in its rooms. */
export type Kind = Exclude<Takes, 'nothing'>;
export const KINDS: readonly Kind[] = ['seat', 'special'];

/** A place that is held for a student. */
export interface Held {
  readonly kind: Kind;
  /** The entry of the offer that holds it; null: a payment holds it. */
  readonly offer: number | null;
}

/** A session with its booked students, held places and waiting entries between two commits. */
export interface Line {
  /** The row of the session; null: not created yet. */
  session: Row | null;
  entries: Map<number, LineEntry>;
  /** Students with a place there, and which they take. */
  seated: Map<number, Takes>;
  /** Students for whom a place is held. */
  held: Map<number, Held>;
}

export const emptyLine = (): Line => ({
  session: null,
  entries: new Map(),
  seated: new Map(),
  held: new Map(),
});

export const copyOf = ({ session, entries, seated, held }: Line): Line => ({
  session,
  entries: new Map(entries),
  seated: new Map(seated),
  held: new Map(held),
});

/** Applies a changed row of a commit to the line; null: the row was deleted. */
export function apply(line: Line, table: string, old: Row | null, row: Row | null): void {
  const student = Number((row ?? old)?.['student_id']);
  if (table === 'session') line.session = row;
  else if (table === 'waiting_entry' && row) line.entries.set(Number(row['id']), row as never);
  else if (table === 'student_session') {
    if (row) line.seated.set(student, row['takes'] as Takes);
    else line.seated.delete(student);
  } else if (table === 'seat_hold') {
    const kind = row?.['special'] === true ? 'special' : 'seat';
    if (row) line.held.set(student, { kind, offer: row['waiting_id'] as number | null });
    else line.held.delete(student);
  }
}

export const isOpen = ({ state }: LineEntry): boolean => state === 'waiting' || state === 'offered';

export const hasPlace = ({ seated, held }: Line, student: number): boolean =>
  seated.has(student) || held.has(student);

/** Returns the counted place that a student has there; null: none. */
export function kindOf({ seated, held }: Line, student: number): Kind | null {
  const takes = seated.get(student) ?? held.get(student)?.kind ?? 'nothing';
  return takes === 'nothing' ? null : takes;
}
