import type { Takes } from '../../../services/registration/src/capacity/seats/places.ts';
import type { Row } from '../postgres/values.ts';

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

/** What is sold of a session: its seats, and places in its rooms for those who sit apart. */
export type Kind = Exclude<Takes, 'nothing'>;
export const KINDS: readonly Kind[] = ['seat', 'special'];

/** A place that is held for a student. */
export interface Held {
  readonly kind: Kind;
  /** The entry whose offer that is; null: it is held for a payment. */
  readonly offer: number | null;
}

/** A session with who sits in it, what is held and who waits, as it stands between two commits. */
export interface Line {
  /** The row of the session; null: there is none yet. */
  session: Row | null;
  entries: Map<number, LineEntry>;
  /** Students who sit there, and on what. */
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

/** Puts what a commit made of a row into the line; null: it is gone. */
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

/** What a student has there; null: nothing that is counted. */
export function kindOf({ seated, held }: Line, student: number): Kind | null {
  const takes = seated.get(student) ?? held.get(student)?.kind ?? 'nothing';
  return takes === 'nothing' ? null : takes;
}
