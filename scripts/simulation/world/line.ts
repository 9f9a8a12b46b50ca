import type { Row } from '../postgres/values.ts';

/** An entry of a waiting list, as its row has it. */
export interface LineEntry {
  readonly id: number;
  readonly session_id: number;
  readonly registration_id: number;
  readonly student_id: number;
  readonly place: number;
  readonly state: string;
  readonly skipped: string | null;
  readonly offer_until: Date | null;
  readonly charge_begun_at: Date | null;
  readonly ended_why: string | null;
}

/** A session with who sits in it, what is held and who waits, as it stands between two commits. */
export interface Line {
  /** The row of the session; null: there is none yet. */
  session: Row | null;
  entries: Map<number, LineEntry>;
  seated: Set<number>;
  /** Students for whom a seat is held, and the entry whose offer that is. */
  held: Map<number, number | null>;
}

export const emptyLine = (): Line => ({
  session: null,
  entries: new Map(),
  seated: new Set(),
  held: new Map(),
});

export const copyOf = ({ session, entries, seated, held }: Line): Line => ({
  session,
  entries: new Map(entries),
  seated: new Set(seated),
  held: new Map(held),
});

const hasSeat = (row: Row): boolean => row['takes'] === 'seat';

/** Puts what a commit made of a row into the line; null: it is gone. */
export function apply(line: Line, table: string, old: Row | null, row: Row | null): void {
  const student = Number((row ?? old)?.['student_id']);
  if (table === 'session') line.session = row;
  else if (table === 'waiting_entry' && row) line.entries.set(Number(row['id']), row as never);
  else if (table === 'student_session') {
    if (row && hasSeat(row)) line.seated.add(student);
    else line.seated.delete(student);
  } else if (table === 'seat_hold') {
    if (row && row['special'] !== true) line.held.set(student, row['waiting_id'] as number | null);
    else line.held.delete(student);
  }
}

export const isOpen = ({ state }: LineEntry): boolean => state === 'waiting' || state === 'offered';

export const hasPlace = ({ seated, held }: Line, student: number): boolean =>
  seated.has(student) || held.has(student);
