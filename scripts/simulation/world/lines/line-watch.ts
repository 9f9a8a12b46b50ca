import { dayInNewYork } from '@portal/kit/clock';
import type { Granted } from '../../../../services/registration/src/records/accommodations/exam-minutes.ts';
import { needsSpecialPlace } from '../../../../services/registration/src/records/accommodations/special-place.ts';
import { HISTORY_LABELS } from '../../../../services/registration/src/sessions/waiting-list-commands/change-waiting.ts';
import type { Server } from '../../postgres/server.ts';
import type { Tuple } from '../../postgres/storage/storage.ts';
import { Json, type Row } from '../../postgres/storage/values.ts';
import { apply, copyOf, emptyLine, hasPlace, isOpen, type Kind, type Line } from './line.ts';
import { isFreedForAll, LINE_RULES, type LineChange, type Wrong } from './line-rules.ts';

/** How often each entry reached a state, by the entry's id. */
export type EntryCounts = Map<number, number>;

/** The column that holds the session's id, by table. */
const SESSION_OF: Readonly<Record<string, string>> = {
  session: 'id',
  student_session: 'session_id',
  seat_hold: 'session_id',
  waiting_entry: 'session_id',
};

/** Checks every commit of the registration service against the rules of waiting lists. */
export class LineWatch {
  /** Broken rules, each with the values that broke it. */
  readonly broken: Record<string, Wrong[]> = {};
  /** State changes that have to be announced. */
  readonly joined: EntryCounts = new Map();
  readonly offered: EntryCounts = new Map();
  readonly withdrawn: EntryCounts = new Map();
  readonly accepted: EntryCounts = new Map();
  readonly ended: EntryCounts = new Map();
  private readonly server: Server;
  private readonly rows = new Map<Tuple, Row>();
  private readonly lines = new Map<number, Line>();
  private readonly hadPlace = new Set<number>();
  /**
   * Entries that were offered another kind of place, or could not be offered one, since they
   * joined; also by a place of the student's own, as one that a payment holds, when another became
   * free for all.
   */
  private readonly changed = new Set<number>();
  /** Students as registration knows them. */
  private readonly students = new Map<number, Row>();

  constructor(server: Server) {
    this.server = server;
    server.onCommit = (written) => this.see(written);
  }

  /** Returns the current state of a session's waiting list. */
  of(sessionId: number): Line {
    return this.lines.get(sessionId) ?? emptyLine();
  }

  /**
   * Returns whether an entry has waited for the same kind throughout and could be offered a place.
   * Places that became free for all before a change are no fault.
   */
  hasWaited(entryId: number): boolean {
    return !this.changed.has(entryId);
  }

  /**
   * Returns the kind of place that a student takes, by the accommodations that registration knows.
   *
   */
  private kindFor(student: number, { session }: Line): Kind {
    const granted = this.students.get(student)?.['accommodations'] as Json | undefined;
    const day = dayInNewYork(session?.['starts_at'] as Date);
    return needsSpecialPlace((granted?.value ?? []) as Granted[], day) ? 'special' : 'seat';
  }

  private see(written: ReadonlySet<Tuple>): void {
    const touched = new Map<number, Line>();
    const officeOffers = new Set<number>();
    let isByStudent = false;
    for (const tuple of written) {
      const table = tuple.table.name;
      const row = tuple.committed.at(-1)?.data ?? null;
      if (table === 'audit' && row) {
        if (isOfficeOffer(row)) officeOffers.add(Number(row['row_id']));
        isByStudent ||= row['actor_kind'] === 'student';
      }
      if (table === 'student_copy' && row) this.know(row);
      const key = SESSION_OF[table];
      if (key === undefined) continue;
      const old = this.rows.get(tuple) ?? null;
      if (row) this.rows.set(tuple, row);
      else this.rows.delete(tuple);
      const id = Number((row ?? old)?.[key]);
      const after = touched.get(id) ?? copyOf(this.of(id));
      touched.set(id, after);
      apply(after, table, old, row);
    }
    for (const [id, after] of touched) {
      const before = this.of(id);
      this.lines.set(id, after);
      this.look(before, after, { isByOffice: officeOffers.has(id), isByStudent });
    }
  }

  private know(row: Row): void {
    const id = Number(row['id']);
    this.students.set(id, row);
    for (const { entries } of this.lines.values())
      for (const entry of entries.values())
        if (entry.student_id === id && isOpen(entry)) this.changed.add(entry.id);
  }

  private look(
    before: Line,
    after: Line,
    by: Pick<LineChange, 'isByOffice' | 'isByStudent'>,
  ): void {
    const isGenderChanged = before.session?.['gender'] !== after.session?.['gender'];
    const isFreed = isFreedForAll(before, after);
    for (const entry of after.entries.values())
      if (
        isGenderChanged ||
        entry.skipped !== null ||
        (isFreed && hasPlace(after, entry.student_id))
      )
        this.changed.add(entry.id);
    for (const entry of after.entries.values())
      if (isOpen(before.entries.get(entry.id) ?? entry) && hasPlace(after, entry.student_id))
        this.hadPlace.add(entry.id);
    this.count(before, after);
    const change = {
      before,
      after,
      ...by,
      now: this.server.around.clock(),
      hadPlace: this.hadPlace,
      kindFor: (student: number) => this.kindFor(student, after),
      genderOf: (student: number) => this.students.get(student)?.['gender'] as string | undefined,
      statusOf: (id: number) =>
        this.server.read<{ status: string }>('SELECT status FROM registration WHERE id = $1', [
          id,
        ])[0]?.status ?? '',
    };
    for (const [name, rule] of Object.entries(LINE_RULES)) {
      const wrong = rule(change);
      if (wrong.length > 0) this.broken[name] = [...(this.broken[name] ?? []), ...wrong];
    }
  }

  private count(before: Line, after: Line): void {
    const add = (counts: EntryCounts, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const { id, state } of after.entries.values()) {
      const was = before.entries.get(id)?.state;
      if (was === state) continue;
      if (was === undefined) add(this.joined, id);
      else if (state === 'offered') add(this.offered, id);
      else if (state === 'waiting') add(this.withdrawn, id);
      else if (state === 'accepted') add(this.accepted, id);
      else add(this.ended, id);
    }
  }
}

/** Returns whether a row of the audit records that the office offered a place out of turn. */
function isOfficeOffer({ table_name, change }: Row): boolean {
  const detail = change instanceof Json ? (change.value as Record<string, unknown> | null) : null;
  return table_name === 'session' && detail?.['waitingList'] === HISTORY_LABELS.offerNow;
}
